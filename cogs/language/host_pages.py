"""The pages that a host has on the web, and what they are called."""

from collections.abc import Iterator
from dataclasses import dataclass

from cogs.language import Language


@dataclass(frozen=True, slots=True, kw_only=True)
class HostPages:
    """Their addresses; empty for a page that there is not."""

    privacy: str = ""
    terms: str = ""
    support: str = ""

    def named(self, lang: Language) -> Iterator[tuple[str, str]]:
        """The name and the address of each page that there is."""
        for name, url in (
            ("link-privacy", self.privacy),
            ("link-terms", self.terms),
            ("link-support", self.support),
        ):
            if url:
                yield lang(name), url


NO_PAGES = HostPages()
