/* What the pages do better with a script; all of them work without. */

// Times stand in UTC; here they are told in the reader's zone. The exact value stays in the tooltip.
const moment = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });
for (const time of document.querySelectorAll("time[datetime]")) {
  const at = new Date(time.dateTime);
  if (!Number.isNaN(at.valueOf())) time.textContent = moment.format(at);
}

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
