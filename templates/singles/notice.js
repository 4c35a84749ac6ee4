// Before the first paint: what a visitor has closed, what is over and what has not begun takes no room.
{
  const { offsets } = document.documentElement.dataset;
  const update = () => {
    const now = Date.now();
    let ahead = 0;
    let closed = "";
    for (const offset of offsets.split(" ")) {
      const [minutes, since] = offset.split("@");
      if (!(since * 6e4 > now)) ahead = minutes * 6e4;
    }
    const today = new Date(now + ahead).toISOString().slice(0, 10);
    const fromNow = (limit) => Date.parse(limit) - (limit?.[10] ? now : Date.parse(today));
    try {
      closed = localStorage["closed-notices"] ?? "";
    } catch {}
    for (const line of document.querySelectorAll("[data-notice]")) {
      const { notice, from, until } = line.dataset;
      line.toggleAttribute("data-future", fromNow(from) > 0);
      line.toggleAttribute("data-past", fromNow(until) < 0);
      line.hidden ||= closed.includes(notice);
    }
  };
  update();
  for (const moment of ["pageshow", "storage"]) addEventListener(moment, update);
}
