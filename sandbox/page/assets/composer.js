"use strict";
/* ==== composer: plain messages, and commands as text or as fields ==================================== */
const composer = {
  leaf: null, fields: [],   // the command whose options are shown as fields
  picked: new Map(),        // option name -> the item that was picked while typing
  asked: null, timer: 0,    // the newest question to the bot, as {nonce, show}
  last: "",
};

function setStatus(text, isBad = false) {
  if ($("status").textContent !== text) $("status").textContent = text;
  $("status").classList.toggle("bad", isBad);
}

function refreshSuggestions() {
  const text = $("composer").value;
  if (composer.leaf) return;
  clearTimeout(composer.timer);
  composer.asked = null;
  const typed = typedCommand(text), isCommand = text.startsWith("/") && document.activeElement === $("composer");
  if (!isCommand) {
    composer.picked.clear();
    if (list.owner === $("composer")) closeList();
    setStatus("");
    return;
  }
  if (typed?.rest) { suggestTyped(typed); return; }
  const found = matchingLeaves(text.slice(1));
  openList($("composer"), found.map((leaf) => ({ label: "/" + leaf.name, hint: leaf.description, leaf })), pickCommand);
  setStatus(found.length ? "" : "No command is called that.");
}

/** Enter sends a fully typed command that needs no options; other commands ask for what they need, or offer what they take. */
function pickCommand({ leaf }, key) {
  const complete = key === "Enter" && ["/" + leaf.name, "/" + leaf.ownName].includes($("composer").value.trim());
  closeList();
  if (complete) runCommand(leaf, new Map());
  else if (leaf.options.some((option) => option.required)) enterCommand(leaf, new Map());
  else if (leaf.options.length) fillComposer(`/${leaf.name} `);
  else { fillComposer("/" + leaf.name); closeList(); }
}

function fillComposer(text) {
  leaveCommand();
  $("composer").value = text;
  growComposer();
  refreshSuggestions();
}

function growComposer() {
  const { style } = $("composer");
  style.height = "32px";
  style.height = `${$("composer").scrollHeight}px`;
}

const ruler = document.createElement("canvas").getContext("2d");

/** The longest hint that can be read as a whole. */
function fitHint() {
  const box = $("composer"), channel = channelById(store.channelId);
  const hints = channel ? [`Message #${channel.name}, / for commands`, `Message #${channel.name}`, "Message"] : [""];
  ruler.font = getComputedStyle(box).font;
  box.placeholder = hints.find((hint) => ruler.measureText(hint).width <= box.clientWidth) ?? hints.at(-1);
}

function submitComposer() {
  if (composer.leaf) { submitFields(); return; }
  const text = $("composer").value.trim();
  if (!text) return;
  if (text.startsWith("/")) { submitTyped(text); return; }
  if (send({ op: "say", channel_id: store.channelId, content: text })) clearComposer(text);
}

function clearComposer(text) {
  clearTimeout(composer.timer);
  Object.assign(composer, { last: text, asked: null });
  composer.picked.clear();
  $("composer").value = "";
  growComposer();
  closeList();
  scrollDown();
}

function submitTyped(text) {
  const typed = typedCommand(text);
  if (!typed) { setStatus("No command is called that.", true); return; }
  const { texts, leftover } = splitTyped(typed.leaf.options, typed.rest);
  if (leftover) { setStatus(`Too much was typed: “${leftover}”. ${describeLeaf(typed.leaf)}`, true); return; }
  runCommand(typed.leaf, texts, text);
}

/** Sends the command if all its options are right, else shows them as fields with what was typed. */
function runCommand(leaf, texts, typed = "/" + leaf.name) {
  const values = new Map();
  for (const option of leaf.options) {
    const { value, error } = readTyped(option, texts.get(option.name) ?? "");
    if (error) {
      enterCommand(leaf, texts);
      if (texts.size) reportField(composer.fields.find((field) => field.option === option), error);
      return;
    }
    if (value !== undefined) values.set(option.name, value);
  }
  sendCommand(leaf, values);
  clearComposer(typed);
}

function sendCommand(leaf, values) {
  setStatus(`Sending /${leaf.name}…`);
  const command = { op: "command", channel_id: store.channelId, command_id: leaf.command.id, options: optionList(leaf, values) };
  sendInteraction(command, { kind: "command", label: leaf.name });
}

/* -- a command as labelled fields -- */
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

/** The values that can be read, by the names of their options. */
function readableValues(options, read) {
  return new Map(options.map((option) => [option.name, read(option).value]).filter(([, value]) => value !== undefined));
}

/** Sends what stands in a command; only the newest question's answer is shown. */
function askBot(leaf, values, option, show) {
  const nonce = newNonce();
  composer.asked = { nonce, show };
  const options = optionList(leaf, values, option.name);
  send({ op: "autocomplete", nonce, channel_id: store.channelId, command_id: leaf.command.id, options });
}

function showAutocomplete(nonce, choices) {
  if (composer.asked?.nonce === nonce) composer.asked.show(choices);
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

function onComposerKey(event) {
  if (event.isComposing) return;
  if (event.key === "Enter" && !event.shiftKey && event.target.matches("textarea, input")) { event.preventDefault(); submitComposer(); }
  else if (event.key === "Escape" && composer.leaf) leaveCommand();
  else if (event.key === "ArrowUp" && event.target === $("composer") && !$("composer").value) {
    event.preventDefault();
    fillComposer(composer.last);
    if (list.owner) closeList();
  }
}
