"""Draws the pages of `/help`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import accumulate
from typing import NamedTuple

from cogs.language import Language
from cogs.pages.parts import Layout, framed, links, menu, text
from cogs.pages.press import Page, Press
from engine.values.money import GIFT

PICK_PAGE = "page"
"""Its value is 1 if the admins' page is offered, otherwise 0."""

LESSON = (
    *("help-goal", "help-values", "help-bust", "help-dealer", "help-begin", "help-turn"),
    *("help-insurance", "help-surrender", "help-hint"),
)

STEPS = ("help-open", "help-bet", "help-deal", "help-late", "help-leave", "help-money")

_NAMED = ("blackjack", "bet", "rules", "leave", "strategy", "verify", "privacy")


class HelpPage(StrEnum):
    """The help pages; a value is the menu's option and the key of the page's name."""

    GAME = "help-game"
    PLAYING = "help-title"
    MOVES = "help-moves"
    FAIRNESS = "help-fairness"
    ADMINS = "help-admins"


class ListedCommand(NamedTuple):
    """A slash command, such as `house set`; its id (`number`) makes it clickable."""

    name: str
    number: int | None
    for_admins: bool

    def described(self, lang: Language) -> str:
        description = lang(f"{_key(self.name)}.description")
        return lang("help-command", command=self.mention(lang), description=description)

    def mention(self, lang: Language) -> str:
        """Return the English name, as Discord requires, and the translation if different."""
        paths = accumulate(self.name.split(), "{} {}".format)
        typed = " ".join(lang(_key(path)) for path in paths)
        if self.number is None:
            return f"`/{typed}`"
        clicked = f"</{self.name}:{self.number}>"
        return clicked if typed == self.name else f"{clicked} (`/{typed}`)"


def draw_help(
    lang: Language,
    page: HelpPage,
    commands: Sequence[ListedCommand],
    pages: Mapping[str, str],
    *,
    for_admins: bool,
) -> Layout:
    """Draw a help page; the menu offers the admins' page only `for_admins`.

    `pages` are the host's web pages.
    """
    small = [] if page is HelpPage.GAME else [text(f"-# {lang('play-money')}")]
    options = [(lang(one), one.value) for one in offered(for_admins=for_admins)]
    pick = Press(page=Page.HELP, action=PICK_PAGE, values=(int(for_admins),))
    return framed(
        *map(text, _texts(lang, page, commands)),
        menu(pick.custom_id(), lang("help-pick"), options, chosen=page.value),
        *links(pages, lang),
        *small,
    )


def offered(*, for_admins: bool) -> list[HelpPage]:
    return [page for page in HelpPage if for_admins or page is not HelpPage.ADMINS]


def _texts(lang: Language, page: HelpPage, commands: Sequence[ListedCommand]) -> Iterator[str]:
    def sentences(keys: Iterable[str]) -> list[str]:
        mentions = {one.name: one.mention(lang) for one in commands}
        named = {name: mentions.get(name, "") for name in _NAMED}
        return [lang(key, amount=lang.money.write(GIFT), **named) for key in keys]

    def described(*, for_admins: bool) -> list[str]:
        return [one.described(lang) for one in commands if one.for_admins is for_admins]

    match page:
        case HelpPage.GAME:
            # Fits one screen of a phone.
            yield _list(lang("help-lesson"), sentences(LESSON))
        case HelpPage.PLAYING:
            yield _list(lang("help-title"), sentences(STEPS))
            yield _list(lang("help-commands"), described(for_admins=False))
        case HelpPage.MOVES:
            moves, words = sentences(("help-all-moves", "help-all-words"))
            yield f"### {lang('help-moves')}\n{moves}"
            yield f"### {lang('help-words')}\n{words}"
        case HelpPage.FAIRNESS:
            (fair,) = sentences(("help-fair",))
            yield f"### {lang('help-fairness')}\n{fair}"
        case HelpPage.ADMINS:
            yield _list(lang("help-admins"), described(for_admins=True))


def _key(name: str) -> str:
    return f"command-{name.replace(' ', '-')}"


def _list(title: str, lines: list[str]) -> str:
    return "\n".join([f"### {title}", *(f"- {line}" for line in lines)])
