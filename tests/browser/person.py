"""Somebody who plays in a window of the page, by what it shows."""

import json
import time
from dataclasses import dataclass

from engine.table.state import TO_SEE
from sandbox import MessageView

from .board import Board, read
from .window import Window
from .wire import Keys


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A user and the window that is open for them, `width` px wide."""

    name: str
    window: Window
    width: int
    likes: tuple[str, ...] = ()
    """What this person presses whenever it is offered."""

    @property
    def board(self) -> Board:
        """The table as this person sees it."""
        return read(self.window)

    def enter(self, channel: str) -> None:
        """Go to a channel by its button; on a narrow page that is behind the menu."""
        if self.window.ask("$('menu').checkVisibility()"):
            self.window.press("#menu")
        wanted = f"button.innerText.trim() === {f'# {channel}'!r}"
        button = f"[...document.querySelectorAll('.channel')].find((button) => {wanted})"
        self.window.press(
            f".channel[data-channel-id='{self.window.ask(button + '.dataset.channelId')}']"
        )
        self.window.until(f"$('channel-name').innerText === {f'# {channel}'!r}")
        self.window.until("!document.body.classList.contains('menu-open')")
        # Until the new channel's messages come, those of the old one stand there.
        self.window.until("document.querySelectorAll('article').length === store.messages.length")

    def command(self, text: str) -> None:
        """Paste a slash command and send it."""
        self.window.paste(text)
        self.window.type(Keys.ENTER)

    def write(self, label: str, amount: str) -> None:
        """Press a button that asks for an amount, and write it."""
        self.window.press_label(label)
        self.window.until("$('modal').open && $('modal').contains(document.activeElement)")
        self.window.type(amount, Keys.ENTER)
        self.window.until("!$('modal').open")

    def decide(self) -> None:
        """Press what this person likes, else what is safe."""
        board = self.board
        label = next(
            one for one in (*self.likes, "No insurance", "Stand") if board.buttons.get(one)
        )
        if len(board.hands[self.name]) > 1:
            time.sleep(TO_SEE)  # the next hand of a split takes no click that is quicker
        if label == "Other…":
            self.write(label, "10")
        else:
            self.window.decide(label)

    def catches_up(self, message: MessageView) -> None:
        """Wait until the page has the message as Discord has it now."""
        has = f"messageById({str(message.id)!r})?.components"
        components = json.dumps(message.data["components"])
        self.window.until(f"JSON.stringify({has}) === JSON.stringify({components})")
