"use strict";
/* ==== components: the tree Discord calls "components", and embeds ================================= */
/* Nodes of messages carry no listeners of their own: redrawing keeps old nodes, and one click handler serves all. */
const DRAW = {
  1: drawRow, 2: drawButton, 3: drawSelect, 5: drawSelect, 6: drawSelect, 7: drawSelect, 8: drawSelect, 9: drawSection,
  10: (component, message) => markdown(component.content, message), 11: drawThumbnail, 12: drawGallery, 13: drawFile,
  14: drawSeparator, 17: drawContainer,
};

function drawComponents(components, message) {
  const unknown = (component) => h("p", { class: "soft" }, `(component of type ${component.type})`);
  return components.map((component) => (DRAW[component.type] ?? unknown)(component, message));
}

function drawSeparator({ divider, spacing }) {
  return h("div", { role: "separator", class: `separator ${divider === false ? "" : "line"} ${spacing === 2 ? "large" : ""}` });
}

function drawRow(component, message) {
  return h("div", { class: "row" }, drawComponents(component.components, message));
}

function drawContainer(component, message) {
  const accented = component.accent_color !== null && component.accent_color !== undefined;
  const box = h("div", { class: accented ? "container accent stack" : "container stack" }, drawComponents(component.components, message));
  if (accented) box.style.setProperty("--accent", hexColour(component.accent_color));
  return veiled(box, component.spoiler);
}

function drawSection(component, message) {
  return h("div", { class: "section" }, h("div", { class: "stack" }, drawComponents(component.components, message)),
    component.accessory && drawComponents([component.accessory], message));
}

function drawButton(component, message) {
  const content = [component.emoji && emojiNode(component.emoji), component.label && span("label", component.label)];
  if (component.style === 5) return outsideLink(component.url, "btn", content, h("span", { "aria-hidden": "true" }, "↗"));
  if (component.style === 6) return pushButton({ class: "btn s6", disabled: true }, "Premium");
  const pending = [...store.pending.values()].some((about) => about.messageId === message.id && about.customId === component.custom_id);
  return pushButton({
    class: `btn s${component.style}`, "data-custom-id": component.custom_id, disabled: component.disabled, "aria-busy": pending && "true",
  }, content);
}

function drawSelect(component, message) {
  const chosen = selectItems(component, selectedValues(component, message)).filter((item) => item.selected);
  return pickButton(component, chosen);
}

/** The closed form of any select menu, in messages and modals. */
function pickButton(component, chosen) {
  const prompt = component.placeholder || "Make a selection";
  return pushButton({
    class: "pick", role: "combobox", "aria-haspopup": "listbox", "aria-expanded": "false", "aria-controls": "suggestions",
    "aria-label": prompt, "data-custom-id": component.custom_id, disabled: component.disabled,
  }, span(chosen.length ? "" : "soft", chosen.length ? chosen.map((item) => item.label).join(", ") : prompt));
}

/** What a select offers, as items of the suggestion list. */
function selectItems(component, values) {
  const offers = {
    3: () => component.options.map(({ value, label, description, emoji }) => ({ value, label, hint: description, emoji })),
    5: peopleItems, 6: roleItems, 7: () => [...peopleItems(), ...roleItems()], 8: channelItems,
  };
  return offers[component.type]().map((item) => ({ ...item, selected: values.includes(item.value) }));
}

const everyone = () => [...store.users, store.bot].filter(Boolean);
const peopleItems = () => everyone().map((user) => ({ value: user.id, label: nameOf(user), hint: user.username }));
const channelItems = () => here().channels.map((channel) => ({ value: channel.id, label: "#" + channel.name }));
const roleItems = () => here().roles.map((role) => ({ value: role.id, label: "@" + role.name.replace(/^@/, "") }));

function defaultValues({ options, default_values: defaults }) {
  return options?.filter((option) => option.default).map((option) => option.value) ?? defaults?.map((value) => value.id) ?? [];
}

function selectedValues(component, message) {
  return store.selected.get(`${message.id}/${component.custom_id}`) ?? defaultValues(component);
}

