"""Ratings by Glicko-2: points, as people read them, and a volatility. Who left alone a side that was not beaten.

Ratings of before are taken over as they were shown; `haggis admin ratings --recompute` makes them anew.
"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.add_column("rated", sa.Column("left", sa.Text))
    op.create_index("rated_by_time", "rated", ["preset", "at"])
    op.add_column("ratings", sa.Column("volatility", sa.Float, nullable=False, server_default="0.06"))
    op.execute("UPDATE ratings SET mu = 1500 + 50 * (mu - 25), sigma = 50 * sigma")  # 50 points a unit, around 25
