// Updates an open page of the preview: receives changes, and shows them, or their mistakes.

const script = document.currentScript;
const channel = new BroadcastChannel("gympress");

/** The last event, as text, and whether this tab is the one that received it. */
let heard;
let leads = false;

/** What is to be shown, and what is shown already. */
let wanted = "";
let shown = "";
let busy = false;

/** Shows the newest state, one after the other if more come meanwhile. */
async function show() {
  if (busy) return;
  busy = true;
  while (shown !== wanted) {
    shown = wanted;
    const { state, wrong } = JSON.parse(shown);
    try {
      const { tell } = await import("/.gympress/overlay.js");
      await tell(wrong);
      if (state !== script.dataset.state) {
        const { update } = await import("/.gympress/update.js");
        await update(script);
      }
    } catch (error) {
      // The preview has ended, or is about to say more.
      console.debug("gympress:", error);
    }
  }
  busy = false;
}

function hear(text) {
  heard = text;
  wanted = text;
  show();
}

channel.onmessage = ({ data }) => {
  if (data !== "?") hear(data);
  else if (leads && heard) channel.postMessage(heard);
};

/** Listens for all tabs, until the page is left: browsers allow few connections to a server. */
function lead() {
  leads = true;
  new EventSource("/.gympress/events").addEventListener("state", ({ data }) => {
    hear(data);
    channel.postMessage(data);
  });
  return new Promise(() => {});
}

// Only what comes over TLS or from this machine has locks. A phone has few tabs.
if (navigator.locks) navigator.locks.request("gympress", lead);
else lead();
channel.postMessage("?");

// Where the published site has no accounts, the preview has: its forms find out when they are hydrated.
for (const island of document.querySelectorAll("[data-island]:has(form :disabled)")) {
  island.dispatchEvent(new Event("focusin", { bubbles: true }));
}

// What was typed before a page had to be reloaded.
const typed = sessionStorage.getItem("gympress");
if (typed) {
  sessionStorage.removeItem("gympress");
  for (const [index, value] of JSON.parse(typed)) {
    const field = document.querySelectorAll("input,textarea,select")[index];
    if (field) field.value = value;
  }
}
