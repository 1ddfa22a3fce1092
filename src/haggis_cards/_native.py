"""Stands here for the native core, which Python takes first where there is one: an installation without it says so."""

raise ImportError(
    "this installation has no native core: rules, matches, records, pictures, sheets, the score keeper and the bots"
    " greedy and random work; other bots, reviews, the solver, environments and the server need Linux, macOS or WSL",
    name="haggis_cards._native",
)
