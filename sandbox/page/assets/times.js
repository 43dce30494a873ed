"use strict";
/* ==== times: in the user's language ============================================================== */
const TIME_STYLES = {
  t: { timeStyle: "short" }, T: { timeStyle: "medium" }, d: { dateStyle: "short" }, D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" }, F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" }, S: { dateStyle: "short", timeStyle: "medium" },
  exact: { dateStyle: "full", timeStyle: "medium" },
};
const MINUTE = 60, HOUR = 3600, DAY_LONG = 86400, MONTH = 30 * DAY_LONG, YEAR = 365 * DAY_LONG;
const UNITS = [  // [below this distance, the unit, its seconds]
  [MINUTE, "second", 1], [HOUR, "minute", MINUTE], [DAY_LONG, "hour", HOUR],
  [MONTH, "day", DAY_LONG], [YEAR, "month", MONTH], [Infinity, "year", YEAR],
];
const formats = new Map();   // "locale/style" -> formatter; creating one is slow

function formatter(style, make) {
  const key = `${store.locale}/${style}`;
  if (!formats.has(key)) formats.set(key, make(store.locale));
  return formats.get(key);
}

/** A moment in one of Discord's styles: "21:45" (t), "22 November 2026" (D), and so on. */
function timeText(date, style) {
  return formatter(style, (locale) => new Intl.DateTimeFormat(locale, TIME_STYLES[style])).format(date);
}

/** "in 12 seconds", seen from now; `unix` in seconds. */
function relativeTime(unix) {
  const distance = unix - Math.floor(Date.now() / 1000);
  const numeric = distance === 0 ? "auto" : "always";   // "now" instead of "in 0 seconds", but never "tomorrow"
  const [, unit, size] = UNITS.find(([limit]) => Math.abs(distance) < limit);
  return formatter(numeric, (locale) => new Intl.RelativeTimeFormat(locale, { numeric }))
    .format(Math.sign(distance) * Math.round(Math.abs(distance) / size), unit);
}

function timeNode(unix, style) {
  const date = new Date(unix * 1000);
  if (Number.isNaN(date.getTime())) return null;
  return h("time", { datetime: date.toISOString(), title: timeText(date, "F"), "data-unix": unix, "data-style": style },
    style === "R" ? relativeTime(unix) : timeText(date, style));
}

/** Updates relative times once a second, and nothing else. */
function tickTimes() {
  for (const element of document.querySelectorAll('time[data-style="R"]')) {
    const text = relativeTime(Number(element.dataset.unix));
    if (element.textContent !== text) element.firstChild.data = text;
  }
}

/** When a message was sent: the time alone if that was today. */
function clockText(iso) {
  const date = new Date(iso), time = timeText(date, "t");
  return date.toDateString() === new Date().toDateString() ? time : `${timeText(date, "D")} ${time}`;
}
