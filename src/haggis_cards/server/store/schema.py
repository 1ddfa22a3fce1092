"""The tables of the store. A change here needs a migration beside it, in `migrations/versions`."""

from typing import Final

import sqlalchemy as sa

metadata = sa.MetaData()

NAMING: Final = sa.text("kind IN ('make', 'sit', 'chat')")  # entries that may name a person; an index has them

# The logs of all tables; everything else could be rebuilt from them.
log = sa.Table(
    "log",
    metadata,
    sa.Column("table", sa.String(32), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("seat", sa.SmallInteger),
    sa.Column("data", sa.Text, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Index("log_naming", "kind", "table", "seq", sqlite_where=NAMING, postgresql_where=NAMING),
    sqlite_with_rowid=False,
)

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False),
    sa.Column("info", sa.Text, nullable=False),
    sa.Column("patience", sa.Integer),  # seconds for which it is kept longer than others while nobody is there
    sa.Index("tables_by_status", "status", "listed", "changed"),
)

records = sa.Table(
    "records",
    metadata,
    sa.Column("table", sa.String(32), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("info", sa.Text, nullable=False),
    sa.Column("record", sa.Text, nullable=False),
    sa.Column("id", sa.String(32)),  # of the record
    sa.Column("guests", sa.Text),  # by seat, null for a bot; null where nobody learns from this match
    sa.Column("opens", sa.BigInteger),  # when others may see it; null: at once
    sa.Column("challenge", sa.String(32)),  # whose cards these are: closed until you have played them
    sa.Index("records_by_id", "id"),
)

# A person's matches, with their figures: sums over the rounds, from which the statistics are added up.
matches = sa.Table(
    "matches",
    metadata,
    sa.Column("guest", sa.String(32), primary_key=True),
    sa.Column("table", sa.String(32), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("preset", sa.String(32), nullable=False),
    sa.Column("seat", sa.SmallInteger, nullable=False),
    sa.Column("outcome", sa.String(10), nullable=False),  # won, tied, lost, abandoned
    sa.Column("people", sa.Boolean, nullable=False),  # whether another person played
    sa.Column("partner", sa.String(40)),  # a guest, or the level of a bot
    sa.Column("rounds", sa.Integer, nullable=False),
    sa.Column("points", sa.Integer, nullable=False),  # of the own side
    sa.Column("points_squared", sa.Integer, nullable=False),  # the sum of the squares, for an interval
    sa.Column("first_out", sa.Integer, nullable=False),
    sa.Column("bets", sa.Integer, nullable=False),
    sa.Column("bets_won", sa.Integer, nullable=False),
    sa.Column("bombs", sa.Integer, nullable=False),  # tricks won by one
    sa.Column("ahead", sa.Float, nullable=False),  # of the mean of the other sides
    sa.Column("ahead_squared", sa.Float, nullable=False),
    sa.Column("from_tricks", sa.Integer, nullable=False),  # the points by source
    sa.Column("from_hands", sa.Integer, nullable=False),
    sa.Column("from_haggis", sa.Integer, nullable=False),
    sa.Column("from_out", sa.Integer, nullable=False),
    sa.Column("from_bets", sa.Integer, nullable=False),
    sa.Column("effort", sa.SmallInteger),  # of the review from which the rest comes
    sa.Column("decisions", sa.Integer),
    sa.Column("loss", sa.Float),
    sa.Column("luck", sa.Float),
    sa.Index("matches_by_time", "guest", "at"),
    sa.Index("matches_by_place", "table", "number"),
)

# What the decisions of a person in a reviewed match have lost, by theme.
match_themes = sa.Table(
    "match_themes",
    metadata,
    sa.Column("guest", sa.String(32), primary_key=True),
    sa.Column("table", sa.String(32), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("theme", sa.String(16), primary_key=True),
    sa.Column("count", sa.Integer, nullable=False),
    sa.Column("loss", sa.Float, nullable=False),
    sqlite_with_rowid=False,
)

# Records that people have sent, and rounds of running matches that are over; kept for some days.
uploads = sa.Table(
    "uploads",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("record", sa.Text, nullable=False),
    sa.Column("only", sa.Integer),  # the one round that a review is about
    sa.Column("at", sa.BigInteger, nullable=False),
)

reviews = sa.Table(
    "reviews",
    metadata,
    sa.Column("record", sa.String(32), primary_key=True),
    sa.Column("effort", sa.String(8), primary_key=True),
    sa.Column("status", sa.String(8), nullable=False),  # waiting, done, failed
    sa.Column("rank", sa.SmallInteger, nullable=False),  # lower ones come first,
    sa.Column("asked", sa.BigInteger, nullable=False),  # then older ones
    sa.Column("guest", sa.String(32)),
    sa.Column("address", sa.String(64), nullable=False),
    sa.Column("owner", sa.String(64)),  # the process that makes it,
    sa.Column("lease", sa.BigInteger, nullable=False),  # and until when it is believed to do so
    sa.Column("failures", sa.SmallInteger, nullable=False),
    sa.Column("done", sa.Integer, nullable=False),
    sa.Column("total", sa.Integer, nullable=False),
    sa.Index("reviews_by_turn", "status", "rank", "asked"),
)

# What reviews have found, in the order of the match: rounds (without a seat) and decisions.
findings = sa.Table(
    "findings",
    metadata,
    sa.Column("record", sa.String(32), primary_key=True),
    sa.Column("effort", sa.String(8), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("seat", sa.SmallInteger),
    sa.Column("index", sa.Integer),
    sa.Column("verdict", sa.String(12)),
    sa.Column("loss", sa.Float, nullable=False),
    sa.Column("data", sa.Text, nullable=False),
    sqlite_with_rowid=False,
)

mistakes = sa.Table(
    "mistakes",
    metadata,
    sa.Column("guest", sa.String(32), primary_key=True),
    sa.Column("record", sa.String(32), primary_key=True),
    sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("index", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seat", sa.SmallInteger, nullable=False),
    sa.Column("preset", sa.String(32), nullable=False),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("theme", sa.String(16), nullable=False),
    sa.Column("loss", sa.Float, nullable=False),
    sa.Column("made_at", sa.BigInteger, nullable=False),
    sa.Column("step", sa.SmallInteger, nullable=False),  # which of the pauses it is in
    sa.Column("due", sa.BigInteger),  # null: solved for good
    sa.Index("mistakes_by_due", "guest", "due"),
)

# Tries at the deals of a day, by people and by bots that always take part.
attempts = sa.Table(
    "attempts",
    metadata,
    sa.Column("day", sa.String(10), primary_key=True),
    sa.Column("preset", sa.String(32), primary_key=True),
    sa.Column("deal", sa.SmallInteger, primary_key=True, autoincrement=False),
    sa.Column("player", sa.String(40), primary_key=True),  # a guest, or `bot:` and a level
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("table", sa.String(32)),
    sa.Column("points", sa.Float),  # ahead of the others; null until it is finished in time
    sa.Column("done", sa.BigInteger),
    sa.Column("counts", sa.Boolean, nullable=False, server_default=sa.true()),  # for others, or the player was new
    sa.Index("attempts_by_player", "player", "day"),
    sa.Index("attempts_by_table", "table"),
)

# Matches whose cards several people play: against the same bots, or with others at several tables.
challenges = sa.Table(
    "challenges",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("maker", sa.String(32), nullable=False),
    sa.Column("name", sa.String(40), nullable=False),  # of the maker
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("rules", sa.Text, nullable=False),
    sa.Column("rounds", sa.Integer, nullable=False),
    sa.Column("seats", sa.Text, nullable=False),  # the levels of bots, null for people
    sa.Column("tables", sa.Text),  # the ids of its tables; null: everybody has one
    sa.Column("seed", sa.Text, nullable=False),
    sa.Column("cards", sa.Text),  # of the match from which it was made: dealer, deals and actions
    sa.Column("worlds", sa.Integer, nullable=False),  # for which its bots think
    sa.Column("source", sa.String(32)),  # the record of that match
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.Column("closes", sa.BigInteger, nullable=False),
    sa.Index("challenges_by_maker", "maker", "made"),
    sa.Index("challenges_by_source", "source", unique=True),
)

# Who takes part in a challenge, and where; one seat for each person.
challenge_seats = sa.Table(
    "challenge_seats",
    metadata,
    sa.Column("challenge", sa.String(32), primary_key=True),
    sa.Column("player", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("table", sa.String(32)),  # null for a match that was played in a browser
    sa.Column("number", sa.Integer, nullable=False),  # of the match at the table
    sa.Column("place", sa.SmallInteger),  # of the table among those of the challenge; null: everybody has one
    sa.Column("seat", sa.SmallInteger, nullable=False),
    sa.Column("results", sa.Text),  # points by round and side; null until the match is finished in time
    sa.Column("done", sa.BigInteger),
    sa.Index("challenge_seats_by_place", "challenge", "place", "seat", unique=True),
    sa.Index("challenge_seats_by_player", "player"),
    sa.Index("challenge_seats_by_table", "table"),
)

# Rated matches in the order in which they have changed ratings, with the players of each side and the sides' ranks.
rated = sa.Table(
    "rated",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("table", sa.String(32), nullable=False),
    sa.Column("match", sa.Integer, nullable=False),
    sa.Column("preset", sa.String(32), nullable=False),
    sa.Column("sides", sa.Text, nullable=False),
    sa.Column("ranks", sa.Text, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("left", sa.Text),  # if not all of a side have lost: those who have
    sa.Index("rated_by_match", "table", "match"),
    sa.Index("rated_by_time", "preset", "at"),
    sqlite_autoincrement=True,
)

ratings = sa.Table(
    "ratings",
    metadata,
    sa.Column("preset", sa.String(32), primary_key=True),
    sa.Column("player", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("volatility", sa.Float, nullable=False),
    sa.Column("matches", sa.Integer, nullable=False),
    sa.Column("settled", sa.Boolean, nullable=False),  # no longer provisional
    sa.Column("changed", sa.BigInteger, nullable=False),
    sa.Index("ratings_by_rank", "preset", "settled", "mu"),
    sa.Index("ratings_by_player", "player"),
)

# First attempts at puzzles.
puzzle_attempts = sa.Table(
    "puzzle_attempts",
    metadata,
    sa.Column("guest", sa.String(32), primary_key=True),
    sa.Column("puzzle", sa.String(16), primary_key=True),
    sa.Column("solved", sa.Boolean),  # null: the attempt is not over
    sa.Column("at", sa.BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

# Ratings by Glicko-2, from first attempts alone.
puzzle_players = sa.Table(
    "puzzle_players",
    metadata,
    sa.Column("guest", sa.String(32), primary_key=True),
    sa.Column("rating", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),
    sa.Column("volatility", sa.Float, nullable=False),
    sa.Column("solved", sa.Integer, nullable=False),
    sa.Column("missed", sa.Integer, nullable=False),
    sa.Column("streak", sa.Integer, nullable=False),
    sa.Column("best_streak", sa.Integer, nullable=False),
)

puzzle_ratings = sa.Table(
    "puzzle_ratings",
    metadata,
    sa.Column("puzzle", sa.String(16), primary_key=True),
    sa.Column("rating", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),
    sa.Column("volatility", sa.Float, nullable=False),
    sa.Column("solved", sa.Integer, nullable=False),
    sa.Column("missed", sa.Integer, nullable=False),
)

sittings = sa.Table(
    "sittings",
    metadata,
    sa.Column("guest", sa.String(32), primary_key=True),
    sa.Column("table", sa.String(32), primary_key=True),
    sa.Column("seat", sa.SmallInteger, nullable=False),
)

# Whom the server knows by more than a token: people with a passkey, a recovery code or a second device.
people = sa.Table(
    "people",
    metadata,
    sa.Column("guest", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("handle", sa.String(64), nullable=False),  # by which the person's devices know them
    sa.Column("code", sa.String(64)),  # the hash of the recovery code
    sa.Column("code_at", sa.BigInteger),  # when it was made
    sa.Column("since", sa.BigInteger, nullable=False),
    sa.Index("people_by_code", "code", unique=True),
)

passkeys = sa.Table(
    "passkeys",
    metadata,
    sa.Column("id", sa.String(1400), primary_key=True),  # of the credential, as WebAuthn writes it
    sa.Column("guest", sa.String(32), nullable=False),
    sa.Column("site", sa.String(255), nullable=False),  # the host for which it was made, and where alone it works
    sa.Column("key", sa.Text, nullable=False),  # the public one
    sa.Column("count", sa.BigInteger, nullable=False),  # how often it was used, as the device says
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.Column("used", sa.BigInteger),
    sa.Index("passkeys_by_guest", "guest"),
)

# Whom the owner has invited to make tables.
makers = sa.Table(
    "makers",
    metadata,
    sa.Column("guest", sa.String(32), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
)

# Secrets that are good once and for minutes: the challenges of passkeys, and links for a second device.
tickets = sa.Table(
    "tickets",
    metadata,
    sa.Column("id", sa.String(43), primary_key=True),  # the hash of the secret
    sa.Column("kind", sa.String(8), nullable=False),  # add, enter, join; owner, desk
    sa.Column("guest", sa.String(32)),
    sa.Column("until", sa.BigInteger, nullable=False),
    sa.Column("used", sa.BigInteger),
    sa.Index("tickets_by_guest", "guest"),
    sa.Index("tickets_by_end", "until"),
)

# The lowest epoch of a person's tokens that is still good; a person who is gone is known by the hash alone.
revoked = sa.Table(
    "revoked",
    metadata,
    sa.Column("person", sa.String(43), primary_key=True),
    sa.Column("epoch", sa.Integer, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("guest", sa.String(32)),  # of somebody who is being deleted, until that is done
)

# Browsers that a person wants to be notified in.
push_subscriptions = sa.Table(
    "push_subscriptions",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),  # the SHA-256 of its endpoint
    sa.Column("guest", sa.String(32), nullable=False),
    sa.Column("endpoint", sa.Text, nullable=False),  # the address at the browser's push service
    sa.Column("p256dh", sa.String(88), nullable=False),  # the browser's public key, and its secret,
    sa.Column("auth", sa.String(24), nullable=False),  # with which messages are encrypted
    sa.Column("server_key", sa.String(88), nullable=False),  # our public key: the push service takes no other
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Index("push_subscriptions_by_guest", "guest"),
)

# Notices that wait to be sent.
push_queue = sa.Table(
    "push_queue",
    metadata,
    sa.Column("guest", sa.String(32), primary_key=True),
    sa.Column("table", sa.String(32), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),  # the entry that causes it
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),  # when it is to be sent, or sent again
    sa.Column("tries", sa.SmallInteger, nullable=False),
    sa.Column("unreached", sa.Text),  # after the first try: the ids of the subscriptions that are left
    sa.Index("push_queue_by_time", "at"),
    sqlite_with_rowid=False,
)

# Whom the owner has banned: a guest, or a network of addresses.
bans = sa.Table(
    "bans",
    metadata,
    sa.Column("subject", sa.String(64), primary_key=True),
    sa.Column("until", sa.BigInteger),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
)

# What the owner has changed, for the servers that run.
orders = sa.Table(
    "orders",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("kind", sa.String(8), nullable=False),  # reload, bans, key, person
    sa.Column("subject", sa.String(64)),
    sa.Column("at", sa.BigInteger, nullable=False),
    sqlite_autoincrement=True,
)

meta = sa.Table(
    "meta",
    metadata,
    sa.Column("key", sa.String(32), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
