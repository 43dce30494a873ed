"use strict";
/* ==== suggestion list: one listbox for commands, options and select menus ========================== */
const list = { owner: null, items: [], active: -1, onPick: null };

/** Shows items ({label, hint, selected}) beside their owner, which keeps the focus. */
function openList(owner, items, onPick) {
  if (list.owner && list.owner !== owner) closeList();
  if (!items.length) { if (list.owner) closeList(); return; }
  Object.assign(list, { owner, items, onPick });
  $("suggestions").classList.toggle("menu", owner.tagName === "BUTTON");
  $("suggestions").replaceChildren(...items.map(listOption));
  owner.setAttribute("aria-expanded", "true");
  $("suggestions").showPopover();
  placeList();
  setActive(0);
}

function listOption(item, index) {
  return h("li", { role: "option", id: `suggestion-${index}`, "data-index": index, "aria-selected": String(Boolean(item.selected)) },
    span(null, span("label", item.label), item.hint && span("hint", item.hint)));
}

function closeList() {
  const { owner } = list;
  Object.assign(list, { owner: null, items: [], active: -1, onPick: null });
  $("suggestions").hidePopover();
  $("suggestions").replaceChildren();
  owner?.setAttribute("aria-expanded", "false");
  owner?.removeAttribute("aria-activedescendant");
}

function placeList() {
  const { style } = $("suggestions");
  const { left, width } = (list.owner.closest(".option") ?? list.owner.closest(".box") ?? list.owner).getBoundingClientRect();
  const { top, bottom } = (list.owner.closest(".box") ?? list.owner).getBoundingClientRect();   // don't cover fields of the composer
  const upwards = innerHeight - bottom < 240 && top > innerHeight - bottom;
  const wide = Math.min(Math.max(width, 300), innerWidth - 16);
  style.width = `${wide}px`;
  style.left = `${Math.max(8, Math.min(left, innerWidth - wide - 8))}px`;
  style.top = upwards ? "auto" : `${bottom + 6}px`;
  style.bottom = upwards ? `${innerHeight - top + 6}px` : "auto";
  style.maxHeight = `${Math.max(120, Math.min(380, (upwards ? top : innerHeight - bottom) - 18))}px`;
}

function setActive(index) {
  list.active = index;
  for (const option of $("suggestions").children) {
    const isActive = Number(option.dataset.index) === index;
    option.classList.toggle("active", isActive);
    // "selected" is the previous choice in a menu, and the choice of Enter next to a text field.
    if (list.owner.tagName !== "BUTTON") option.setAttribute("aria-selected", String(isActive));
  }
  const option = $("suggestions").children[index];
  if (!option) { list.owner.removeAttribute("aria-activedescendant"); return; }
  list.owner.setAttribute("aria-activedescendant", option.id);
  option.scrollIntoView({ block: "nearest" });
}

/** Handles keys while the list is open, before other handlers. */
function onListKey(event) {
  if (!list.owner || event.target !== list.owner || event.isComposing) return;
  const last = list.items.length - 1, isButton = list.owner.tagName === "BUTTON";
  const moves = { ArrowDown: list.active >= last ? 0 : list.active + 1, ArrowUp: list.active <= 0 ? last : list.active - 1 };
  if (isButton) Object.assign(moves, { Home: 0, End: last });
  const picks = !event.shiftKey && (event.key === "Enter" || event.key === (isButton ? " " : "Tab"));
  if (event.key in moves) setActive(moves[event.key]);
  else if (event.key === "Escape") closeList();
  else if (picks && (list.active >= 0 || event.key === "Tab")) list.onPick(list.items[Math.max(list.active, 0)], event.key);
  else if (isButton && event.key.length === 1) findInList(event.key);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Type-ahead: the next item that starts with this letter. */
function findInList(letter) {
  const order = [...list.items.keys()].map((offset) => (list.active + 1 + offset) % list.items.length);
  const found = order.find((index) => list.items[index].label.toLowerCase().startsWith(letter.toLowerCase()));
  if (found !== undefined) setActive(found);
}

/** Opens a select menu, or closes it; `commit(values)` is called when one is picked. */
function openSelect(button, component, values, commit) {
  if (list.owner === button) { closeList(); return; }
  button.focus();
  openList(button, selectItems(component, values), ({ value }) => { closeList(); commit([value]); });
}
