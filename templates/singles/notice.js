// Before the first paint: what a visitor has closed, what is over and what has not begun takes no room. Without storage one is
// closed on its page.
{
  const { offsets } = document.documentElement.dataset;
  const all = (selector) => [...document.querySelectorAll(selector)];
  let closed = [];
  const update = () => {
    const now = Date.now();
    let ahead = 0;
    for (const offset of offsets.split(" ")) {
      const [minutes, since] = offset.split("@");
      if (!(since * 6e4 > now)) ahead = minutes * 6e4;
    }
    const today = new Date(now + ahead).toISOString().slice(0, 10);
    const fromNow = (limit) => Date.parse(limit) - (limit?.[10] ? now : Date.parse(today));
    try {
      closed = localStorage["closed-notices"].split(" ");
    } catch {}
    for (const line of all("[data-notice]")) {
      const { notice, from, until } = line.dataset;
      line.toggleAttribute("data-future", fromNow(from) > 0);
      line.toggleAttribute("data-past", fromNow(until) < 0);
      line.hidden ||= closed.includes(notice);
      line.lastElementChild.style.visibility = "visible";
    }
  };
  update();
  for (const moment of ["pageshow", "storage"]) addEventListener(moment, update);
  addEventListener("click", ({ target }) => {
    const line = target.closest(".notices__close")?.parentElement;
    if (!line) return;
    line.hidden = true;
    try {
      localStorage["closed-notices"] = [...closed, line.dataset.notice].slice(-20).join(" ");
      update();
    } catch {}
    // Whoever closed it by a key goes on from there.
    const next = all(".notices__close").find((other) => other.getClientRects()[0]) ?? all("main")[0];
    next.focus({ preventScroll: true });
  });
}
