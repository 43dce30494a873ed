"use strict";
/* ==== fields: a command whose options are filled in one by one ======================================= */
function enterCommand(leaf, texts) {
  Object.assign(composer, { leaf, fields: [] });
  $("composer").hidden = true;
  $("command-bar").hidden = false;
  $("command-bar").setAttribute("aria-label", "/" + leaf.name);
  $("command-bar").replaceChildren(
    h("div", { class: "command-title" }, h("strong", {}, "/" + leaf.name), h("span", { class: "soft" }, leaf.description),
      pushButton({ "aria-label": "Leave this command", onclick: leaveCommand }, "✕")),
    h("div", { class: "options" }, leaf.options.map((option) => addButton(option))));
  for (const option of leaf.options) if (option.required || texts.has(option.name)) addField(option, texts.get(option.name) ?? "");
  focusNextField();
}

function addButton(option) {
  const add = () => addField(option, "").input.focus(), help = () => setStatus(optionHelp(option));
  return pushButton({
    class: "add", "data-add-option": option.name, title: shown(option, "description"), onclick: add, onfocus: help, onpointerenter: help,
  }, "+ " + shown(option, "name"));
}

/** Puts an option's field in the place of its "+" button. */
function addField(option, text) {
  const input = h("input", {
    type: "text", "data-option": option.name, autocomplete: "off", spellcheck: "false", inputmode: option.type === 4 ? "numeric" : null,
    role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": "suggestions",
    "aria-describedby": "status", "aria-required": String(Boolean(option.required)),
  });
  input.value = text;
  const field = { option, input, picked: null, node: h("label", { class: "option" }, h("span", {}, shown(option, "name")), input) };
  input.addEventListener("focus", () => { setStatus(optionHelp(option)); suggestForField(field); });
  input.addEventListener("input", () => onFieldInput(field));
  input.addEventListener("keydown", (event) => onFieldKey(field, event));
  $("command-bar").querySelector(`[data-add-option="${CSS.escape(option.name)}"]`).replaceWith(field.node);
  composer.fields.push(field);
  return field;
}

function onFieldInput(field) {
  field.picked = null;
  field.node.classList.remove("bad");
  field.input.removeAttribute("aria-invalid");
  setStatus(optionHelp(field.option));
  suggestForField(field);
}

function onFieldKey(field, event) {
  if (event.key !== "Backspace" || field.input.value || field.option.required) return;
  event.preventDefault();
  dropField(field);
}

function dropField(field) {
  closeList();
  composer.fields = composer.fields.filter((known) => known !== field);
  field.node.replaceWith(addButton(field.option));
  focusNextField();
}

function focusNextField() {
  const empty = composer.fields.find((field) => field.option.required && !field.input.value);
  if (empty) empty.input.focus();
  else if (!document.activeElement.dataset.option) $("send").focus();
}

function suggestForField(field) {
  clearTimeout(composer.timer);
  if (field.option.autocomplete) { composer.timer = setTimeout(askAutocomplete, ASK_AFTER, field); return; }
  const text = field.picked ? "" : field.input.value.toLowerCase();
  showOffers(field, offersOf(field.option).filter((item) => `${item.label} ${item.hint ?? ""}`.toLowerCase().includes(text)));
}

function showOffers(field, items) {
  const onPick = (item) => { field.picked = item; field.input.value = item.label; closeList(); focusNextField(); };
  openList(field.input, items, onPick);
}

/** Asks the bot what it would suggest for a field. */
function askAutocomplete(field) {
  const fieldOf = (option) => composer.fields.find((known) => known.option === option);
  const values = readableValues(composer.leaf.options, (option) => fieldOf(option) ? readField(fieldOf(option)) : {});
  values.set(field.option.name, field.input.value);
  askBot(composer.leaf, values, field.option, (choices) => {
    if (document.activeElement === field.input) showOffers(field, choices.map(choiceItem));
  });
}

function readField(field) {
  return field.picked ? { value: field.picked.value } : readOption(field.option, field.input.value.trim());
}

function reportField(field, error) {
  setStatus(error, true);
  field.node.classList.add("bad");
  field.input.setAttribute("aria-invalid", "true");
  field.input.focus();
  setStatus(error, true);
}

function submitFields() {
  const values = new Map();
  for (const field of composer.fields) {
    const { value, error } = readField(field);
    if (error) { closeList(); reportField(field, error); return; }
    if (value !== undefined) values.set(field.option.name, value);
  }
  const { leaf } = composer;
  leaveCommand();
  sendCommand(leaf, values);
  clearComposer("/" + leaf.name);
}

function leaveCommand() {
  clearTimeout(composer.timer);
  Object.assign(composer, { leaf: null, fields: [], asked: null });
  closeList();
  $("command-bar").hidden = true;
  $("command-bar").replaceChildren();
  $("composer").hidden = false;
  $("composer").value = "";
  fitHint();
  growComposer();
  setStatus("");
  $("composer").focus();
}
