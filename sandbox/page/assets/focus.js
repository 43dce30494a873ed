"use strict";
/* ==== focus: keep the keyboard focus while messages are redrawn ======================================= */
/** Changes the log, and restores the scroll position and the focus; what is under the pointer stays there. */
function keepPlace(change) {
  const focus = rememberFocus(), pointed = rememberPointed();
  change();
  restoreFocus(focus);
  if (stuck) scrollDown(); else restorePointed(pointed);
  if (list.owner && !list.owner.isConnected) closeList();
}

const controlsOf = (article) => [...article.querySelectorAll("[data-custom-id]")];
let lostFocus = null;   // the position of a focused button that is now disabled

function rememberFocus() {
  const focused = document.activeElement;
  if (lostFocus && focused === articleOf(lostFocus.id)) return lostFocus;
  const article = focused?.closest("#messages article");
  if (!article) return null;
  const place = { id: article.dataset.messageId, node: focused, row: articles().indexOf(article) };
  return { ...place, customId: focused.dataset.customId, index: controlsOf(article).indexOf(focused) };
}

/** Focuses the button with the same custom_id, else the one at the same place, else the message for now. */
function restoreFocus(place) {
  lostFocus = null;
  if (!place) return;
  const article = articleOf(place.id);
  if (!article) { focusMessage(place.row); return; }
  if (!place.customId) { if (!place.node.isConnected) article.focus({ preventScroll: true }); return; }
  const controls = controlsOf(article);
  const target = controls.find((control) => control.dataset.customId === place.customId) ?? controls[Math.min(place.index, controls.length - 1)];
  if (!target || target.disabled) lostFocus = place;
  const wanted = lostFocus ? article : target;
  if (document.activeElement !== wanted) wanted.focus({ preventScroll: true });
}

/** The row of buttons under the pointer, by its number in its message, and how high it stands. */
function rememberPointed() {
  const row = $("messages").querySelector(".row:hover");
  if (!row) return null;
  const article = row.closest("article");
  return { article, number: rowsOf(article).indexOf(row), top: row.getBoundingClientRect().top };
}

function restorePointed(pointed) {
  const rows = pointed ? rowsOf(pointed.article) : [], row = rows[Math.min(pointed?.number, rows.length - 1)];
  if (row?.isConnected) $("log").scrollTop += row.getBoundingClientRect().top - pointed.top;
}

const rowsOf = (article) => [...article.querySelectorAll(".row")];
const articles = () => [...$("messages").children];

/** Focuses the message in this row, so that the keyboard goes on where something was taken away. */
function focusMessage(row) {
  (articles()[Math.min(row, articles().length - 1)] ?? $("log")).focus({ preventScroll: true });
}
