// The pictures of an album, one after the other in its dialog. Without this each link opens its picture.

for (const list of document.querySelectorAll<HTMLElement>("[data-album]")) {
  const dialog = document.getElementById(list.dataset.album ?? "") as HTMLDialogElement;
  const links = [...list.querySelectorAll("a")];
  const part = (name: string) => dialog.querySelector<HTMLElement>(`.lightbox__${name}`) as HTMLElement;
  let at = 0;

  /** Begins to load the picture so many places further, round at the ends. */
  const load = (places: number): HTMLImageElement => {
    const image = new Image();
    image.src = links.at((at + places) % links.length)?.href ?? "";
    return image;
  };

  /** Shows the picture so many places further, and fetches its neighbours. */
  const turn = (places: number): void => {
    at = (at + places + links.length) % links.length;
    const image = load(0);
    image.className = "lightbox__image";
    image.alt = links[at]?.querySelector("img")?.alt ?? "";
    dialog.querySelector("img")?.remove();
    dialog.prepend(image);
    part("count").textContent = links[at]?.dataset.count ?? "";
    part("words").textContent = links[at]?.hasAttribute("data-described") ? image.alt : "";
    load(1);
    load(-1);
  };

  links.forEach((link, place) => {
    link.addEventListener("click", (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || !dialog.showModal) return;
      event.preventDefault();
      at = place;
      turn(0);
      dialog.showModal();
    });
  });
  part("close").addEventListener("click", () => dialog.close());
  part("before").addEventListener("click", () => turn(-1));
  part("after").addEventListener("click", () => turn(1));
  dialog.addEventListener("keydown", ({ key }) => {
    const keys = document.dir === "rtl" ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
    const side = keys.indexOf(key);
    if (side >= 0) turn(1 - 2 * side);
  });
  dialog.addEventListener("close", () => links[at]?.focus({ preventScroll: true }));
}

export {};
