/* What the pages do better with a script; all of them work without. */

// Times stand in UTC; here they are told in the reader's zone. The exact value stays in the tooltip.
const moment = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });
for (const time of document.querySelectorAll("time[datetime]")) {
  const at = new Date(time.dateTime);
  if (!Number.isNaN(at.valueOf())) time.textContent = moment.format(at);
}
for (const told of document.querySelectorAll("[data-zone]")) told.textContent = `times are of ${moment.resolvedOptions().timeZone}`;

// Imports: how far a file is on its way, and how far a worker is.
for (const form of document.querySelectorAll("form[data-upload]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const [shown, button] = [form.querySelector(".progress"), form.querySelector("button")];
    const sent = new XMLHttpRequest();
    sent.upload.addEventListener("progress", ({ loaded, total }) => {
      shown.querySelector("progress").value = loaded / total;
    });
    sent.addEventListener("load", () => {
      const page = new DOMParser().parseFromString(sent.responseText, "text/html").querySelector("main");
      if (sent.status < 400 && sent.responseURL !== location.href) location.assign(sent.responseURL);
      else if (page) document.querySelector("main").replaceWith(document.adoptNode(page));
    });
    sent.addEventListener("error", () => {
      shown.textContent = "The connection was lost. Send it again.";
      button.disabled = false;
    });
    shown.hidden = false;
    button.disabled = true;
    sent.open("POST", location.href);
    sent.send(new FormData(form));
  });
}
const lookAgain = async () => {
  const answer = await fetch(location.href).catch(() => null);
  const page = answer?.ok && new DOMParser().parseFromString(await answer.text(), "text/html");
  const [old, now] = [document, page || document].map((one) => [...one.querySelectorAll("[data-running]")]);
  if (now.length < old.length) return location.reload();
  if (page) old.forEach((one, index) => one.replaceWith(now[index]));
  setTimeout(lookAgain, 3000);
};
if (document.querySelector("[data-running]")) setTimeout(lookAgain, 3000);

// Single keys: docs/queue.md. They press what the page has anyway, never while somebody types, and
// can be switched off (WCAG 2.1.4), which this browser remembers.
const help = document.getElementById("keys");
const cards = [...document.querySelectorAll("[data-card]")];
const OFF = "memoryapp.keys.off";

function remembered() {
  try {
    return localStorage.getItem(OFF) === "yes";
  } catch {
    return false; // a browser may forbid to remember
  }
}

function remember(off) {
  try {
    localStorage.setItem(OFF, off ? "yes" : "no");
  } catch {
    /* then it holds for this page alone */
  }
}

let off = remembered();

function here() {
  return cards.indexOf(document.activeElement?.closest("[data-card]"));
}

function go(to) {
  const card = cards[Math.max(0, Math.min(to, cards.length - 1))];
  if (!card) return;
  card.focus({ preventScroll: true });
  card.scrollIntoView({ block: "nearest" });
}

function press(key) {
  const card = cards[here()];
  const target = key === "u" ? document.querySelector('[data-key="u"]') : card?.querySelector(`[data-key="${key}"]`);
  if (target instanceof HTMLDetailsElement) {
    target.open = true;
    target.querySelector("input:not([type=hidden]), select, textarea")?.focus();
  } else if (target) target.click();
  else if (!card && key !== "u") go(0);
}

const acts = {
  j: () => go(here() + 1),
  k: () => go(here() < 0 ? 0 : here() - 1),
  a: () => press("a"),
  r: () => press("r"),
  u: () => press("u"),
  x: () => press("x"),
  "/": () => document.getElementById("search")?.focus(),
  "?": () => help.showModal(),
};

// A key that is pressed twice, or held down, decides nothing twice.
let leaving = false;
addEventListener("submit", (event) => (leaving = event.target.method !== "dialog"));
addEventListener("pageshow", () => (leaving = false));

addEventListener("keydown", (event) => {
  if (off || leaving || event.defaultPrevented || help?.open) return;
  if (event.repeat && event.key !== "j" && event.key !== "k") return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const typing = event.target.closest?.("input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]");
  const act = Object.hasOwn(acts, event.key) && acts[event.key];
  if (typing || !act || (event.key === "?" && !help)) return;
  event.preventDefault();
  act();
});

if (help) {
  const on = document.getElementById("keys-on");
  const show = document.getElementById("show-keys");
  on.checked = !off;
  on.addEventListener("change", () => {
    off = !on.checked;
    remember(off);
  });
  show.hidden = false;
  show.addEventListener("click", () => help.showModal());
}

// Back from a decision the next card is in front, where there is one.
if (cards.length && location.hash.startsWith("#c-")) go(cards.findIndex((one) => `#${one.id}` === location.hash));
