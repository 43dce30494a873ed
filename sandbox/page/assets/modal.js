"use strict";
/* ==== modal ============================================================================================ */
const modal = { interactionId: null, customId: null, fields: [], nonce: null };

function openModal(interactionId, { custom_id: customId, title, components }) {
  closeList();
  modal.fields = [];
  Object.assign(modal, { interactionId, customId, nonce: null });
  const body = h("div", { class: "modal-body" }, components.map(modalPart));
  $("modal").replaceChildren(h("form", { novalidate: true, autocomplete: "off", onsubmit: submitModal },
    h("header", {}, h("h2", { id: "modal-title" }, title), pushButton({ "aria-label": "Close", onclick: closeModal }, "✕")),
    body, h("p", { id: "modal-error", class: "error", role: "alert" }),
    h("footer", {}, pushButton({ class: "btn plain", onclick: closeModal }, "Cancel"),
      h("button", { type: "submit", class: "btn s1", id: "modal-submit" }, "Submit"))));
  if (!$("modal").open) $("modal").showModal();
  (modal.fields[0]?.focus ?? (() => $("modal-submit").focus()))();
}

function closeModal() { modal.nonce = null; closeList(); if ($("modal").open) $("modal").close(); }

/** A top-level part: a Label with its component, text, or the older row with a text input. */
function modalPart(part) {
  if (part.type === 10) return markdown(part.content);
  if (part.type === 1) return part.components.map((component) => modalField(component, component.label, null));
  return modalField(part.component, part.label, part.description);
}

const MODAL_CONTROLS = {
  3: selectControl, 4: textControl, 5: selectControl, 6: selectControl, 7: selectControl, 8: selectControl,
  21: choicesControl, 22: choicesControl, 23: checkboxControl,
};

function modalField(component, label, description) {
  const id = `modal-field-${modal.fields.length}`;
  const build = MODAL_CONTROLS[component.type];
  if (!build) return h("p", { class: "soft" }, `${label}: this kind of field can't be filled in here.`);
  const control = build(component, id, label);
  const grouped = component.type === 21 || component.type === 22;
  const required = component.required !== false && component.type !== 23;
  const problem = h("p", { class: "error", id: `${id}-error` });
  const field = { customId: component.custom_id, required, component, ...control, problem };
  modal.fields.push(field);
  control.target.setAttribute("aria-describedby", `${id}-desc ${id}-error`);
  control.node.addEventListener("input", () => { problem.textContent = ""; control.target.removeAttribute("aria-invalid"); });
  const heading = h(grouped ? "legend" : "label", grouped ? {} : { for: id }, label, required && span("required", " *"));
  return h(grouped ? "fieldset" : "div", { class: "modal-field" }, component.type !== 23 && heading,
    description && h("p", { class: "desc", id: `${id}-desc` }, description), control.node, problem);
}

function textControl(component, id) {
  const shared = {
    id, "data-custom-id": component.custom_id, placeholder: component.placeholder, maxlength: component.max_length ?? 4000,
    "aria-required": String(component.required !== false),
  };
  const input = component.style === 2 ? h("textarea", { ...shared, rows: 4 }) : h("input", { ...shared, type: "text" });
  input.value = component.value ?? "";
  return { node: input, target: input, focus: () => { input.focus(); input.select(); }, read: () => input.value, isEmpty: (value) => !value.trim() };
}

function selectControl(component, id, label) {
  let values = defaultValues(component);
  const button = pickButton(component, []);
  button.id = id;
  button.setAttribute("aria-label", label);
  const show = (chosen) => {
    values = chosen;
    morph(button.firstChild, pickButton(component, selectItems(component, values).filter((item) => item.selected)).firstChild);
    button.dispatchEvent(new Event("input"));
  };
  button.addEventListener("click", () => openSelect(button, component, values, show));
  show(values);
  return { node: button, target: button, focus: () => button.focus(), read: () => values, isEmpty: (value) => !value.length };
}

/** A radio group or a checkbox group. */
function choicesControl(component, id) {
  const isRadio = component.type === 21;
  const inputs = component.options.map((option) => h("input", {
    type: isRadio ? "radio" : "checkbox", name: id, value: option.value, "data-custom-id": component.custom_id, checked: Boolean(option.default),
  }));
  const node = h("div", {}, component.options.map((option, index) => choiceLine(inputs[index], option.label, option.description)));
  const chosen = () => inputs.filter((input) => input.checked).map((input) => input.value);
  const focus = () => (inputs.find((input) => input.checked) ?? inputs[0]).focus();
  return { node, target: node, focus, read: () => isRadio ? chosen()[0] ?? null : chosen(), isEmpty: (value) => !value?.length };
}

function choiceLine(input, label, description) {
  return h("label", { class: "choice" }, input, span(null, label, description && span("desc soft", h("br"), description)));
}

function checkboxControl(component, id, label) {
  const input = h("input", { id, type: "checkbox", "data-custom-id": component.custom_id, checked: Boolean(component.default) });
  return { node: choiceLine(input, label, null), target: input, focus: () => input.focus(), read: () => input.checked, isEmpty: () => false };
}

/** What is wrong with a field's value, as a sentence, or "". */
function fieldProblem({ component, required, isEmpty }, value) {
  if (isEmpty(value)) return required ? "This field is required." : "";
  if (component.type === 4 && value.length < (component.min_length ?? 0)) return `Must be ${component.min_length} or more in length.`;
  if (component.type === 22 && component.min_values > value.length) return `Choose at least ${component.min_values}.`;
  if (component.type === 22 && value.length > (component.max_values ?? 25)) return `Choose at most ${component.max_values}.`;
  return "";
}

function submitModal(event) {
  event.preventDefault();
  if (modal.nonce) return;
  const values = {};
  let firstWrong = null;
  for (const field of modal.fields) {
    values[field.customId] = field.read();
    field.problem.textContent = fieldProblem(field, values[field.customId]);
    field.target.removeAttribute("aria-invalid");
    if (field.problem.textContent) { field.target.setAttribute("aria-invalid", "true"); firstWrong ??= field; }
  }
  if (firstWrong) { firstWrong.focus(); return; }
  $("modal-error").textContent = "";
  $("modal-submit").setAttribute("aria-busy", "true");
  const answer = { op: "submit", interaction_id: modal.interactionId, custom_id: modal.customId, values };
  modal.nonce = sendInteraction(answer, { kind: "submit" });
  if (!store.pending.has(modal.nonce)) modalSettled(modal.nonce, true, "not connected");
}

function modalSettled(nonce, failed, reason) {
  if (modal.nonce !== nonce) return;
  modal.nonce = null;
  if (!failed) { closeModal(); $("composer").focus(); return; }
  $("modal-submit").removeAttribute("aria-busy");
  $("modal-error").textContent = `Something went wrong. Try again.${reason ? ` (${reason})` : ""}`;
}
