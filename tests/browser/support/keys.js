// The editor by keys alone: what is reached by Tab, and by nothing that a script puts there.

/** The most presses of a key that anybody makes on the way to something. */
const PATIENCE = 150;

/** Goes on with the Tab key, or another one, until the focus is on what is looked for, which has to be seen then. */
export async function reach(page, selector, { text, key = "Tab" } = {}) {
  const wanted = { selector, text };
  for (let press = 0; press < PATIENCE; press++) {
    const found = await page.evaluate(({ selector, text }) => {
      const { activeElement: now } = document;
      const name = now?.getAttribute("aria-label") ?? now?.textContent ?? "";
      return now?.matches(selector) && (!text || name.includes(text)) && now.checkVisibility();
    }, wanted);
    if (found) return;
    await page.keyboard.press(key);
  }
  throw new Error(`no way by keys to ${selector} ${text ?? ""}`);
}

/** Goes on to a button, and presses it. */
export async function press(page, selector, way) {
  await reach(page, selector, way);
  await page.keyboard.press("Enter");
}

/** Writes into the field with the focus what is to stand in it. */
export async function write(page, text) {
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Delete");
  await page.keyboard.type(text);
}

/** Chooses something in the menu. */
export async function choose(page, text) {
  await page.keyboard.press("Escape");
  await press(page, ".menu-button");
  await reach(page, "#pages input");
  await press(page, "#pages button", { text });
}

/** Opens a form by the list of all. */
export async function open({ page, panel }, title) {
  await choose(page, "Everything on the site");
  await reach(page, ".panel input[type=search]");
  await page.keyboard.type(title);
  await press(page, ".panel .row-title", { text: title });
  await panel.getByRole("heading", { level: 2, name: title }).waitFor();
  await panel.locator("[data-path]").first().waitFor();
}
