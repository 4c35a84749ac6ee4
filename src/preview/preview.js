// Keeps a page of the preview up to date.

const script = document.currentScript;
const events = new EventSource("/.gympress/events");

events.addEventListener("state", (event) => {
  const { state } = JSON.parse(event.data);
  if (state !== script.dataset.state) location.reload();
});
