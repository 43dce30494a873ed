"use strict";
/* ==== commands: parsing typed commands in the user's language ======================================= */

/** A name or description in the person's language where the bot registered one, else the bot's own. */
const shown = (node, key) => node[`${key}_localizations`]?.[store.locale] ?? node[key];
const sameText = (one, other) => String(one).toLowerCase() === other.toLowerCase();

/** Every command that can be sent; sub-commands count as commands ("table open"). */
function commandLeaves() {
  const leavesOf = (command, node, path) => {
    const steps = (node.options ?? []).filter((option) => option.type === 1 || option.type === 2);
    if (steps.length) return steps.flatMap((step) => leavesOf(command, step, [...path, step]));
    const parts = [command, ...path];
    const [name, ownName] = [parts.map((part) => shown(part, "name")), parts.map((part) => part.name)].map((names) => names.join(" "));
    return [{ command, path, name, ownName, description: shown(node, "description"), options: node.options ?? [] }];
  };
  const offered = new Set(channelById(store.channelId)?.commands);
  return store.commands.filter(({ id }) => offered.has(id)).flatMap((command) => leavesOf(command, command, []));
}

/** The command that a text like "/bet 250" spells out, with the rest of the text. */
function typedCommand(text) {
  const leaves = commandLeaves();
  for (const key of ["name", "ownName"]) {
    const leaf = leaves.find((one) => `${text} `.startsWith(`/${one[key]} `));
    if (leaf) return { leaf, rest: text.slice(leaf[key].length + 1) };
  }
  return null;
}

/** The commands that a text like "tab" may mean, the likeliest first. */
function matchingLeaves(typed) {
  const wanted = typed.toLowerCase();
  const rankOf = (name) => name === wanted ? 0 : name.startsWith(wanted) ? 1 : name.includes(wanted) ? 2 : 3;
  const rank = (leaf) => Math.min(rankOf(leaf.name), rankOf(leaf.ownName));
  return commandLeaves().filter((leaf) => rank(leaf) < 3).sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
}

function describeLeaf(leaf) {
  return leaf.options.map((option) => `${shown(option, "name")}${option.required ? "" : " (optional)"}: ${shown(option, "description")}`).join(" · ");
}

/** Where "amount:" and the like stand in a text, as {option, start, end}, in order. */
function nameMarks(options, rest) {
  const owners = new Map(options.flatMap((option) => [[option.name, option], [shown(option, "name"), option]]));
  const names = [...owners.keys()].map((name) => name.replace(/[^\p{L}\p{N}\p{M}_]/gu, "\\$&")).join("|");
  const found = names ? [...rest.matchAll(new RegExp(`(?:^|\\s)(${names}):`, "g"))] : [];
  return found.map((mark) => ({ option: owners.get(mark[1]), start: mark.index, end: mark.index + mark[0].length }));
}

/** Whether an option takes any words, with nothing to choose from. */
const isFreeText = (option) => option.type === 3 && !option.choices?.length && !option.autocomplete;

/** Assigns "amount:250 side:x" or "250 x" to the options; the last required option takes the remaining words. */
function splitTyped(options, rest) {
  const texts = new Map();
  const marks = nameMarks(options, rest);
  marks.forEach(({ option, end }, index) => texts.set(option.name, unquote(rest.slice(end, marks[index + 1]?.start))));
  let words = rest.slice(0, marks[0]?.start).trim();
  const open = options.filter((option) => !texts.has(option.name));
  const greedy = open.filter((option) => option.required).at(-1) ?? open[0];
  for (const option of open) {
    if (!words) break;
    const takesAll = option === greedy && isFreeText(option) && !words.startsWith('"');
    const choice = choiceNames(option).find((name) => `${words} `.toLowerCase().startsWith(`${name.toLowerCase()} `));
    const word = takesAll ? words : choice ? words.slice(0, choice.length) : /^"[^"]*"|^\S+/.exec(words)[0];
    texts.set(option.name, unquote(word));
    words = words.slice(word.length).trim();
  }
  return { texts, leftover: words };
}

const choiceNames = (option) => (option.choices ?? []).flatMap((choice) => [shown(choice, "name"), choice.name]);
const unquote = (text) => text.trim().replace(/^"([^"]*)"$/, "$1");

/** The options of a command as the server wants them: under the bot's own names, nested in their sub-commands. */
function optionList(leaf, values, focused) {
  const given = leaf.options.filter(({ name }) => values.has(name));
  const flat = given.map(({ name, type }) => ({ name, type, value: values.get(name), ...(name === focused && { focused: true }) }));
  return leaf.path.reduceRight((inner, step) => [{ name: step.name, type: step.type, options: inner }], flat);
}

/** The value of a text, or what is wrong with it; neither for an empty optional one. */
function readOption(option, text) {
  const name = shown(option, "name");
  if (text === "") return option.required ? { error: `${name} is required.` } : {};
  if (option.choices?.length) return readChoice(option, text);
  const id = /^(?:<@!?)?(\d{5,})>?$/.exec(text)?.[1], bare = text.replace(/^@/, "").toLowerCase();
  const person = everyone().find((user) => user.id === id || [user.username, user.global_name].some((known) => known?.toLowerCase() === bare));
  const readers = {
    3: () => checkLength(option, text),
    4: () => checkNumber(option, text),
    6: () => person ? { value: person.id } : { error: `${name}: nobody is called “${text}”.` },
  };
  return readers[option.type]();
}

function readChoice(option, text) {
  const { choices } = option;
  const choice = choices.find((known) => sameText(shown(known, "name"), text)) ?? choices.find((known) => sameText(known.name, text) || sameText(known.value, text));
  return choice ? { value: choice.value }
    : { error: `${shown(option, "name")} must be one of ${choices.map((known) => shown(known, "name")).join(", ")}.` };
}

function checkLength(option, text) {
  const { min_length: minimum = 0, max_length: maximum = 6000 } = option;
  return text.length >= minimum && text.length <= maximum ? { value: text }
    : { error: `${shown(option, "name")} must have ${minimum} to ${maximum} characters.` };
}

function checkNumber(option, text) {
  const value = Number(text), { min_value: minimum = -(2 ** 53), max_value: maximum = 2 ** 53 } = option, name = shown(option, "name");
  if (!/^[+-]?\d+$/.test(text)) return { error: `${name} must be a whole number.` };
  if (value < minimum) return { error: `${name} must be at least ${minimum}.` };
  if (value > maximum) return { error: `${name} must be at most ${maximum}.` };
  return { value };
}

function optionHelp(option) {
  const limits = [[option.min_value, "at least"], [option.max_value, "at most"]].filter(([limit]) => limit !== undefined);
  const range = limits.map(([limit, words]) => `${words} ${limit}`).join(", ");
  return `${shown(option, "name")}: ${shown(option, "description")}${range && ` (${range})`}`;
}

const choiceItem = (choice) => ({ label: shown(choice, "name"), value: choice.value });

/** What an option offers, as items of the suggestion list. */
function offersOf(option) {
  if (option.choices?.length) return option.choices.map(choiceItem);
  return option.type === 6 ? peopleItems() : [];
}
