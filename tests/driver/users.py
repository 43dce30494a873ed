"""Discord users with their clients."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

from sandbox import AnswerKind, Channel, Refused
from sandbox.chat.interactions import Interaction
from sandbox.people.actions import Actions
from sandbox.wire.json_text import Json
from sandbox.world.objects import Event, Person
from tests.driver.clock import PATIENCE
from tests.driver.commands import canonical, catalogue, localized, named
from tests.driver.views import MessageView, ModalView

Value = str | int | float | bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The bot's first answer to an interaction, or its failure."""

    kind: AnswerKind
    interaction_id: int
    message: MessageView | None = None
    modal: ModalView | None = None
    choices: tuple[tuple[str, Value], ...] = ()
    reason: str = ""

    @property
    def text(self) -> str:
        """The text of the message that answers or was changed, or ""."""
        return "" if self.message is None else self.message.text


class User:
    """A Discord user with a client; raises Refused if a Discord client would not allow an action."""

    def __init__(self, actions: Actions, person: Person) -> None:
        self._actions = actions
        self._world = actions.world
        self._person = person

    def __repr__(self) -> str:
        return f"<User {self.name}>"

    @property
    def id(self) -> int:
        return self._person.id

    @property
    def name(self) -> str:
        return self._person.name

    @property
    def locale(self) -> str:
        """The language of the user's client."""
        return self._person.locale

    def speak(self, locale: str) -> None:
        self._actions.speak(self._person, locale)

    def rename(self, name: str) -> None:
        """Change the user's global name."""
        self._person.name = name
        self._world.publish(Event(name="PERSON", data={}))

    def commands(self, channel: Channel) -> dict[str, str]:
        """Return the descriptions of the commands offered in a channel by full name, both translated."""
        return catalogue(self._world, channel, self._person)

    def messages(self, channel: Channel) -> list[MessageView]:
        """Return the messages that this user sees, oldest first."""
        seen = [one for one in channel.messages.values() if one.seen_by(self.id)]
        return [MessageView(message) for message in seen]

    def sees(self, channel: Channel) -> str:
        """Return all text that this user sees in a channel."""
        return "\n".join(message.text for message in self.messages(channel))

    def pings(self, channel: Channel) -> list[MessageView]:
        """Return the messages that pinged this user, oldest first."""
        return [message for message in self.messages(channel) if self.id in message.pings]

    def say(self, channel: Channel, content: str) -> MessageView:
        return MessageView(self._actions.say(self._person, channel, content))

    def dismiss(self, message: MessageView) -> None:
        self._actions.dismiss(self._person, message._message)

    async def command(self, channel: Channel, command: str, /, **options: "Value | User") -> Answer:
        """Use a slash command, such as "name sub-command", by its translated or registered name."""
        found, given = self._options(channel, command, options)
        return await self._answer(
            self._actions.command(self._person, channel, int(found["id"]), given)
        )

    async def autocomplete(
        self, channel: Channel, command: str, focused: str, /, **options: "Value | User"
    ) -> Answer:
        """Type into the option `focused`, and get the bot's suggestions."""
        found, given = self._options(channel, command, options, focused)
        number = int(found["id"])
        return await self._answer(self._actions.autocomplete(self._person, channel, number, given))

    def _options(
        self,
        channel: Channel,
        typed: str,
        options: Mapping[str, "Value | User"],
        focused: str = "",
    ) -> tuple[Json, list[Json]]:
        name, *path = typed.split()
        found = named(list(self._world.commands.values()), name, self.locale)
        if found is None:
            raise Refused(f"There is no command /{name}.")
        given: list[Json] = [
            {"name": key, "value": str(value.id) if isinstance(value, User) else value}
            for key, value in options.items()
        ]
        for option in given:
            if option["name"] == focused:
                option["focused"] = True
        return found, canonical(found, path, given, self.locale)

    async def click(
        self,
        message: MessageView,
        label: str | None = None,
        *,
        custom_id: str | None = None,
        nth: int = 0,
        force: bool = False,
    ) -> Answer:
        """Click a button by its exact label, the `nth` of that label, or by its `custom_id`.

        With `force` the button may be disabled or removed, as for a client that missed the last edit.
        """
        wanted = custom_id or self._by_label(message, label, nth)
        return await self._answer(
            self._actions.click(self._person, message._message, wanted, force=force)
        )

    def _by_label(self, message: MessageView, label: str | None, nth: int) -> str:
        found = [one for one in message.buttons if one.label == label]
        if nth >= len(found):
            labels = ", ".join(repr(one.label) for one in message.buttons)
            raise Refused(f"There is no button {label!r} (number {nth}); there are: {labels}.")
        return found[nth].custom_id

    async def select(
        self,
        message: MessageView,
        *values: "str | User",
        custom_id: str | None = None,
        force: bool = False,
    ) -> Answer:
        """Pick values in the message's first select menu, or in the menu with this `custom_id`."""
        wanted = custom_id or next((one.custom_id for one in message.selects), "")
        texts = [str(value.id) if isinstance(value, User) else value for value in values]
        return await self._answer(
            self._actions.select(self._person, message._message, wanted, texts, force=force)
        )

    async def submit(
        self, opened: Answer, values: Mapping[str, object] | None = None, /, **more: object
    ) -> Answer:
        """Submit the modal that an answer opened; inputs are named by custom_id or label."""
        if opened.modal is None:
            raise Refused("That answer opened no modal.")
        ids = {one.label: one.custom_id for one in opened.modal.inputs}
        given = {ids.get(name, name): value for name, value in {**(values or {}), **more}.items()}
        return await self._answer(self._actions.submit(self._person, opened.interaction_id, given))

    async def _answer(self, interaction: Interaction) -> Answer:
        async with asyncio.timeout(PATIENCE):
            reply = await interaction.replied
        message = self._world.find_message(reply.message_id or 0)
        return Answer(
            kind=reply.kind,
            interaction_id=interaction.id,
            message=None if message is None else MessageView(message),
            modal=None if reply.modal is None else ModalView(reply.modal),
            choices=tuple(
                (localized(choice, "name", self.locale), choice["value"])
                for choice in reply.choices
            ),
            reason=reply.reason,
        )
