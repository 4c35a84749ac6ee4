// The arrows of the gallery's pictures. Opening, closing and Escape work without it.

/** Shows the picture that a button names instead of the one it is in. */
function show(button: HTMLElement | null | undefined): void {
  const next = document.getElementById(button?.dataset.show ?? "");
  button?.closest<HTMLElement>(".lightbox")?.hidePopover();
  next?.showPopover();
}

for (const arrow of document.querySelectorAll<HTMLElement>(".lightbox [data-show]")) {
  arrow.hidden = false;
  arrow.addEventListener("click", () => show(arrow));
}

addEventListener("keydown", ({ key }) => {
  const side = { ArrowLeft: "before", ArrowRight: "after" }[key];
  if (side) show(document.querySelector<HTMLElement>(`.lightbox:popover-open .lightbox__${side}`));
});

export {};
