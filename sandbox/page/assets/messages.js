"use strict";
/* ==== messages ==================================================================================== */
/** Whether a message is shown under the name of the one before. */
function isGrouped(message, previous) {
  return Boolean(previous) && !headline(message) && previous.author.id === message.author.id && !((previous.flags ^ message.flags) & EPHEMERAL)
    && new Date(message.timestamp) - new Date(previous.timestamp) < 420_000;
}

const isSecret = (message) => Boolean(message.flags & EPHEMERAL);

/** What a message is called: who wrote it, when, and whether others see it. */
function messageName(message) {
  return [nameOf(message.author), clockText(message.timestamp), isSecret(message) && "only you can see this"].filter(Boolean).join(", ");
}

function messageNode(message, previous) {
  const secret = isSecret(message);
  const mine = isFor(message, store.me);
  const newDay = previous && new Date(previous.timestamp).toDateString() !== new Date(message.timestamp).toDateString();
  const grouped = !newDay && isGrouped(message, previous);
  return h("article", {
    class: secret ? "secret" : mine ? "mine" : null, "data-message-id": message.id, "data-grouped": grouped,
    "data-day": newDay ? timeText(new Date(message.timestamp), "D") : null, tabindex: "-1",
    "aria-roledescription": "Message", "aria-label": messageName(message),
  },
  headline(message),
  grouped ? h("time", { class: "side-time", "aria-hidden": "true" }, timeText(new Date(message.timestamp), "t")) : avatarOf(message.author),
  h("div", { class: "body" }, grouped ? null : byline(message), messageBody(message), secret ? secretNote() : null, failureNote(message)));
}

/** "Alice used /blackjack", or the message that this one answers or follows up. */
function headline(message) {
  const used = message.interaction_metadata;
  const answeredId = message.message_reference?.message_id ?? used?.original_response_message_id;
  if (used?.name && !answeredId)
    return h("div", { class: "over" }, avatarOf(used.user), span("name", nameOf(used.user)), "used", span("mention", "/" + used.name));
  if (!answeredId) return null;
  const answered = message.referenced_message ?? messageById(answeredId);
  const preview = answered ? answered.content || "Click to see the message" : "Original message was deleted";
  const author = answered && [avatarOf(answered.author), span("name", nameOf(answered.author))];
  return h("div", { class: "over" }, h("span", { "aria-hidden": "true" }, "↱"), author, pushButton({ class: "preview", "data-go-message": answeredId }, preview));
}

function byline(message) {
  return h("div", { class: "byline" }, span("name", nameOf(message.author)), message.author.bot && span("badge", "APP"),
    h("time", { datetime: message.timestamp, title: timeText(new Date(message.timestamp), "exact") }, clockText(message.timestamp)));
}

function messageBody(message) {
  if (message.local) return h("p", { class: "failure" }, "⚠ The application did not respond", message.failure && span("soft", ` (${message.failure})`));
  if (message.type === THREAD_CREATED) return h("p", { class: "soft" }, "started a thread: ", mentionChannel(message.message_reference.channel_id));
  if (message.flags & LOADING) return h("p", { class: "thinking" }, h("span", { class: "dots", "aria-hidden": "true" }), `${nameOf(message.author)} is thinking…`);
  const edited = message.edited_timestamp && h("span", { class: "edited", title: timeText(new Date(message.edited_timestamp), "exact") }, " (edited)");
  const content = message.content ? markdown(message.content, "content") : null;
  if (content && edited) content.append(edited);
  const parts = [
    ...looseAttachments(message).map((attachment) => drawAttachment(attachment, message)),
    ...drawComponents(message.components ?? [], message),
  ];
  if (edited && !content) edited.classList.add("aside");   // takes no space, so that buttons don't move
  return [content, parts.length ? h("div", { class: "stack" }, parts) : null, !content && edited];
}

/** The attachments that no component shows. */
function looseAttachments(message) {
  return message.flags & COMPONENTS_V2 ? [] : message.attachments ?? [];
}

function secretNote() {
  return h("p", { class: "note" }, "Only you can see this · ", pushButton({ "data-dismiss": true }, "Dismiss message"));
}

function failureNote(message) {
  if (!store.failures.has(message.id)) return null;
  const reason = store.failures.get(message.id);
  return h("p", { class: "failure", role: "alert" }, "⚠ This interaction failed", reason && span("soft", ` (${reason})`));
}

const articleOf = (id) => $("messages").querySelector(`article[data-message-id="${CSS.escape(id)}"]`);
let stuck = true, lastTop = 0;   // true while the view follows the end of the channel

/** Only scrolling up leaves the end; a log that grows (a loaded picture) doesn't. */
function onLogScroll() {
  const { scrollHeight, scrollTop, clientHeight } = $("log");
  if (scrollHeight - scrollTop - clientHeight < 30) stuck = true; else if (scrollTop < lastTop) stuck = false;
  lastTop = scrollTop;
  if (stuck) $("jump").hidden = true;
  if (list.owner?.closest("#log")) closeList();
}

function scrollDown() { const log = $("log"); log.scrollTop = log.scrollHeight; stuck = true; $("jump").hidden = true; }

function renderLog() {
  $("empty").hidden = store.messages.length > 0;
  const fresh = h("div", {}, store.messages.map((message, index) => messageNode(message, store.messages[index - 1])));
  keepPlace(() => morphChildren($("messages"), fresh));
}

function renderMessage(id) {
  const index = store.messages.findIndex((message) => message.id === id), article = articleOf(id);
  if (article && index >= 0) keepPlace(() => morph(article, messageNode(store.messages[index], store.messages[index - 1])));
}

const PRESSABLE = "[data-custom-id], [data-dismiss], [data-command], [data-go-channel], [data-go-message], .spoiler, .veil > button";

/** Handles a press inside a message, by the attributes of the pressed node. */
function onMessagePress(event) {
  const pressed = event.target.closest(PRESSABLE);
  if (!pressed) return;
  const message = messageById(pressed.closest("article").dataset.messageId);
  if (pressed.dataset.command !== undefined) fillComposer("/" + pressed.dataset.command);
  else if (pressed.dataset.goChannel) openChannel(pressed.dataset.goChannel);
  else if (pressed.dataset.goMessage) flashMessage(pressed.dataset.goMessage);
  else if (pressed.dataset.dismiss !== undefined) dismiss(message);
  else if (pressed.classList.contains("pick")) openMessageSelect(pressed, message);
  else if (pressed.dataset.customId) clickButton(message, pressed.dataset.customId);
  else pressed.setAttribute("aria-expanded", "true");
}

/** Sends every press, also a second one: the bot decides whether it counts. */
function clickButton(message, customId) {
  sendPress(message, customId, { op: "click" });
}

function sendPress(message, customId, press) {
  const about = { kind: "click", messageId: message.id, customId };
  store.failures.delete(message.id);
  sendInteraction({ ...press, channel_id: message.channel_id, message_id: message.id, custom_id: customId }, about);
  renderMessage(message.id);
}

function openMessageSelect(button, message) {
  const component = findComponent(message.components, button.dataset.customId);
  openSelect(button, component, selectedValues(component, message), (values) => {
    store.selected.set(`${message.id}/${component.custom_id}`, values);
    sendPress(message, component.custom_id, { op: "select", values });
  });
}

function dismiss(message) {
  if (!message.local) send({ op: "dismiss", message_id: message.id });
  removeMessage(message.id);
}

function flashMessage(id) {
  const article = articleOf(id);
  if (!article) return;
  article.scrollIntoView({ block: "center" });
  article.classList.add("flash");
  setTimeout(() => article.classList.remove("flash"), 1500);
}
