"use strict";
/* ==== emojis: custom and Unicode ones, in the size of Discord's client ====================== */

/** Unicode's emojis, also without their selector, as Discord takes them; the text selector keeps a sign a sign. */
const EMOJI = /(?:\p{RGI_Emoji}|(?=\p{Extended_Pictographic})\p{Emoji}\uFE0F?)(?!\uFE0E)/vy;
const CUSTOM = /<a?:\w{1,32}:\d+>/y;
const MOST_JUMBO = 30;   // a message with more emojis shows them small

/** The picture of an emoji; its name is read as words, and shown as it is typed, also where there is no picture. */
function customEmoji(id, name) {
  const typed = `:${name}:`;
  const picture = h("img", { class: "emoji", src: `/emojis/${id}.png`, alt: name.replaceAll("_", " ").trim(), title: typed, draggable: "false" });
  picture.addEventListener("error", () => picture.replaceWith(typed), { once: true });
  return picture;
}

/** Whether a message holds nothing but a few emojis, which are drawn large. */
function isJumbo(text) {
  let count = 0;
  for (let index = 0; index < text.length;) {
    const match = matchAt(/\s+/y, text, index) ?? matchAt(CUSTOM, text, index) ?? matchAt(EMOJI, text, index);
    if (!match) return false;
    if (match[0].trim()) count += 1;
    index += match[0].length;
  }
  return count > 0 && count <= MOST_JUMBO;
}