/** The address of a picture or file; "attachment://name" is looked up among the message's attachments. */
function mediaUrl(media, message) {
  const name = media?.url?.startsWith("attachment://") ? media.url.slice(13) : null;
  const attachment = name && message.attachments?.find((known) => known.filename === name);
  return safeUrl(attachment?.url ?? media?.proxy_url ?? media?.url ?? "");
}

/** A picture that opens in full when it is pressed. */
function picture(media, message, description) {
  const address = mediaUrl(media, message);
  return outsideLink(address, null, h("img", { src: address, alt: description ?? "", title: description, width: media.width, height: media.height }));
}

function drawThumbnail(component, message) {
  const { media, description } = component;
  return veiled(h("div", {}, h("img", { class: "thumb", src: mediaUrl(media, message), alt: description ?? "", title: description })), component.spoiler);
}

function drawGallery(component, message) {
  return h("div", { class: "gallery", "data-count": component.items.length },
    component.items.map((item) => veiled(h("figure", {}, picture(item.media, message, item.description)), item.spoiler)));
}

function drawFile(component, message) {
  return veiled(fileCard(component.name, component.size, mediaUrl(component.file, message)), component.spoiler);
}

/** "512 bytes", "1.5 KB": as a file manager writes it. */
function sizeText(bytes) {
  if (bytes < 1024) return plural(bytes, "byte");
  const [unit, size] = bytes < 1024 ** 2 ? ["KB", 1024] : ["MB", 1024 ** 2];
  return `${(bytes / size).toFixed(bytes < 10 * size ? 1 : 0)} ${unit}`;
}

function fileCard(name, size, address) {
  return h("div", { class: "file" }, h("span", { "aria-hidden": "true" }, "⤓"),
    h("div", {}, h("a", { href: address, download: name }, name), h("div", { class: "soft" }, sizeText(size))));
}

/** Covers a spoiler until it is pressed. */
function veiled(content, isSpoiler) {
  return isSpoiler ? h("div", { class: "veil" }, pushButton({ "aria-expanded": "false" }, "Spoiler"), content) : content;
}

function drawAttachment(attachment, message) {
  const isPicture = attachment.content_type?.startsWith("image/") || /\.(png|jpe?g|gif|webp)$/i.test(attachment.filename);
  const { description, filename, size, url } = attachment;
  const node = isPicture ? h("div", { class: "gallery", "data-count": 1 }, picture(attachment, message, description ?? filename))
    : fileCard(filename, size, url);
  return veiled(node, attachment.filename.startsWith("SPOILER_"));
}

function drawEmbed(embed, message) {
  const icon = (url) => url && h("img", { src: mediaUrl({ url }, message), alt: "" });
  const linked = (text, url) => url ? outsideLink(url, null, text) : text;
  const box = h("div", { class: "embed" },
    embed.thumbnail && h("img", { class: "thumb", src: mediaUrl(embed.thumbnail, message), alt: "" }),
    embed.author && h("div", { class: "who" }, icon(embed.author.icon_url), linked(embed.author.name, embed.author.url)),
    embed.title && h("div", { class: "md title" }, linked(parseInline(embed.title, { message }), embed.url)),
    embed.description && markdown(embed.description, message),
    embed.fields?.length ? h("dl", { class: "fields-grid wide" }, embed.fields.map((field) => embedField(field, message))) : null,
    embed.image && h("img", { class: "big wide", src: mediaUrl(embed.image, message), alt: "" }),
    (embed.footer || embed.timestamp) && h("div", { class: "foot wide" }, icon(embed.footer?.icon_url),
      [embed.footer?.text, embed.timestamp && clockText(embed.timestamp)].filter(Boolean).join(" • ")));
  if (embed.color !== null && embed.color !== undefined) box.style.setProperty("--accent", hexColour(embed.color));
  return box;
}

function embedField({ name, value, inline }, message) {
  return h("div", { class: inline ? "inline" : "" }, h("dt", { class: "md" }, parseInline(name, { message })), h("dd", {}, markdown(value, message)));
}
