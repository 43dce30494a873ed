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

/** Closing gives the focus back to the button that asked for the modal, if that is still there. */
function closeModal() {
  modal.nonce = null;
  closeList();
  if ($("modal").open) $("modal").close();
  if (document.activeElement === document.body) $("composer").focus();
}

/** A top-level part: text, or a Label with its text input. */
function modalPart(part) {
  return part.type === 10 ? markdown(part.content) : modalField(part.component, part.label, part.description);
}

function modalField(component, label, description) {
  const id = `modal-field-${modal.fields.length}`;
  const control = textControl(component, id);
  const required = component.required !== false;
  const problem = h("p", { class: "error", id: `${id}-error` });
  const field = { customId: component.custom_id, required, component, ...control, problem };
  modal.fields.push(field);
  control.node.setAttribute("aria-describedby", `${id}-desc ${id}-error`);
  control.node.addEventListener("input", () => { problem.textContent = ""; control.node.removeAttribute("aria-invalid"); });
  return h("div", { class: "modal-field" }, h("label", { for: id }, label, required && span("required", " *")),
    description && h("p", { class: "desc", id: `${id}-desc` }, description), control.node, problem);
}

function textControl(component, id) {
  const shared = {
    id, "data-custom-id": component.custom_id, placeholder: component.placeholder, maxlength: component.max_length ?? 4000,
    "aria-required": String(component.required !== false),
  };
  const input = component.style === 2 ? h("textarea", { ...shared, rows: 4 }) : h("input", { ...shared, type: "text" });
  input.value = component.value ?? "";
  return { node: input, focus: () => { input.focus(); input.select(); } };
}

/** What is wrong with a field's value, as a sentence, or "". */
function fieldProblem({ component, required }, value) {
  if (!value.trim()) return required ? "This field is required." : "";
  return value.length < (component.min_length ?? 0) ? `Must be ${component.min_length} or more in length.` : "";
}

function submitModal(event) {
  event.preventDefault();
  if (modal.nonce) return;
  const values = {};
  let firstWrong = null;
  for (const field of modal.fields) {
    values[field.customId] = field.node.value;
    field.problem.textContent = fieldProblem(field, values[field.customId]);
    field.node.removeAttribute("aria-invalid");
    if (field.problem.textContent) { field.node.setAttribute("aria-invalid", "true"); firstWrong ??= field; }
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
  if (!failed) { closeModal(); return; }
  $("modal-submit").removeAttribute("aria-busy");
  $("modal-error").textContent = `Something went wrong. Try again.${reason ? ` (${reason})` : ""}`;
}
