"""What people say to each other at the table."""

from tests.e2e.conftest import Opened
from tests.e2e.playing import say, two_people

UNREAD = "#tab-chat .unread"


def test_only_what_others_say_is_unread(visit: Opened) -> None:
    ann, bob = two_people(visit)
    say(ann, "a braw hand")
    ann.get_by_text("a braw hand").first.wait_for()
    ann.click("#tab-log")
    bob.wait_for_selector(UNREAD)
    assert bob.inner_text(UNREAD) == "1"
    assert not ann.locator(UNREAD).count(), "my own words are not news to me"

    # What comes while the chat is open is read.
    bob.click("#tab-chat")
    say(ann, "and another")
    bob.get_by_text("and another").first.wait_for()
    assert not bob.locator(UNREAD).count()
    bob.click("#tab-log")
    assert not bob.locator(UNREAD).count()
