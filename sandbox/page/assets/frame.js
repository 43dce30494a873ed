"use strict";
/* ==== frame: servers, channels, people, the current user ================================================== */
function renderFrame() {
  renderChannels();
  renderPeople();
  renderSettings();
  fillSelect($("user-switcher"), store.users.map((user) => [user.id, nameOf(user)]), store.me.id);
  const next = (store.users.findIndex((user) => user.id === store.me.id) + 1) % store.users.length + 1;
  $("new-window").href = `?user=${next}`;
  renderBotMark();
}

/** Whether the bot is there for the server that is open, as far as this page knows. */
function renderBotMark() {
  const online = store.connected && here().bot_online;
  const known = store.bot ? `${nameOf(store.bot)} is ${online ? "online" : "offline"}` : "No bot yet";
  const text = store.connected ? known : "Not connected";
  for (const dot of document.querySelectorAll("#bot-mark .dot, #people .dot")) dot.classList.toggle("on", online);
  const mark = $("bot-mark").querySelector(".text");
  if (mark.textContent !== text) mark.textContent = text;
}

/** Gives a native select its options; keeps those it has, because it may be open. */
function fillSelect(select, items, value) {
  morphChildren(select, h("select", {}, items.map(([id, label]) => h("option", { value: id }, label))));
  select.value = value;
}

/** Each server with its channels; a single server's name is above the list, and nowhere else. */
function renderChannels() {
  const channel = channelById(store.channelId), several = store.guilds.length > 1, server = several && here().name;
  $("guild-name").textContent = here().name ?? "Sandbox";
  const fresh = h("div", {}, store.guilds.map((guild) => h("section", { "aria-label": guild.name },
    several && h("h3", {}, guild.name, " ", !guild.bot_online && span("rank", `${nameOf(store.bot)} is offline`)),
    h("ul", {}, guild.channels.filter(isListed).map((one) => h("li", { class: one.thread ? "thread" : null }, channelButton(one)))))));
  morphChildren($("channels"), fresh);
  morphChildren($("channel-name"), h("h1", {}, channel ? signOf(channel) + channel.name : "No channel", server && [" ", span("server", server)]));
  fitHint();
  document.title = [channel && "#" + channel.name, server, store.me && nameOf(store.me)].filter(Boolean).join(" · ") || "Sandbox";
}

const signOf = ({ thread, locked }) => locked ? "🔒 " : thread ? "🧵 " : "# ";

/** Threads that are archived are in no list; who is in one stays there. */
const isListed = ({ id, archived }) => !archived || id === store.channelId;

function channelButton(channel) {
  const { id, name } = channel;
  const isPinged = store.pinged.has(id), isUnread = store.unread.has(id);
  return pushButton({
    class: isPinged ? "channel unread pinged" : isUnread ? "channel unread" : "channel", "data-channel-id": id,
    "aria-current": id === store.channelId && "true",
  }, signOf(channel) + name, isPinged && span("sr", " (you are mentioned)"));
}

function renderPeople() {
  const { owner_id: ownerId, managers } = here();
  const rankOf = ({ id }) => id === ownerId ? "owner" : managers.includes(id) ? "manager" : null;
  const fresh = h("ul", {}, everyone().map((user) => h("li", { class: "person" }, avatarOf(user), span("name", nameOf(user)),
    user.bot && [span("badge", "APP"), span("dot")], rankOf(user) && span("rank", rankOf(user)),
    user.id === store.me.id && span("soft", "(you)"))));
  morphChildren($("people"), fresh);
}

/** Your language, the server's if it is a Community server, and whether you may manage it. */
function renderSettings() {
  const languages = Object.entries(store.locales), guild = here();
  fillSelect($("my-locale"), languages, store.locale);
  fillSelect($("guild-language"), [["", "No"], ...languages], guild.language);
  const isOwner = guild.owner_id === store.me.id;
  $("manages").checked = isOwner || guild.managers.includes(store.me.id);
  $("manages").disabled = isOwner;
  renderGrants();
}

/** Server Settings → Integrations: for whom, and in which channels, a command is allowed or denied. */
function renderGrants() {
  const guild = here(), command = $("granted-command"), target = $("granted-target");
  if (!guild.id) return;
  const commands = [[store.bot.id, "All commands"], ...store.commands.map(({ id, name }) => [id, `/${name}`])];
  const targets = [
    [`1:${guild.id}`, "@everyone"], [`1:${guild.manager_role_id}`, "Managers"], ...store.users.map((user) => [`2:${user.id}`, nameOf(user)]),
    [`3:${BigInt(guild.id) - 1n}`, "All channels"], ...guild.channels.filter(({ thread }) => !thread).map(({ id, name }) => [`3:${id}`, `#${name}`]),
  ];
  const chosen = (select, items) => items.some(([value]) => value === select.value) ? select.value : items[0][0];
  fillSelect(command, commands, chosen(command, commands));
  fillSelect(target, targets, chosen(target, targets));
  const found = guild.overwrites.find(({ id }) => id === command.value)?.permissions.find(({ id, type }) => `${type}:${id}` === target.value);
  fillSelect($("granted"), [["", "As by default"], ["true", "Allowed"], ["false", "Denied"]], String(found?.permission ?? ""));
}

function sendGrant() {
  const [type, id] = $("granted-target").value.split(":"), allowed = JSON.parse($("granted").value || "null");
  send({ op: "overwrite", guild_id: here().id, command_id: $("granted-command").value, target: { type, id }, allowed });
}

function openChannel(id) {
  if (!id) return;
  if (id !== store.channelId) { store.messages = []; stuck = true; }
  store.channelId = id;
  store.unread.delete(id);
  store.pinged.delete(id);
  sessionStorage.setItem("channel", id);
  toggleMenu(false);
  renderFrame();
  send({ op: "open", channel_id: id });
}

function beUser(id) {
  store.wantedUser = id;
  store.pinged.clear();
  store.known.clear();
  store.pending.clear();   // the answers are the former user's
  setStatus("");
  send({ op: "be", user_id: id });
}

function rememberUser(id) {
  store.wantedUser = id;
  sessionStorage.setItem("user", id);
  const address = new URL(location.href);
  if (!address.searchParams.has("user")) return;
  address.searchParams.set("user", store.users.findIndex((user) => user.id === id) + 1);
  history.replaceState(null, "", address);
}

/** Opens or closes the menu of a narrow window, and moves the focus into it or back to its button. */
function toggleMenu(open) {
  const wasOpen = document.body.classList.contains("menu-open");
  document.body.classList.toggle("menu-open", open);
  $("menu").setAttribute("aria-expanded", String(open));
  if (open) $("channels").querySelector("[aria-current]")?.focus();
  else if (wasOpen && $("sidebar").contains(document.activeElement)) $("menu").focus();
}

/** Keys for spoilers, which are not native buttons, and arrows that open a select. */
function onPressKey(event) {
  const isSpoiler = event.target.matches(".spoiler") && (event.key === "Enter" || event.key === " ");
  const isSelect = event.target.matches(".pick") && (event.key === "ArrowDown" || event.key === "ArrowUp");
  if (!isSpoiler && !isSelect) return;
  event.preventDefault();
  event.target.click();
}
