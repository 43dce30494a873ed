"use strict";
/* ==== typing: suggestions for a command typed as text ================================================ */

const ASK_AFTER = 180;   // milliseconds without another letter

/** What the end of a typed command is: `text` of the value of `option`, if not null, or of the name of an `open` one. */
function typedPlace(options, rest) {
  const last = nameMarks(options, rest).at(-1);
  const given = new Set(last && [...splitTyped(options, rest.slice(0, last.start)).texts.keys(), last.option.name]);
  const openOptions = () => options.filter((option) => !given.has(option.name));
  let text = last ? rest.slice(last.end) : rest;
  for (const option of last ? [last.option] : openOptions()) {
    const value = text.trimStart(), after = textAfterValue(option, value);
    const isNeeded = last || value || option.required;   // optional ones are first offered by name
    if (after === null) return { option: isNeeded ? option : null, text: value, isNamed: Boolean(last), open: openOptions() };
    given.add(option.name);
    text = after;
  }
  return { option: null, text: text.trimStart(), isNamed: false, open: openOptions() };
}

/** What follows a whole value and a space; null while the value may go on. */
function textAfterValue(option, text) {
  const choice = choiceNames(option).find((name) => text.toLowerCase().startsWith(`${name.toLowerCase()} `));
  const word = choice ?? /^(?:"[^"]*"|\S+)(?=\s)/.exec(text)?.[0];
  if (word === undefined || (isFreeText(option) && !word.startsWith('"'))) return null;
  return readOption(option, unquote(word)).error ? null : text.slice(word.length);
}

/** Offers what may stand at the end of a typed command. */
function suggestTyped(typed) {
  const { leaf, rest } = typed, place = typedPlace(leaf.options, rest);
  setStatus(place.option ? optionHelp(place.option) : leaf.description);
  const asks = Boolean(place.option?.autocomplete);
  if (asks) composer.timer = setTimeout(askTyped, ASK_AFTER, typed, place);
  // Keep showing the previous answer until the bot answers.
  const isOld = asks && list.items.some((item) => item.option === place.option);
  if (!isOld) showTyped(typed, place, valueItems(place));
}

function valueItems({ option, text }) {
  const fitting = option ? offersOf(option).filter((item) => fits(item, text.trim())) : [];
  return fitting.map((item) => ({ ...item, option }));
}

const fits = (item, text) => `${item.label} ${item.hint ?? ""}`.toLowerCase().includes(text.toLowerCase());

function nameItems({ text, isNamed, open }) {
  if (isNamed) return [];
  const names = (option) => [shown(option, "name"), option.name];
  return open.filter((option) => names(option).some((name) => name.toLowerCase().startsWith(text.toLowerCase())))
    .map((option) => ({ label: `${shown(option, "name")}:`, hint: optionHint(option) }));
}

function optionHint(option) {
  return option.required ? shown(option, "description") : `${shown(option, "description")} (optional)`;
}

/** Enter sends a command that is whole, and else takes the first offer: what can't be left out, or a name. */
function showTyped({ leaf, rest }, place, values) {
  const names = nameItems(place);
  const items = place.option?.required ? [...values, ...names] : [...names, ...values];
  openList($("composer"), items, (item) => pickTyped(place, item));
  if (list.owner && isWhole(leaf, rest)) setActive(-1);
}

function isWhole(leaf, rest) {
  const { texts, leftover } = splitTyped(leaf.options, rest);
  return !leftover && leaf.options.every((option) => !readTyped(option, texts.get(option.name) ?? "").error);
}

/** Puts the picked name or value in the place of the text that it completes; what is needed next follows a value. */
function pickTyped(place, item) {
  const written = $("composer").value, before = written.slice(0, written.length - place.text.length);
  const name = item.option && !place.isNamed ? `${shown(item.option, "name")}:` : "";
  if (item.option) composer.picked.set(item.option.name, item);
  const next = place.open.find((option) => option.required && option !== item.option);
  const following = next ? `${shown(next, "name")}:` : "";
  $("composer").value = before + (item.option ? `${name}${item.label} ${following}` : item.label);
  growComposer();
  closeList();
  refreshSuggestions();
}

/** The value of an option's text: what was picked from the list, else what the text says. */
function readTyped(option, text) {
  const picked = composer.picked.get(option.name);
  return picked?.label === text ? { value: picked.value } : readOption(option, text);
}

/** Asks the bot what it would suggest for the option that is being typed; another letter makes the answer stale. */
function askTyped(typed, place) {
  const { texts } = splitTyped(typed.leaf.options, typed.rest);
  const values = readableValues(typed.leaf.options, (option) => readTyped(option, texts.get(option.name) ?? ""));
  values.set(place.option.name, place.text.trim());
  askBot(typed.leaf, values, place.option, (choices) => {
    if (document.activeElement !== $("composer")) return;
    showTyped(typed, place, choices.map((choice) => ({ ...choiceItem(choice), option: place.option })));
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
