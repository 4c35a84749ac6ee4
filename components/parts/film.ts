// A silent film over the picture at the top of a page, once the page is there: not where motion, data or the line speak against it,
// and not for those who stopped it.

interface Connection extends EventTarget {
  saveData?: boolean;
  effectiveType?: string;
}
const { connection } = navigator as Navigator & { connection?: Connection };
const motion = matchMedia("(prefers-reduced-motion: reduce), (prefers-reduced-data: reduce)");
const KEY = "film-stopped";

/** True if somebody stopped the film, on this page or another. */
function isStopped(): boolean {
  try {
    return KEY in localStorage;
  } catch {
    return false;
  }
}

/** Keeps whether the film is stopped, where there is storage. */
function remember(stopped: boolean): void {
  try {
    if (stopped) localStorage.setItem(KEY, "");
    else localStorage.removeItem(KEY);
  } catch {
    // It holds for this page then.
  }
}

for (const button of document.querySelectorAll<HTMLButtonElement>("[data-film]")) {
  let film: HTMLVideoElement | undefined;
  let stopped = isStopped();

  const remove = (): void => {
    film?.remove();
    film = undefined;
    button.hidden = true;
  };

  const make = (): HTMLVideoElement => {
    const video = document.createElement("video");
    Object.assign(video, { className: "cover film", muted: true, loop: true, playsInline: true, tabIndex: -1 });
    video.disablePictureInPicture = true;
    // Firefox has `ariaHidden` since 119 only.
    video.setAttribute("aria-hidden", "true");
    video.addEventListener("playing", () => video.toggleAttribute("data-playing", true));
    video.src = button.dataset.film ?? "";
    button.before(video);
    return video;
  };

  /** Plays, stops or removes the film, as all speaks for it now. */
  const update = (): void => {
    const isSlow = connection?.saveData || /2g|3g/.test(connection?.effectiveType ?? "");
    if (motion.matches || isSlow) {
      remove();
      return;
    }
    button.hidden = false;
    button.textContent = (stopped ? button.dataset.play : button.dataset.stop) ?? "";
    if (stopped) {
      film?.pause();
      return;
    }
    film ??= make();
    // An iPhone that saves power refuses.
    film.play().catch((refusal: DOMException) => refusal.name === "NotAllowedError" && remove());
  };

  button.addEventListener("click", () => {
    stopped = !stopped;
    remember(stopped);
    update();
  });
  motion.addEventListener("change", update);
  connection?.addEventListener("change", update);
  const begin = (): void =>
    void ("requestIdleCallback" in window ? requestIdleCallback(update) : setTimeout(update, 200));
  if (document.readyState === "complete") begin();
  else addEventListener("load", begin);
}

export {};
