"""The server's refusals, in Discord's own codes and shapes."""

from .json_text import Json


class ApiError(Exception):
    """A refused REST request: an HTTP status, Discord's code, and the faults."""

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None) -> None:
        super().__init__(f"{status}/{code}: {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    def body(self) -> Json:
        """The JSON that Discord answers with."""
        body: Json = {"message": self.message, "code": self.code}
        if self.errors:
            body["errors"] = self.errors
        return body


class Refused(Exception):  # not an error of the program
    """A Discord client would not let the user do this; the text says why."""


def unauthorized() -> ApiError:
    """No token, an empty one, or a malformed Authorization header."""
    return ApiError(401, 0, "401: Unauthorized")


def unknown_application() -> ApiError:
    """The id in the path is not this bot's."""
    return ApiError(404, 10002, "Unknown Application")


def unknown_channel() -> ApiError:
    """There is no such channel, or it is deleted."""
    return ApiError(404, 10003, "Unknown Channel")


def unknown_message() -> ApiError:
    """There is no such message, or not for this route."""
    return ApiError(404, 10008, "Unknown Message")


def unknown_emoji() -> ApiError:
    """There is no such emoji."""
    return ApiError(404, 10014, "Unknown Emoji")


def unknown_webhook() -> ApiError:
    """The interaction has no first answer yet."""
    return ApiError(404, 10015, "Unknown Webhook")


def unknown_interaction() -> ApiError:
    """The first answer came too late, or there is no such interaction."""
    return ApiError(404, 10062, "Unknown interaction")


def already_acknowledged() -> ApiError:
    """An interaction takes one first answer."""
    return ApiError(400, 40060, "Interaction has already been acknowledged.")


def invalid_token() -> ApiError:
    """An unknown interaction token, or one older than 15 minutes."""
    return ApiError(401, 50027, "Invalid Webhook Token")


def missing_access() -> ApiError:
    """The bot can't see the channel."""
    return ApiError(403, 50001, "Missing Access")


def missing_permissions() -> ApiError:
    """The bot sees the channel, but may not do this in it."""
    return ApiError(403, 50013, "Missing Permissions")


def not_the_author() -> ApiError:
    """Only an author edits a message."""
    return ApiError(403, 50005, "Cannot edit a message authored by another user")


def entry_point_missing() -> ApiError:
    """A whole set of commands has to have the Entry Point command that is there."""
    text = (
        "You cannot remove this app's Entry Point command in a bulk update operation. Please include "
        "the Entry Point command in your update request or delete it separately."
    )
    return ApiError(400, 50240, text)


def empty_message() -> ApiError:
    """A message needs something in it."""
    return ApiError(400, 50006, "Cannot send an empty message")


def not_for_this_channel() -> ApiError:
    """A channel of this kind has no such thing: a thread has no threads."""
    return ApiError(400, 50024, "Cannot execute action on this channel type")


def too_many_threads() -> ApiError:
    """The server has as many open threads as it may have."""
    return ApiError(400, 160006, "Maximum number of active threads reached")


def thread_archived() -> ApiError:
    """Nothing can be sent to a locked thread, or edited in an archived one."""
    return ApiError(400, 50083, "Thread is archived")


def invalid_json() -> ApiError:
    """The body is not the JSON that the route takes."""
    return ApiError(400, 50109, "The request body contains invalid JSON.")


def too_large() -> ApiError:
    """A file over the upload limit."""
    return ApiError(413, 40005, "Request entity too large")
