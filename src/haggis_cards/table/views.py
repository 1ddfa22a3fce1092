"""Views for people and bots at tables: from the core where there is one, else from the engine, as in a browser."""

try:
    from haggis_cards.native.views import own_changes, view
except ImportError:
    from haggis_cards.view import own_changes, view

__all__ = ["own_changes", "view"]
