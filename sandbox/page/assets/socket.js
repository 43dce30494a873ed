"use strict";
/* ==== socket ==================================================================================== */
let socket = null, retryDelay = 400;

function connect() {
  socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/page`);
  socket.onmessage = ({ data }) => { const event = JSON.parse(data); RECEIVE[event.t]?.(event); };
  socket.onopen = () => { retryDelay = 400; store.connected = true; $("banner").hidden = true; };
  socket.onclose = () => {
    connectionLost();
    setTimeout(connect, retryDelay);
    retryDelay = Math.min(retryDelay * 1.7, 8000);
  };
}

function connectionLost() {
  store.connected = false;
  renderBotMark();
  if ($("banner").hidden) {   // else screen readers repeat the alert after each attempt
    $("banner").textContent = "Connection lost. Trying to reconnect…";
    $("banner").hidden = false;
  }
  for (const nonce of [...store.pending.keys()]) settle(nonce, "failed", "connection lost");
}

/** Sends if connected; says so in the status line if not. */
function send(message) {
  if (socket?.readyState === WebSocket.OPEN) { socket.send(JSON.stringify(message)); return true; }
  setStatus("Not connected: nothing was sent.", true);
  return false;
}

/** Sends something that the bot must answer, and remembers it until then. */
function sendInteraction(message, about) {
  const nonce = newNonce();
  store.pending.set(nonce, about);
  if (!send({ ...message, nonce })) settle(nonce, "failed", "not connected");
  return nonce;
}

function takeFrame({ address, me, locale, users, guilds, commands, locales, bot }) {
  Object.assign(store, { address, me, locale, users, guilds, commands, locales, bot });
}

function openSomeChannel() { openChannel(channelById(store.channelId)?.id ?? allChannels()[0]?.id); }

function noteUnread(message) {
  store.unread.add(message.channel_id);
  if (isFor(message, store.me)) store.pinged.add(message.channel_id);
  renderChannels();
}

/** Handles each message from the server. */
const RECEIVE = {
  hello(event) {
    takeFrame(event);
    const wanted = store.wantedNumber ? store.users[store.wantedNumber - 1]?.id : store.wantedUser;
    store.wantedNumber = null;
    if (wanted && wanted !== store.me.id && userById(wanted)) { beUser(wanted); return; }
    rememberUser(store.me.id);
    openSomeChannel();
  },
  frame(event) {
    const spoken = store.locale;
    takeFrame(event);
    if (store.locale !== spoken) renderLog();
    if (!channelById(store.channelId)) openSomeChannel();
    renderFrame();
    if ($("composer").value.startsWith("/")) refreshSuggestions();
  },
  history(event) {
    if (event.channel_id !== store.channelId) return;
    store.messages = [...event.messages].sort((a, b) => compareIds(a.id, b.id));
    store.messages.forEach(learn);
    store.failures.clear(); store.selected.clear();
    $("log").setAttribute("aria-busy", "true");
    renderLog();
    requestAnimationFrame(() => $("log").removeAttribute("aria-busy"));
  },
  message_create({ message }) {
    if (message.channel_id !== store.channelId) { learn(message); noteUnread(message); return; }
    upsertMessage(message);
    if (stuck) forgetOldMessages();
    renderLog();
    announce(message);
    $("jump").hidden = stuck;
  },
  message_update({ message }) {
    if (message.channel_id !== store.channelId) return;
    store.failures.delete(message.id);
    for (const key of store.selected.keys()) if (key.startsWith(message.id + "/")) store.selected.delete(key);
    const before = messageById(message.id);
    if (!before) return;   // dismissed, or older than the history
    upsertMessage(message);
    renderMessage(message.id);
    if (before.flags & LOADING) announce(message);
  },
  message_delete({ id }) { removeMessage(id); },
  interaction(event) { if (event.status !== "pending") settle(event.nonce, event.status, event.reason); },
  modal(event) { settle(event.nonce, "ok"); openModal(event.interaction_id, event.modal); },
  choices(event) { showAutocomplete(event.nonce, event.choices); },
  error(event) {
    if (event.nonce && store.pending.has(event.nonce)) settle(event.nonce, "failed", event.reason);
    else setStatus(event.reason, true);
  },
};

/** Ends a pending interaction; tells only its user if it failed. */
function settle(nonce, status, reason = "") {
  const about = store.pending.get(nonce);
  if (!about) return;
  store.pending.delete(nonce);
  const failed = status === "failed";
  if (about.kind === "submit") modalSettled(nonce, failed, reason);
  if (about.kind === "click") {
    if (failed) store.failures.set(about.messageId, reason);
    if (failed) store.selected.delete(`${about.messageId}/${about.customId}`);
    renderMessage(about.messageId);
  }
  if (about.kind === "command") {
    setStatus("");
    if (failed) addFailedCommand(about, reason);
  }
}

/** Adds a note to the command's channel or, if another one is open now, to the status line. */
function addFailedCommand({ label: name, channelId }, reason) {
  if (channelId !== store.channelId) {
    setStatus(`/${name} in #${channelById(channelId)?.name ?? "unknown"} failed (${reason})`, true);
    return;
  }
  const lastId = store.messages.at(-1)?.id.split("-")[0] ?? "0";
  upsertMessage({
    id: `${lastId}-${newNonce()}`, channel_id: store.channelId, local: true, failure: reason, flags: EPHEMERAL, content: "",
    author: store.bot ?? { id: "0", username: "Bot", bot: true }, timestamp: new Date().toISOString(),
    interaction_metadata: { user: store.me, name },
  });
  renderLog();
  announce(store.messages.at(-1));
}
