// Copies a number to pay to, as it is typed: without the gaps that help the eye.

/** How long it says so, in milliseconds. */
const SAID = 4000;

let timer = 0;

/** Takes back what was said last. */
let takeBack = (): void => {};

/** Says what is copied, on its button and to screen readers. What was said of another one goes at once. */
function say(button: HTMLElement, copied: string): void {
  const label = button.firstChild as Text;
  const status = button.closest("dl")?.nextElementSibling;
  if (!status) return;
  clearTimeout(timer);
  takeBack();
  const { data } = label;
  label.data = copied;
  status.textContent = button.textContent;
  takeBack = () => {
    label.data = data;
    status.textContent = "";
  };
  timer = setTimeout(takeBack, SAID);
}

addEventListener("click", async ({ target }) => {
  const button = target instanceof Element && target.closest<HTMLElement>("[data-copy]");
  if (!button) return;
  try {
    await navigator.clipboard.writeText(button.dataset.copy ?? "");
    say(button, button.closest("dl")?.dataset.copied ?? "");
  } catch {
    // Browsers refuse it without HTTPS, for one; the number is ready to be copied by hand then.
    const number = button.parentElement?.querySelector("code");
    if (number) getSelection()?.selectAllChildren(number);
  }
});

export {};
