"use strict";
/* ==== composer: plain messages, and commands as text ================================================ */
const composer = {
  leaf: null, fields: [],   // the command whose options are shown as fields
  picked: new Map(),        // option name -> the item picked while typing
  asked: null, timer: 0,    // the latest autocomplete request, as {nonce, show}
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
  setStatus(found.length ? "" : "There is no such command.");
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
  if (!typed) { setStatus("There is no such command.", true); return; }
  const { texts, leftover } = splitTyped(typed.leaf.options, typed.rest);
  if (leftover) { setStatus(`Unexpected text: “${leftover}”. ${describeLeaf(typed.leaf)}`, true); return; }
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
  sendInteraction(command, { kind: "command", label: leaf.name, channelId: store.channelId });
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
