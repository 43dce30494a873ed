"use strict";
/* ==== store: the state of the page ============================================================ */
const store = {
  me: null, locale: "en-US", users: [], bot: null,
  connected: false,     // to the sandbox; without it the bot's state is unknown
  address: null,        // the sandbox's address in attachment URLs; the page may have another host name
  guilds: [],           // servers: {id, name, language, owner_id, managers, channels, overwrites, manager_role_id, bot_online}
  commands: [],         // registered by the bot; a channel has the ids of the commands that this user may use there
  locales: {},          // locale -> native name of the language
  channelId: sessionStorage.getItem("channel"),
  wantedUser: sessionStorage.getItem("user"),   // id of the user to act as
  wantedNumber: Number(new URLSearchParams(location.search).get("user")) || null,
  messages: [],         // of the current channel, oldest first
  known: new Map(),     // id -> user, from received messages, as in a Discord client
  unread: new Set(),    // channel ids
  pinged: new Set(),    // channel ids with an unread mention of this user
  pending: new Map(),   // nonce -> sent request: {kind, messageId?, customId?, label?, channelId?}
  failures: new Map(),  // message id -> why its last click failed
  selected: new Map(),  // "message/custom_id" -> values picked since the last edit
};

const MOST_MESSAGES = 200;   // as many as the sandbox sends when a channel is opened

const userById = (id) => [store.me, store.bot, ...store.users].find((user) => user?.id === id);
const allChannels = () => store.guilds.flatMap((guild) => guild.channels);
const channelById = (id) => allChannels().find((channel) => channel.id === id);
const guildOf = (channelId) => store.guilds.find((guild) => guild.channels.some((channel) => channel.id === channelId));
const NOWHERE = { channels: [], overwrites: [], managers: [], bot_online: false };
/** The server whose channel is open. */
const here = () => guildOf(store.channelId) ?? store.guilds[0] ?? NOWHERE;
const isFor = (message, person) => message.mention_everyone || message.mentions?.some((user) => user.id === person.id);
const messageById = (id) => store.messages.find((message) => message.id === id);

/** Keeps the users whom a message brings along: its author, whom it pings, who used the command that it answers. */
function learn(message) {
  for (const user of [message.author, ...message.mentions ?? [], message.interaction_metadata?.user])
    if (user) store.known.set(user.id, user);
}

function upsertMessage(message) {
  learn(message);
  const index = store.messages.findIndex((known) => known.id === message.id);
  if (index >= 0) { store.messages[index] = { ...store.messages[index], ...message }; return; }
  const after = store.messages.findIndex((known) => compareIds(known.id, message.id) > 0);
  store.messages.splice(after < 0 ? store.messages.length : after, 0, message);
}

/** Drops the oldest messages of a full channel: each new message redraws all. */
function forgetOldMessages() {
  store.messages = store.messages.slice(-MOST_MESSAGES);
}

function removeMessage(id) {
  store.messages = store.messages.filter((message) => message.id !== id);
  renderLog();
}

/** The component with this custom_id, at any depth. */
function findComponent(components, customId) {
  for (const component of components ?? []) {
    if (component.custom_id === customId) return component;
    const children = [...(component.components ?? []), component.component, component.accessory].filter(Boolean);
    const found = findComponent(children, customId);
    if (found) return found;
  }
  return null;
}
