"""A person who plays in a browser window."""

import json
import time
from dataclasses import dataclass

from engine.table.state import TO_SEE
from tests.driver import MessageView

from .board import Board, read
from .window import Window
from .wire import Keys


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A user and their window, `width` px wide."""

    name: str
    window: Window
    width: int
    likes: tuple[str, ...] = ()
    """Labels of the buttons to press whenever they are offered."""

    @property
    def board(self) -> Board:
        """The table as this window shows it."""
        return read(self.window)

    def enter(self, channel: str) -> None:
        """Open a channel by its button, which narrow pages hide behind the menu."""
        if self.window.ask("$('menu').checkVisibility()"):
            self.window.press("#menu")
        wanted = f"button.innerText.trim() === {f'# {channel}'!r}"
        button = f"[...document.querySelectorAll('.channel')].find((button) => {wanted})"
        self.window.press(
            f".channel[data-channel-id='{self.window.ask(button + '.dataset.channelId')}']"
        )
        self.window.until(f"$('channel-name').innerText === {f'# {channel}'!r}")
        self.window.until("!document.body.classList.contains('menu-open')")
        # The old channel's messages stay on the page until the new ones arrive.
        self.window.until("document.querySelectorAll('article').length === store.messages.length")

    def command(self, text: str) -> None:
        """Paste a slash command and send it."""
        self.window.paste(text)
        self.window.type(Keys.ENTER)

    def write(self, label: str, amount: str) -> None:
        """Press a button that opens an amount form, and submit this amount."""
        self.window.press_label(label)
        self.window.until("$('modal').open && $('modal').contains(document.activeElement)")
        self.window.type(amount, Keys.ENTER)
        self.window.until("!$('modal').open")

    def decide(self) -> None:
        """Press a preferred button if there is one, otherwise a safe one."""
        board = self.board
        label = next(
            one for one in (*self.likes, "No insurance", "Stand") if board.buttons.get(one)
        )
        if len(board.hands[self.name]) > 1:
            time.sleep(TO_SEE)  # a split's next hand ignores earlier clicks
        if label == "Other…":
            self.write(label, "10")
        else:
            self.window.decide(label)

    def catches_up(self, message: MessageView) -> None:
        """Wait until the page shows Discord's current version of this message."""
        has = f"messageById({str(message.id)!r})?.components"
        components = json.dumps(message.data["components"])
        self.window.until(f"JSON.stringify({has}) === JSON.stringify({components})")
