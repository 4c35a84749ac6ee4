// Hydrates one island, and leaves its static markup in place if that fails.

import { type ComponentType, createElement, type ReactNode, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";

// All islands need it, and what all need is one chunk.
import "react/jsx-runtime";

/** Reports that the island has committed: its own effects have run by then. */
function Committed({ onCommit, children }: { onCommit: () => void; children: ReactNode }): ReactNode {
  useEffect(onCommit, [onCommit]);
  return children;
}

/** By what a control of an island is known again, whatever was put beside it. Extensions change classes and attributes of fields. */
function keyOf(control: HTMLElement): string {
  const { localName, id, className } = control;
  if (!control.matches("input,textarea,select"))
    return [localName, id || control.getAttribute("href") || className].join();
  const { type, name, value } = control as HTMLInputElement;
  return [localName, name || id, ...(/^(checkbox|radio)$/.test(type) ? [type, value] : [])].join();
}

/** What a visitor can be in the middle of using; those that are alike have numbers. */
function controls(island: HTMLElement): Map<string, HTMLElement> {
  const known = new Map<string, HTMLElement>();
  for (const control of island.querySelectorAll<HTMLElement>("input,textarea,select,button,a,summary,[popover]")) {
    let number = 0;
    while (known.has(`${keyOf(control)} ${number}`)) number++;
    known.set(`${keyOf(control)} ${number}`, control);
  }
  return known;
}

/**
 * A function that passes on to React what a visitor did to a field before it was loaded; undefined if untouched. It takes the
 * field that stands in the place of this one by then.
 */
function touched(control: HTMLElement): ((now: HTMLElement) => void) | undefined {
  if (control instanceof HTMLSelectElement) {
    const chosen = control.selectedIndex;
    const initial = Math.max(
      0,
      [...control.options].findIndex((option) => option.defaultSelected),
    );
    if (chosen === initial) return undefined;
    return (now) => {
      (now as HTMLSelectElement).selectedIndex = chosen;
      now.dispatchEvent(new Event("change", { bubbles: true }));
    };
  }
  if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) return undefined;
  if (control.type === "checkbox" || control.type === "radio") {
    const { checked, defaultChecked } = control as HTMLInputElement;
    if (checked === defaultChecked) return undefined;
    return (now) => {
      const box = now as HTMLInputElement;
      if (box.type === "checkbox") box.checked = defaultChecked;
      box.click();
    };
  }
  const { value } = control;
  if (value === control.defaultValue) return undefined;
  return (now) => {
    // React notes what is assigned to a field, and takes only another value for an input. The setter of the class is not
    // the one that it watches.
    const field = now as typeof control;
    const typed = control.value === control.defaultValue ? value : control.value;
    const { selectionStart, selectionEnd } = control;
    field.value = field.defaultValue;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, typed);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    // React assigns the value once more before that, which moves the cursor to the end.
    if (selectionStart !== null) queueMicrotask(() => field.setSelectionRange(selectionStart, selectionEnd));
  };
}

/**
 * A function that hands on what a visitor was doing in an island, once React has committed: what was typed, which popover
 * was open, where the focus was. Of markup that isn't as the server wrote it, since the browser translated the page or
 * an extension put something into a form, React makes all elements anew.
 */
function inUse(island: HTMLElement): () => void {
  const isOpen = (control: HTMLElement) => control.matches(":is(:popover-open)");
  const before = [...controls(island)].map(([key, control]) => ({
    key,
    typed: touched(control),
    isOpened: isOpen(control),
    isFocused: control === document.activeElement,
  }));
  return () => {
    const now = controls(island);
    for (const { key, typed, isOpened, isFocused } of before) {
      const control = now.get(key);
      if (!control) continue;
      if (isOpened && !isOpen(control)) control.showPopover();
      typed?.(control);
      if (isFocused && document.activeElement === document.body) control.focus();
    }
  };
}

/** What the boot script calls to start an island that shows `View`: fulfilled once committed, or rejected. */
export function island<Props extends object>(View: ComponentType<Props>) {
  return (element: HTMLElement): Promise<void> =>
    new Promise((commit, fail) => {
      const { island: name, props = "{}", prefix = "" } = element.dataset;
      const nodes = [...element.childNodes];
      const copies = nodes.map((node) => node.cloneNode(true));
      const handOn = inUse(element);
      let live = false;
      const root = hydrateRoot(
        element,
        createElement(Committed, {
          onCommit: () => {
            live = true;
            handOn();
            commit();
          },
          // biome-ignore lint/correctness/noChildrenProp: the type requires the child among the props
          children: createElement(View, JSON.parse(props) as Props),
        }),
        {
          identifierPrefix: prefix,
          onRecoverableError: (error) => console.error(`island ${name}:`, error),
          onUncaughtError: (error) => {
            // React is still at work on this root; it can be taken down once that has ended.
            queueMicrotask(() => {
              root.unmount();
              element.replaceChildren(...(live ? copies : nodes));
              if (live) {
                element.dataset.state = "failed";
                console.error(`island ${name}:`, error);
              }
              fail(error);
            });
          },
        },
      );
    });
}
