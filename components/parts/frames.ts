// Frames that ask before they load: the link loads its page into the frame by itself, and what asked goes away.

for (const ask of document.querySelectorAll<HTMLElement>(".embedded__ask")) {
  ask.querySelector("a")?.addEventListener("click", () => {
    ask.hidden = true;
    ask.parentElement?.querySelector("iframe")?.focus();
  });
}
