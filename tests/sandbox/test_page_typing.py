"""The page in a real browser: what is offered while a command is typed as text."""

from discord import app_commands

from sandbox import Sandbox
from tests.browser import Keys, Select, Window, act, needs_browser

from .toy import Play, Toy

pytestmark = needs_browser

OFFERS = "[...document.querySelectorAll('[role=option] .label')].map(one => one.innerText)"
HINTS = "[...document.querySelectorAll('[role=option] .hint')].map(one => one.innerText)"
ACTIVE = "document.querySelector('[role=option][aria-selected=true]')?.innerText"
WRITTEN = "$('composer').value"


def offers(window: Window, *expected: str) -> None:
    """Wait until exactly these are offered."""
    window.until(f"({OFFERS}).join() === {','.join(expected)!r}")


async def test_options_are_offered_by_name(sandbox: Sandbox, showing: Toy, window: Window) -> None:
    """Behind a command stand its options with what they mean; those given already are not offered again."""

    def steps() -> None:
        window.visit(sandbox.url)
        window.compose("/table open us 5 ")
        offers(window, "owner:", "theme:")
        assert window.ask(HINTS) == ["Whose table (optional)", "Which theme (optional)"]
        window.compose("o")
        offers(window, "owner:", "Bob", "Carol")
        window.type(Keys.TAB)
        offers(window, "Alice", "Bob", "Carol", "Dave", "Erin", "Frank", "Dealer")
        assert window.ask(WRITTEN) == "/table open us 5 owner:"
        window.compose("ca", Keys.ENTER)
        assert window.ask(WRITTEN) == "/table open us 5 owner:Carol "
        offers(window, "theme:")
        window.type(Keys.ENTER)
        window.sees("us 5 carol red")

    await act(steps)


async def test_choices_are_offered_while_typing(sandbox: Sandbox, toy: Toy, window: Window) -> None:
    """A required option offers its choices at once; what is typed narrows them, and Enter takes the first."""

    def steps() -> None:
        window.visit(sandbox.url)
        window.compose("/greet ")
        offers(window, "Kindly", "Rudely", "tone:", "who:", "times:")
        window.compose("ru")
        offers(window, "Rudely")
        window.type(Keys.ENTER)
        assert window.ask(WRITTEN) == "/greet tone:Rudely who:"
        offers(window, "Alice", "Bob", "Carol", "Dave", "Erin", "Frank", "Dealer")
        window.type(Keys.ARROW_UP)
        assert "Dealer" in window.ask(ACTIVE)
        window.type(Keys.ARROW_DOWN)
        assert "Alice" in window.ask(ACTIVE)
        window.find("[role=option]:nth-child(2)").click()
        assert window.ask(WRITTEN) == "/greet tone:Rudely who:Bob "
        offers(window, "times:")
        assert window.ask("document.activeElement.id") == "composer"
        assert not window.ask(ACTIVE), "Enter must send a command that is whole"
        window.type(Keys.ENTER)
        window.sees("rude Bob")

    await act(steps)


async def test_the_bot_is_asked_while_typing(
    sandbox: Sandbox, showing: Toy, window: Window
) -> None:
    """What the bot suggests is offered in its words, and its value is sent."""

    def steps() -> None:
        window.visit(sandbox.url)
        Select(window.find("#my-locale")).select_by_visible_text("Deutsch")
        window.until("store.locale === 'de'")
        window.compose("/tisch öffnen us 3 farbe:gr")
        offers(window, "grün", "grau")
        window.type(Keys.ARROW_DOWN, Keys.TAB)
        assert window.ask(WRITTEN) == "/tisch öffnen us 3 farbe:grün "
        window.type(Keys.ENTER)
        window.sees("us 3 None green")

    await act(steps)


async def test_a_picked_command_offers_what_it_takes(
    sandbox: Sandbox, toy: Toy, window: Window
) -> None:
    """A command that needs nothing can be sent as it is, or given an option from the list, by the mouse as well."""

    @toy.tree.command(description="Roll dice")
    @app_commands.describe(dice="How many", sides="Of each")
    async def roll(interaction: Play, dice: int = 1, sides: int = 6) -> None:
        await interaction.response.send_message(f"{dice}d{sides}")

    def steps() -> None:
        window.visit(sandbox.url)
        for key in (Keys.TAB, Keys.ENTER):
            window.compose("/ro", key)
            offers(window, "dice:", "sides:")
            assert window.ask(HINTS) == ["How many (optional)", "Of each (optional)"]
            window.type(Keys.ENTER)
            window.sees("1d6")
        window.compose("/ro")
        offers(window, "/roll")
        window.find("[role=option]").click()
        offers(window, "dice:", "sides:")
        window.find("[role=option]:nth-child(2)").click()
        assert window.ask(WRITTEN) == "/roll sides:"
        window.type("20")
        window.find("#send").click()
        window.sees("1d20")

    await toy.tree.sync()
    await act(steps)


async def test_escape_leaves_the_text_alone(sandbox: Sandbox, toy: Toy, window: Window) -> None:
    """Escape closes the list and nothing else; what is typed in full is sent as it stands, without a pick."""

    def steps() -> None:
        window.visit(sandbox.url)
        window.compose("/greet kind")
        offers(window, "Kindly")
        window.type(Keys.ESCAPE)
        assert window.ask(OFFERS) == []
        assert window.ask(WRITTEN) == "/greet kind"
        window.type(" carol")
        offers(window, "Carol")
        assert not window.ask(ACTIVE)
        window.type(Keys.ENTER)
        window.sees("kind Carol")
        window.compose("/complete apple")
        offers(window, "apple")
        window.type(Keys.ENTER)
        window.sees("Word: apple")

    await act(steps)


async def test_the_list_belongs_to_the_composer(sandbox: Sandbox, toy: Toy, window: Window) -> None:
    """The composer is a combobox: it keeps the focus, and names its list and what is active in it."""
    composer = "$('composer').getAttribute({!r})"
    active = "$($('composer').getAttribute('aria-activedescendant'))"

    def steps() -> None:
        window.visit(sandbox.url)
        assert window.ask(composer.format("aria-expanded")) == "false"
        window.compose("/gr")
        window.until("document.querySelector('[role=option]')")
        assert window.find("#composer").aria_role == "combobox"
        assert window.ask(composer.format("aria-expanded")) == "true"
        assert window.ask(composer.format("aria-controls")) == window.find(
            "[role=listbox]"
        ).get_attribute("id")
        assert window.ask(f"{active}.innerText").startswith("/greet")
        window.type("eet ", Keys.ARROW_DOWN)
        assert window.ask(f"{active}.innerText") == "Rudely"
        assert window.ask(f"{active}.getAttribute('aria-selected')") == "true"
        assert window.ask("document.activeElement.id") == "composer"
        window.type(Keys.ESCAPE)
        assert window.ask(composer.format("aria-expanded")) == "false"
        assert window.ask(composer.format("aria-activedescendant")) is None

    await act(steps)


async def test_what_is_needed_next_follows_a_value(
    sandbox: Sandbox, showing: Toy, window: Window
) -> None:
    """As in Discord's client, the name of the next required option comes by itself."""

    def steps() -> None:
        window.visit(sandbox.url)
        window.compose("/table open ", "eu", Keys.ENTER)
        assert window.ask(WRITTEN) == "/table open rules:European seats:"
        window.type("4", Keys.ENTER)
        window.sees("eu 4 None red")

    await act(steps)
