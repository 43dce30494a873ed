"""Lines of the log that say what they are about: in words for people, and by numbers for machines."""

import logging
from typing import Any


class About(logging.LoggerAdapter[logging.Logger]):
    """Writes lines that begin with these words; the numbers, as of a table or a user, are fields of each record."""

    def __init__(self, log: logging.Logger, words: str, **numbers: int | None) -> None:
        super().__init__(log, {name: n for name, n in numbers.items() if n is not None})
        self._words = words

    def log(self, level: int, msg: object, *args: object, **kwargs: Any) -> None:
        """Write a line; the words may hold any sign, so they are no part of what is formatted."""
        self.logger.log(
            level, f"%s: {msg}", self._words, *args, extra=self.extra, stacklevel=2, **kwargs
        )
