"use strict";
/* ==== markdown: Discord's dialect, straight to DOM nodes ======================================== */
const MAX_DEPTH = 12;
const MARKS = [   // the longest match wins
  [/\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/y, "strong"],
  [/\*(?=\S)(?!\*+(?:\s|$))((?:\*\*|\\[\s\S]|\s+(?:[^*\s\\]|\*\*)|[^\s*\\])+?)\*(?!\*)/y, "em"],
  [/__((?:\\[\s\S]|[^\\])+?)__(?!_)/y, "u"],
  [/\b_(?!_+(?:\W|$))((?:__|\\[\s\S]|[^\\_])+?)_\b/y, "em"],
  [/~~((?:\\[\s\S]|[^\\])+?)~~/y, "s"],
  [/\|\|((?:\\[\s\S]|[^\\])+?)\|\|/y, "spoiler"],
];
const INLINE = [  // [pattern, function that returns the node, or null if it does not match]
  [/\\([^\sA-Za-z0-9])/uy, (match) => match[1]],
  [/(``?)((?:(?!\1)[\s\S])+)\1(?!`)/y, (match) => h("code", {}, match[2].replace(/^ (?=`)|(?<=`) $/g, ""))],
  [/<@!?(\d+)>/y, (match) => mentionUser(match[1])],
  [/<@&(\d+)>/y, () => h("span", { class: "mention" }, "@role")],
  [/<#(\d+)>/y, (match) => mentionChannel(match[1])],
  [/<\/([^:>\n]{1,100}):(\d+)>/y, (match) => pushButton({ class: "mention", "data-command": match[1] }, "/" + match[1])],
  [/<a?:(\w{1,32}):(\d+)>/y, (match) => customEmoji(match[2], match[1])],
  [/<t:(-?\d{1,13})(?::([tTdDfFsSR]))?>/y, (match) => timeNode(Number(match[1]), match[2] ?? "f")],
  [/<(https?:\/\/[^\s<>]+)>/y, (match) => outsideLink(match[1], null, match[1])],
  [/\[((?:\\.|[^[\]\\\n]|\[[^[\]\n]*\])+)\]\(<?(https?:\/\/(?:[^\s()<>]|\([^\s()<>]*\))+)>?(?:\s+"[^"\n]*")?\)/y,
    (match, context) => /https?:\/\//.test(match[1]) ? null : outsideLink(match[2], null, parseInline(match[1], context))],
  [/https:\/\/discord\.com\/channels\/\d+\/(\d+)(?:\/\d+)?/y, (match) => channelById(match[1]) ? mentionChannel(match[1]) : null],
  [/https?:\/\/[^\s<\]]*[^\s<.,:;"')\]*_~|`\\]/y, (match) => outsideLink(match[0], null, match[0])],
  [/@(?:everyone|here)\b/y, (match) => h("span", { class: "mention" }, match[0])],
  [EMOJI, (match) => span("emoji", match[0])],
];
const PLAIN_TEXT = new RegExp(String.raw`[\s\S]+?(?=[\\\x60*_~\|<\[@]|https?:\/\/|${EMOJI.source}|$)`, "vy");

function matchAt(pattern, text, index) { pattern.lastIndex = index; return pattern.exec(text); }

/** Markdown within a line or paragraph, as a fragment. */
function parseInline(text, context, depth = 0) {
  const out = document.createDocumentFragment();
  for (let index = 0; index < text.length;) {
    const [node, length] = inlineAt(text, index, context, depth);
    out.append(node);
    index += length;
  }
  out.normalize();
  return out;
}

function inlineAt(text, index, context, depth) {
  if (depth > MAX_DEPTH) return [text.slice(index), text.length - index];
  for (const [pattern, build] of INLINE) {
    const match = matchAt(pattern, text, index);
    const node = match && build(match, context);
    if (node) return [node, match[0].length];
  }
  let best = null;
  for (const [pattern, tag] of MARKS) {
    const match = matchAt(pattern, text, index);
    if (match && (!best || match[0].length > best.match[0].length)) best = { match, tag };
  }
  if (best) return [markNode(best.tag, parseInline(best.match[1], context, depth + 1)), best.match[0].length];
  const plain = matchAt(PLAIN_TEXT, text, index)[0];
  return [plain, plain.length];
}

function markNode(tag, content) {
  if (tag !== "spoiler") return h(tag, {}, content);
  return h("span", { class: "spoiler", role: "button", tabindex: "0", "aria-expanded": "false" },
    span("sr", "Hidden text, press to show"), span("hidden-text", content));
}

