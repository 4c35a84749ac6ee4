// Notices that a visitor closes stay closed on all pages, until their words change (templates/singles/notice.js).

/** So many are remembered. */
const MOST = 20;

addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest(".notices__close") : null;
  const line = button?.closest<HTMLElement>("[data-notice]");
  if (!line) return;
  line.hidden = true;
  try {
    const closed = localStorage["closed-notices"]?.split(" ") ?? [];
    localStorage["closed-notices"] = [...closed, line.dataset.notice].slice(-MOST).join(" ");
  } catch {
    // Without storage it is closed on this page.
  }
  // Whoever closed it by a key goes on from there.
  const others = [...document.querySelectorAll<HTMLElement>(".notices__close")];
  const next = others.find((other) => other.getClientRects().length) ?? document.getElementById("content");
  next?.focus({ preventScroll: true });
});

export {};
