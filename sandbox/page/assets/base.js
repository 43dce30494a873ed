"use strict";
/* ==== small helpers ========================================================================= */
const $ = (id) => document.getElementById(id);
const COMPONENTS_V2 = 1 << 15, EPHEMERAL = 1 << 6, LOADING = 1 << 7, THREAD_CREATED = 18;

/** Builds an element; strings become text nodes, so that a user's text is never markup. */
function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** The address if the page may open or show it, else null; the sandbox's files come from the page's own host. */
function safeUrl(address) {
  try {
    let url = new URL(address, location.href);
    if (url.origin === store.address) url = new URL(url.pathname + url.search, location.href);
    return url.protocol === "http:" || url.protocol === "https:" ? url.href : null;
  } catch { return null; }
}

const span = (className, ...children) => h("span", { class: className }, ...children);
const pushButton = (attributes, ...children) => h("button", { type: "button", ...attributes }, ...children);
const outsideLink = (address, className, ...children) =>
  h("a", { class: className, href: safeUrl(address), target: "_blank", rel: "noopener noreferrer" }, ...children);
const nameOf = (user) => user?.global_name || user?.username || "Someone";
const hexColour = (number) => "#" + Number(number).toString(16).padStart(6, "0").slice(-6);
const comparePlain = (a, b) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
const compareIds = (a, b) => comparePlain(a.split("-")[0], b.split("-")[0]) || comparePlain(a, b);   // local notes have ids like "id-nonce"
const newNonce = () => `${Date.now()}${Math.random().toString().slice(2, 8)}`;
const plural = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

function avatarOf(user) {
  const hue = [...String(user?.id ?? "")].reduce((sum, digit) => (sum * 31 + digit.charCodeAt(0)) % 9973, 7) * 137 % 360;
  const circle = h("span", { class: "avatar", "aria-hidden": "true" }, [...nameOf(user)][0].toUpperCase());
  circle.style.background = `hsl(${hue} 45% 38%)`;
  return circle;
}

const keyOf = (node) => node.nodeType === 1 ? node.dataset.messageId ?? node.dataset.customId ?? null : null;

/** Turns `old` into `fresh` in place, keeping every node that can stay: focus, presses and pictures survive, and
    so does what belongs to the reader: an open list, a shown spoiler. */
function morph(old, fresh) {
  if (old.nodeType === 3) { if (old.data !== fresh.data) old.data = fresh.data; return; }
  for (const { name } of [...old.attributes])
    if (!fresh.hasAttribute(name) && name !== "aria-activedescendant") old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) {
    const kept = name === "aria-expanded" && old.hasAttribute(name);
    if (kept || old.getAttribute(name) === value) continue;
    // The content policy forbids style attributes, but not style properties.
    if (name === "style") old.style.cssText = value; else old.setAttribute(name, value);
  }
  morphChildren(old, fresh);
}

function morphChildren(old, fresh) {
  const wanted = new Set([...fresh.children].map(keyOf).filter(Boolean));
  const present = new Map();
  for (const child of [...old.children]) {
    const key = keyOf(child);
    if (key && wanted.has(key)) present.set(key, child); else if (key) child.remove();
  }
  let cursor = old.firstChild;
  for (const want of [...fresh.childNodes]) {
    const key = keyOf(want);
    const same = key ? present.get(key) : cursor && !keyOf(cursor) ? cursor : null;
    if (!same || same.nodeName !== want.nodeName) { old.insertBefore(want, cursor); continue; }
    if (same === cursor) cursor = cursor.nextSibling; else old.insertBefore(same, cursor);
    morph(same, want);
  }
  while (cursor) { const next = cursor.nextSibling; cursor.remove(); cursor = next; }
}
