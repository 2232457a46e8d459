/* What the pages do better with a script; all of them work without. */

// Times stand in UTC; here they are told in the reader's zone. The exact value stays in the tooltip.
const moment = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });
for (const time of document.querySelectorAll("time[datetime]")) {
  const at = new Date(time.dateTime);
  if (!Number.isNaN(at.valueOf())) time.textContent = moment.format(at);
}
