// Hydrates one island, and leaves its static markup in place if that fails.

import { type ComponentType, createElement, type ReactNode, useEffect, useLayoutEffect } from "react";
import { hydrateRoot } from "react-dom/client";

// All islands need it, and what all need is one chunk.
import "react/jsx-runtime";

interface HydratingProps {
  onRender: () => void;
  onLayout: () => void;
  onCommit: () => void;
  children: ReactNode;
}

/**
 * Reports that React begins to render the island, that its elements stand, which is within the same task, so that a
 * visitor can do nothing in between, and that it has committed: its own effects have run by then.
 */
function Hydrating({ onRender, onLayout, onCommit, children }: HydratingProps): ReactNode {
  onRender();
  useLayoutEffect(onLayout, [onLayout]);
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
  for (const control of island.querySelectorAll<HTMLElement>(
    "input,textarea,select,button,a,summary,details,[popover]",
  )) {
    let number = 0;
    while (known.has(`${keyOf(control)} ${number}`)) number++;
    known.set(`${keyOf(control)} ${number}`, control);
  }
  return known;
}

type AnyField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** True for a field that a visitor has changed. */
function isTouched(control: HTMLElement): control is AnyField {
  // A button has a value, and no default to compare it with.
  if (control instanceof HTMLButtonElement) return false;
  if (control instanceof HTMLSelectElement) {
    const initial = [...control.options].findIndex((option) => option.defaultSelected);
    return control.selectedIndex !== Math.max(0, initial);
  }
  const { value, defaultValue, checked, defaultChecked } = control as HTMLInputElement;
  return value !== defaultValue || checked !== defaultChecked;
}

/**
 * A function that hands on what a visitor was doing in an island, once React has rendered it: what was typed, what was
 * open, where the focus was. Of markup that isn't as the server wrote it, since the browser translated the page or
 * an extension put something into a form, React makes all elements anew.
 */
function inUse(island: HTMLElement): () => void {
  const isOpen = (control: HTMLElement) => control.matches(":is(:popover-open)");
  const before = [...controls(island)].map(([key, control]) => ({
    key,
    from: control,
    isOpened: isOpen(control),
    isFocused: control === document.activeElement,
  }));
  return () => {
    const now = controls(island);
    for (const { key, from, isOpened, isFocused } of before) {
      const control = now.get(key);
      if (!control) continue;
      if (isOpened && !isOpen(control)) control.showPopover();
      if (control !== from && from instanceof HTMLDetailsElement) (control as HTMLDetailsElement).open = from.open;
      if (isTouched(from)) {
        if (control !== from)
          Object.assign(control, { value: from.value, checked: (from as HTMLInputElement).checked });
        // Fields keep what was typed themselves; their component is told.
        control.dispatchEvent(new Event("input", { bubbles: true }));
      }
      if (!isFocused || document.activeElement !== document.body) continue;
      control.focus();
      const { selectionStart, selectionEnd } = from as HTMLInputElement;
      if (typeof selectionStart === "number") {
        (control as HTMLInputElement).setSelectionRange(selectionStart, selectionEnd);
      }
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
      let handOn: (() => void) | undefined;
      let live = false;
      const root = hydrateRoot(
        element,
        createElement(Hydrating, {
          // Where React starts over, as the markup isn't as it was, the first look is the one that counts.
          onRender: () => {
            handOn ??= inUse(element);
          },
          onLayout: () => handOn?.(),
          onCommit: () => {
            live = true;
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
