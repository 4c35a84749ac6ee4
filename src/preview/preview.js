// Keeps a page of the preview up to date.

const script = document.currentScript;
const events = new EventSource("/.gympress/events");

events.addEventListener("state", (event) => {
  const { state } = JSON.parse(event.data);
  if (state !== script.dataset.state) location.reload();
});

// Where the published site has no accounts, the preview has: its forms find out when they come to life.
for (const island of document.querySelectorAll("[data-island]:has(form :disabled)")) {
  island.dispatchEvent(new Event("focusin", { bubbles: true }));
}