/** As in Discord: by name only where this person's client knows the user. */
function mentionUser(id) {
  const user = id === store.me?.id ? store.me : store.known.get(id);
  return h("span", { class: "mention", "data-user-id": id }, "@" + (user ? nameOf(user) : "unknown-user"));
}

function mentionChannel(id) {
  const channel = channelById(id);
  return pushButton({ class: "mention", "data-go-channel": id, disabled: !channel }, (channel?.thread ? "🧵 " : "#") + (channel?.name ?? "unknown"));
}

const BULLET = /^( *)([-*]|\d{1,9}\.) +(.*)$/;
const BLOCKS = [  // tried at the start of a line
  [/(#{1,3}) +(\S[^\n]*)(?:\n|$)/y, (match, context) => h("h" + match[1].length, {}, parseInline(match[2], context))],
  [/-# +(\S[^\n]*)(?:\n|$)/y, (match, context) => h("small", {}, parseInline(match[1], context))],
  [/>>> ([\s\S]+)/y, (match, context) => context.quoted ? null : quoteNode(match[1], context)],
  [/((?:> [^\n]*(?:\n|$))+)/y, (match, context) => context.quoted ? null : quoteNode(match[1].replace(/^> /gm, "").replace(/\n$/, ""), context)],
  [/( {0,3}(?:[-*]|\d{1,9}\.) +\S[^\n]*(?:\n *(?:[-*]|\d{1,9}\.) +\S[^\n]*|\n {2,}\S[^\n]*)*)(?:\n|$)/y,
    (match, context) => listNode(match[1], context)],
];
const CODE_BLOCK = /```(?:[\w+\-.#]+\n)?\n*([\s\S]*?[^\n`][\s\S]*?)\n*```\n?/y;
const PARAGRAPH_LINE = /(?:\\[^\n]|\\(?=\n|$)|(?!```)[^\n\\])*(?:\n|$)?/y;

/** A whole message text with its blocks, as a fragment. */
function parseBlocks(text, context) {
  const out = document.createDocumentFragment();
  let paragraph = "";
  const flush = (text) => { out.append(parseInline(text, context)); paragraph = ""; };
  for (let index = 0; index < text.length;) {
    const atLineStart = index === 0 || text[index - 1] === "\n";
    const block = (atLineStart && blockAt(text, index, context)) || codeBlockAt(text, index);
    if (block) { flush(paragraph.replace(/\n$/, "")); out.append(block.node); index += block.length; continue; }
    const line = matchAt(PARAGRAPH_LINE, text, index)[0] || text[index];
    paragraph += line;
    index += line.length;
  }
  flush(paragraph);
  return out;
}

function blockAt(text, index, context) {
  for (const [pattern, build] of BLOCKS) {
    const match = matchAt(pattern, text, index);
    const node = match && build(match, context);
    if (node) return { node, length: match[0].length };
  }
  return null;
}

function codeBlockAt(text, index) {
  const match = matchAt(CODE_BLOCK, text, index);
  return match && { node: h("pre", {}, h("code", {}, match[1])), length: match[0].length };
}

function quoteNode(text, context) {
  return h("blockquote", {}, parseBlocks(text, { ...context, quoted: true }));
}

/** Nested lists from indented lines. */
function listNode(text, context) {
  const lines = [];
  for (const line of text.split("\n")) {
    const match = BULLET.exec(line);
    if (match) lines.push({ indent: match[1].length, mark: match[2], text: match[3] });
    else lines.at(-1).text += "\n" + line.trim();
  }
  const out = document.createDocumentFragment(), stack = [];
  for (const line of lines) {
    while (stack.length > 1 && line.indent < stack.at(-1).indent) stack.pop();
    const tag = /\d/.test(line.mark) ? "ol" : "ul", deeper = !stack.length || line.indent > stack.at(-1).indent + 1;
    if (deeper || stack.at(-1).list.localName !== tag) {
      if (!deeper) stack.pop();
      const list = h(tag, { start: tag === "ol" ? parseInt(line.mark, 10) : null });
      (stack.at(-1)?.list.lastChild ?? out).append(list);
      stack.push({ indent: line.indent, list });
    }
    stack.at(-1).list.append(h("li", {}, parseInline(line.text, context)));
  }
  return out;
}

function markdown(text, extraClass = "") {
  const jumbo = extraClass === "content" && isJumbo(String(text)) ? " jumbo" : "";
  return h("div", { class: `md ${extraClass}${jumbo}` }, parseBlocks(String(text), {}));
}
