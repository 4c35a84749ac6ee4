// The arrows of the gallery's pictures. Opening, closing and Escape work without it.

/** Shows the picture that a button names instead of the one it is in; closing it then leads to its own place. */
function show(button: HTMLElement | null | undefined): void {
  const name = button?.dataset.show ?? "";
  const next = document.getElementById(name);
  button?.closest<HTMLElement>(".lightbox")?.hidePopover();
  // The focus goes back to what had it before.
  document.getElementById(name.replace("photo", "open"))?.focus({ preventScroll: true });
  next?.showPopover();
}

for (const arrow of document.querySelectorAll<HTMLElement>(".lightbox [data-show]")) {
  arrow.hidden = false;
  arrow.addEventListener("click", () => show(arrow));
}

addEventListener("keydown", (event) => {
  const lightbox = document.querySelector<HTMLElement>(".lightbox:is(:popover-open)");
  if (!lightbox) return;
  const keys = ["ArrowLeft", "ArrowRight"];
  const side = ["before", "after"][(document.dir === "rtl" ? keys.reverse() : keys).indexOf(event.key)];
  if (side) show(lightbox.querySelector<HTMLElement>(`.lightbox__${side}`));
});

export {};
