import { type ReactNode, type RefObject, startTransition, useActionState, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

/** What there is to say of a request. */
export interface Outcome {
  text: ReactNode;
  kind: "error" | "success";
}

/** A form that sends one request at a time, and says which fields can't be sent or, in its banner, what came of it. */
export function useForm<Request>(answer: (request: Request) => Promise<Outcome | undefined>) {
  // The fields that can't be sent. They say so in the event that focuses the first one, not after an action.
  const [wrong, setWrong] = useState<string[]>([]);
  // A second press can come before React shows that the first one is under way.
  const isSending = useRef(false);
  // Where the focus was when it was pressed.
  const from = useRef<Element>(null);
  const [outcome, ask, pending] = useActionState<Outcome | undefined, Request>(async (_, request) => {
    const outcome = await answer(request);
    isSending.current = false;
    return outcome;
  }, undefined);
  // What was said when somebody pressed the button again: it is over from then on.
  const [past, setPast] = useState<Outcome>();

  /** Sends the request if all of the fields can be sent; leads to the first that can't otherwise, and is false. */
  function send(fields: Iterable<HTMLInputElement>, request?: Request): boolean {
    if (isSending.current) return true;
    const invalid = [...fields].filter((field) => !field.validity.valid);
    // Shown before the focus moves, which lays out the page: it is done once then.
    flushSync(() => {
      setWrong(invalid.map(({ name }) => name));
      setPast(outcome);
    });
    invalid[0]?.focus();
    if (invalid.length > 0) return false;
    if (request) {
      isSending.current = true;
      from.current = document.activeElement;
      startTransition(() => ask(request));
    }
    return true;
  }

  return { wrong, pending, send, banner: <Banner outcome={outcome === past ? undefined : outcome} from={from} /> };
}

/** Says what came of a form, and takes the focus, but not from somebody who went on meanwhile. */
function Banner({ outcome, from }: { outcome: Outcome | undefined; from: RefObject<Element | null> }) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    // A press on nothing leaves the focus with what the form is in.
    if (outcome && (activeElement === from.current || activeElement?.contains(line.current))) line.current?.focus();
  }, [outcome, from]);
  return (
    <div role={outcome?.kind === "error" ? "alert" : "status"}>
      {outcome && (
        <p className={`form__banner form__banner--${outcome.kind}`} tabIndex={-1} ref={line}>
          {outcome.text}
        </p>
      )}
    </div>
  );
}
