"""People who keep who they are: passkeys, recovery codes, second devices, and tokens that are no longer good."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward. Whoever has a token keeps it: the tables are for what people add."""
    op.create_table(
        "people",
        sa.Column("guest", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("handle", sa.String(64), nullable=False),
        sa.Column("code", sa.String(64)),
        sa.Column("code_at", sa.BigInteger),
        sa.Column("since", sa.BigInteger, nullable=False),
    )
    op.create_index("people_by_code", "people", ["code"], unique=True)
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(1400), primary_key=True),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("site", sa.String(255), nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("count", sa.BigInteger, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger),
    )
    op.create_index("passkeys_by_guest", "passkeys", ["guest"])
    op.create_table(
        "tickets",
        sa.Column("id", sa.String(43), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("guest", sa.String(32)),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger),
    )
    op.create_index("tickets_by_guest", "tickets", ["guest"])
    op.create_index("tickets_by_end", "tickets", ["until"])
    op.create_table(
        "revoked",
        sa.Column("person", sa.String(43), primary_key=True),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("guest", sa.String(32)),
    )


def downgrade() -> None:
    """Back."""
    for name in ("revoked", "tickets", "passkeys", "people"):
        op.drop_table(name)
