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

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const fields = (island: HTMLElement) => [...island.querySelectorAll<Field>("input,textarea,select")];

/** A function that passes on to React what a visitor did to a field before it was loaded; undefined if untouched. */
function touched(field: Field): (() => void) | undefined {
  if (field instanceof HTMLSelectElement) {
    const chosen = field.selectedIndex;
    const initial = Math.max(
      0,
      [...field.options].findIndex((option) => option.defaultSelected),
    );
    if (chosen === initial) return undefined;
    return () => {
      field.selectedIndex = chosen;
      field.dispatchEvent(new Event("change", { bubbles: true }));
    };
  }
  if (field.type === "checkbox" || field.type === "radio") {
    const box = field as HTMLInputElement;
    if (box.checked === box.defaultChecked) return undefined;
    return () => {
      if (box.type === "checkbox") box.checked = box.defaultChecked;
      box.click();
    };
  }
  const { value } = field;
  if (value === field.defaultValue) return undefined;
  return () => {
    // React notes what is assigned to a field, and takes only another value for an input. The setter of the class is not
    // the one that it watches.
    const typed = field.value === field.defaultValue ? value : field.value;
    const { selectionStart, selectionEnd } = field;
    field.value = field.defaultValue;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, typed);
    if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
}

/** What the boot script calls to start an island that shows `View`: fulfilled once committed, or rejected. */
export function island<Props extends object>(View: ComponentType<Props>) {
  return (element: HTMLElement): Promise<void> =>
    new Promise((commit, fail) => {
      const { island: name, props = "{}", prefix = "" } = element.dataset;
      const nodes = [...element.childNodes];
      const copies = nodes.map((node) => node.cloneNode(true));
      const typed = fields(element).map(touched);
      let live = false;
      const root = hydrateRoot(
        element,
        createElement(Committed, {
          onCommit: () => {
            live = true;
            for (const tell of typed) tell?.();
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
