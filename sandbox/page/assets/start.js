"use strict";
/* ==== start ================================================================================================= */
function listen() {
  document.addEventListener("keydown", onListKey, true);
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") toggleMenu(false); });
  document.addEventListener("focusout", (event) => { if (event.target === list.owner) closeList(); });
  addEventListener("resize", () => { fitHint(); if (list.owner) placeList(); });
  $("suggestions").addEventListener("pointerdown", (event) => event.preventDefault());
  $("suggestions").addEventListener("mousedown", (event) => event.preventDefault());
  $("suggestions").addEventListener("click", (event) => {
    const option = event.target.closest("[role=option]");
    if (option) list.onPick(list.items[option.dataset.index], "click");
  });
  $("messages").addEventListener("click", onMessagePress);
  document.addEventListener("keydown", onPressKey);
  $("log").addEventListener("scroll", onLogScroll);
  new ResizeObserver(() => { if (stuck) scrollDown(); }).observe($("messages"));
  new ResizeObserver(() => { if (stuck) scrollDown(); }).observe($("log"));
  $("jump").addEventListener("click", scrollDown);
  $("channels").addEventListener("click", (event) => openChannel(event.target.closest("[data-channel-id]")?.dataset.channelId));
  $("user-switcher").addEventListener("change", (event) => { if (composer.leaf) leaveCommand(); beUser(event.target.value); });
  $("my-locale").addEventListener("change", (event) => { if (composer.leaf) leaveCommand(); send({ op: "speak", locale: event.target.value }); });
  $("guild-language").addEventListener("change", (event) => send({ op: "prefer", guild_id: here().id, language: event.target.value }));
  $("manages").addEventListener("change", (event) => send({ op: "manage", guild_id: here().id, may: event.target.checked }));
  for (const id of ["granted-command", "granted-target"]) $(id).addEventListener("change", renderGrants);
  $("granted").addEventListener("change", sendGrant);
  $("menu").addEventListener("click", () => toggleMenu(!document.body.classList.contains("menu-open")));
  $("scrim").addEventListener("click", () => toggleMenu(false));
  $("composer").addEventListener("input", () => { growComposer(); refreshSuggestions(); });
  $("composer").addEventListener("focus", refreshSuggestions);
  $("composer-form").addEventListener("keydown", onComposerKey);
  $("composer-form").addEventListener("submit", (event) => { event.preventDefault(); submitComposer(); });
  $("modal").addEventListener("cancel", (event) => { event.preventDefault(); closeModal(); });
  $("modal").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.ctrlKey && event.target.matches("textarea")) event.target.form.requestSubmit();
  });
}

listen();
setInterval(tickTimes, 1000);
connect();
$("composer").focus();
