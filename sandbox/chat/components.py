"""Checks Discord's limits on message components and modals."""

from collections.abc import Callable, Collection, Mapping

from sandbox.chat.form import Form, Path
from sandbox.wire.json_text import Json, is_int
from sandbox.wire.numbers import COMPONENTS_IN_A_MESSAGE, ButtonStyle, Component

TEXT_IN_A_MESSAGE = 4_000
CLASSIC = (Component.ROW,)
INSIDE_CONTAINER = (
    Component.ROW,
    Component.SECTION,
    Component.TEXT,
    Component.GALLERY,
    Component.SEPARATOR,
)
LAYOUT = (*INSIDE_CONTAINER, Component.CONTAINER)
SCHEMES = ("http://", "https://", "discord://")
INSIDE_ROW = (Component.BUTTON, Component.SELECT)
MODAL = (Component.TEXT, Component.LABEL)


class ComponentCheck:
    """Walks once over a tree of components, such as buttons, and records every fault."""

    def __init__(self, form: Form, *, files: Collection[str] = ()) -> None:
        self._form = form
        self._files = files
        self._ids: set[int] = set()
        self._custom_ids: set[str] = set()
        self.count = 0
        self.text = 0
        self._kinds: Mapping[int, Callable[[Json, Path], None]] = {
            Component.ROW: self._row,
            Component.BUTTON: self._button,
            Component.SELECT: self._select,
            Component.TEXT_INPUT: self._text_input,
            Component.SECTION: self._section,
            Component.TEXT: self._text,
            Component.GALLERY: self._gallery,
            Component.SEPARATOR: self._separator,
            Component.CONTAINER: self._container,
            Component.LABEL: self._label,
        }

    def message(self, body: Json, *, layout: bool) -> None:
        """Check a message's components; `layout` is True for Components V2."""
        high = COMPONENTS_IN_A_MESSAGE if layout else 5
        self._children(body, (), LAYOUT if layout else CLASSIC, high, 0, required=False)
        path = ("components",)
        if self.count > COMPONENTS_IN_A_MESSAGE:
            text = f"The message has {self.count} components, the maximum is 40 (nested included)."
            self._form.add(path, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", text)
        if self.text > TEXT_IN_A_MESSAGE:
            text = f"Total displayable text is {self.text} characters, the maximum is 4000."
            self._form.add(path, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", text)

    def modal(self, body: Json) -> None:
        self._form.string(body, "title", (), 45, 1, required=True)
        self._form.string(body, "custom_id", (), 100, 1, required=True)
        self._children(body, (), MODAL, 5)

    def _children(
        self,
        node: Json,
        path: Path,
        allowed: Collection[int],
        high: int,
        low: int = 1,
        *,
        required: bool = True,
    ) -> list[Json]:
        children = self._form.items(node, "components", path, high, low, required=required)
        for i, child in enumerate(children):
            self._node(child, (*path, "components", i), allowed)
        return children

    def _child(self, node: Json, key: str, path: Path, allowed: Component) -> None:
        child, path = node.get(key), (*path, key)
        if isinstance(child, dict):
            self._node(child, path, (allowed,))
        else:
            self._form.required(path)

    def _node(self, node: Json, path: Path, allowed: Collection[int]) -> None:
        self.count += 1
        kind = node.get("type")
        if not is_int(kind) or kind not in allowed:
            listed = ", ".join(str(int(item)) for item in allowed)
            text = f'Value of field "type" must be one of ({listed}).'
            self._form.add((*path, "type"), "UNION_TYPE_CHOICES", text)
            return
        self._id(node, path)
        self._kinds[kind](node, path)

    def _id(self, node: Json, path: Path) -> None:
        number = self._form.integer(node, "id", path, 0, 2**31 - 1)
        if not number:
            return
        if number in self._ids:
            text = "Component id cannot be duplicated"
            self._form.add((*path, "id"), "COMPONENT_ID_DUPLICATED", text)
        self._ids.add(number)

    def _custom_id(self, node: Json, path: Path) -> None:
        custom_id = self._form.string(node, "custom_id", path, 100, 1, required=True)
        if custom_id in self._custom_ids:
            text = "Component custom id cannot be duplicated"
            self._form.add((*path, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", text)
        if custom_id is not None:
            self._custom_ids.add(custom_id)

    def _row(self, node: Json, path: Path) -> None:
        children = self._children(node, path, INSIDE_ROW, 5)
        wide = [child for child in children if child.get("type") != Component.BUTTON]
        if wide and len(children) > 1:
            text = "The specified component exceeds the maximum width"
            self._form.add((*path, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", text)

    def _button(self, node: Json, path: Path) -> None:
        form = self._form
        form.string(node, "label", path, 80)
        if not node.get("label"):
            form.required((*path, "label"))
        form.boolean(node, "disabled", path)
        form.choice(node.get("style"), (*path, "style"), tuple(ButtonStyle))
        if node.get("style") == ButtonStyle.LINK:
            self._link(node, path)
        else:
            self._custom_id(node, path)
        self._no_emoji(node, path)

    def _link(self, node: Json, path: Path) -> None:
        url = self._form.string(node, "url", path, 512, 1, required=True)
        if url is not None and not url.startswith(SCHEMES):
            text = f'Scheme "{url.partition(":")[0]}" is not supported.'
            self._form.add((*path, "url"), "URL_TYPE_INVALID_SCHEME", text)
        if "custom_id" in node:
            text = "A custom id and url cannot both be specified"
            self._form.add(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", text)

    def _no_emoji(self, node: Json, path: Path) -> None:
        if node.get("emoji") is not None:
            text = "The page draws no emoji here"
            self._form.add((*path, "emoji"), "COMPONENT_FIELD_NOT_ALLOWED", text)

    def _select(self, node: Json, path: Path) -> None:
        form = self._form
        self._custom_id(node, path)
        form.string(node, "placeholder", path, 150)
        form.boolean(node, "disabled", path)
        low = form.integer(node, "min_values", path, 0, 25)
        high = form.integer(node, "max_values", path, 1, 25)
        if low is not None and low > (1 if high is None else high):
            text = "min_values cannot be greater than max_values."
            form.add((*path, "min_values"), "SELECT_COMPONENT_MIN_VALUES_TOO_HIGH", text)
        options = self._options(node, path)
        if high is not None and options and high > len(options):
            text = f"Must be less than or equal to the number of options ({len(options)})."
            form.add((*path, "max_values"), "SELECT_COMPONENT_MAX_VALUES_TOO_HIGH", text)

    def _options(self, node: Json, path: Path) -> list[Json]:
        form, values = self._form, set[object]()
        options = form.items(node, "options", path, 25, 1, required=True)
        for i, option in enumerate(options):
            at = (*path, "options", i)
            form.string(option, "label", at, 100, 1, required=True)
            form.string(option, "description", at, 100)
            value = form.string(option, "value", at, 100, 1, required=True)
            self._no_emoji(option, at)
            if value in values:
                text = "The specified option value is already used"
                form.add((*at, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", text)
            values.add(value)
        return options

    def _text_input(self, node: Json, path: Path) -> None:
        form = self._form
        self._custom_id(node, path)
        form.choice(node.get("style"), (*path, "style"), (1, 2))
        form.string(node, "placeholder", path, 100)
        form.string(node, "value", path, 4_000)
        form.boolean(node, "required", path)
        low = form.integer(node, "min_length", path, 0, 4_000)
        high = form.integer(node, "max_length", path, 1, 4_000)
        if low is not None and high is not None and low > high:
            text = "min_length cannot be greater than max_length."
            form.add((*path, "min_length"), "TEXT_INPUT_MIN_LENGTH_TOO_HIGH", text)

    def _label(self, node: Json, path: Path) -> None:
        self._form.string(node, "label", path, 45, 1, required=True)
        self._form.string(node, "description", path, 100)
        self._child(node, "component", path, Component.TEXT_INPUT)

    def _text(self, node: Json, path: Path) -> None:
        content = self._form.string(node, "content", path, TEXT_IN_A_MESSAGE, 1, required=True)
        self.text += len(content or "")

    def _section(self, node: Json, path: Path) -> None:
        self._children(node, path, (Component.TEXT,), 3)
        self._child(node, "accessory", path, Component.BUTTON)

    def _container(self, node: Json, path: Path) -> None:
        self._form.integer(node, "accent_color", path, 0, 0xFFFFFF)
        self._form.boolean(node, "spoiler", path)
        self._children(node, path, INSIDE_CONTAINER, 40)

    def _separator(self, node: Json, path: Path) -> None:
        self._form.boolean(node, "divider", path)
        if node.get("spacing") is not None:
            self._form.choice(node["spacing"], (*path, "spacing"), (1, 2))

    def _gallery(self, node: Json, path: Path) -> None:
        for i, item in enumerate(self._form.items(node, "items", path, 10, 1, required=True)):
            self._media(item, (*path, "items", i))

    def _media(self, item: Json, path: Path) -> None:
        form = self._form
        form.string(item, "description", path, 1_024)
        form.boolean(item, "spoiler", path)
        media, path = item.get("media"), (*path, "media")
        if not isinstance(media, dict):
            form.required(path)
            return
        url = form.string(media, "url", path, 2_048, 1, required=True)
        if url is None:
            return
        if not url.startswith(("attachment://", "http://", "https://")):
            form.add((*path, "url"), "URL_TYPE_INVALID_SCHEME", "Not a well formed URL.")
        elif (
            url.startswith("attachment://") and url.removeprefix("attachment://") not in self._files
        ):
            code = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
            form.add((*path, "url"), code, "The referenced attachment was not found")
