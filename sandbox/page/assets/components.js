"use strict";
/* ==== components: the tree Discord calls "components" ============================================= */
/* Nodes of messages have no listeners: redrawing keeps old nodes, and one click handler serves all. */
const DRAW = {
  1: drawRow, 2: drawButton, 3: drawSelect, 9: drawSection, 10: (component) => markdown(component.content),
  12: drawGallery, 14: drawSeparator, 17: drawContainer,
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

/** Texts, and a button to the right of them. */
function drawSection(component, message) {
  return h("div", { class: "section" },
    h("div", { class: "stack" }, drawComponents(component.components, message)), drawComponents([component.accessory], message));
}

function drawContainer(component, message) {
  const accented = component.accent_color !== null && component.accent_color !== undefined;
  const box = h("div", { class: accented ? "container accent stack" : "container stack" }, drawComponents(component.components, message));
  if (accented) box.style.setProperty("--accent", hexColour(component.accent_color));
  return veiled(box, component.spoiler);
}

function drawButton(component, message) {
  if (component.url) return outsideLink(component.url, "btn s5", span("label", component.label));
  const pending = [...store.pending.values()].some((about) => about.messageId === message.id && about.customId === component.custom_id);
  return pushButton({
    class: `btn s${component.style}`, "data-custom-id": component.custom_id, disabled: component.disabled, "aria-busy": pending && "true",
  }, span("label", component.label));
}

function drawSelect(component, message) {
  const chosen = selectItems(component, selectedValues(component, message)).filter((item) => item.selected);
  return pickButton(component, chosen);
}

/** The closed form of a select menu. */
function pickButton(component, chosen) {
  const prompt = component.placeholder || "Make a selection";
  return pushButton({
    class: "pick", role: "combobox", "aria-haspopup": "listbox", "aria-expanded": "false", "aria-controls": "suggestions",
    "aria-label": prompt, "data-custom-id": component.custom_id, disabled: component.disabled,
  }, span(chosen.length ? "" : "soft", chosen.length ? chosen.map((item) => item.label).join(", ") : prompt));
}

/** What a select offers, as items of the suggestion list. */
function selectItems({ options }, values) {
  return options.map(({ value, label, description }) => ({ value, label, hint: description, selected: values.includes(value) }));
}

const everyone = () => [...store.users, store.bot].filter(Boolean);
const peopleItems = () => everyone().map((user) => ({ value: user.id, label: nameOf(user), hint: user.username }));

const defaultValues = ({ options }) => options.filter((option) => option.default).map((option) => option.value);

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

function drawGallery(component, message) {
  return h("div", { class: "gallery", "data-count": component.items.length },
    component.items.map((item) => veiled(h("figure", {}, picture(item.media, message, item.description)), item.spoiler)));
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
    : fileCard(filename, size, safeUrl(url));
  return veiled(node, attachment.filename.startsWith("SPOILER_"));
}

