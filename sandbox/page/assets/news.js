"use strict";
/* ==== news: announce new messages to screen readers ================================================= */
const MOST_NEWS = 5;
/** What is not read out: the message's frame, its controls, and what is hidden until somebody asks for it. */
const UNSAID = ".byline, .note, .edited, .spoiler > .hidden-text, .veil > :not(button), [data-custom-id]";

/** The words of a node, with the names of its pictures. */
function spokenText(node) {
  const words = [];
  const read = (one) => {
    if (one.nodeType === 3) words.push(one.data);
    else if (one.localName === "img") words.push(one.alt);
    else if (!one.matches(UNSAID)) one.childNodes.forEach(read);
  };
  read(node);
  return words.join(" ").replace(/\s+/g, " ").trim();
}

/** Says a new message once the screen reader has time; one's own is known already, and an answer comes later. */
function announce(message) {
  const article = articleOf(message.id);
  if (!article || message.author.id === store.me.id || message.flags & LOADING) return;
  const secret = isSecret(message) ? ", only you can see this" : "";
  $("news").append(h("p", {}, `${nameOf(message.author)}${secret}: ${spokenText(article.querySelector(".body"))}`));
  while ($("news").children.length > MOST_NEWS) $("news").firstChild.remove();
}
