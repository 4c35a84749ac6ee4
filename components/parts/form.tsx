import { type ReactNode, type RefObject, startTransition, useActionState, useEffect, useRef, useState } from "react";

/** What there is to say of a request. */
export interface Outcome {
  text: ReactNode;
  kind: "error" | "success";
}

/** A form that sends one request at a time, and says which fields can't be sent or what came of it. */
export function useForm<Request>(answer: (request: Request) => Promise<Outcome | undefined>) {
  // The fields that can't be sent. They say so in the event that focuses the first one, not after an action.
  const [wrong, setWrong] = useState<string[]>([]);
  const [outcome, ask, pending] = useActionState<Outcome | undefined, Request>(async (_, request) => {
    const outcome = await answer(request);
    sending.current = false;
    return outcome;
  }, undefined);
  // A second press can come before React shows that the first one is under way.
  const sending = useRef(false);
  const banner = useRef<HTMLParagraphElement>(null);
  const said = pending || wrong.length > 0 ? undefined : outcome;

  useEffect(() => {
    if (said) banner.current?.focus();
  }, [said]);

  /** True if all of the fields can be sent; leads to the first that can't. */
  function check(fields: Iterable<HTMLInputElement>): boolean {
    const invalid = [...fields].filter((field) => !field.validity.valid);
    setWrong(invalid.map(({ name }) => name));
    invalid[0]?.focus();
    return invalid.length === 0;
  }

  function send(request: Request) {
    sending.current = true;
    startTransition(() => ask(request));
  }

  return { wrong, said, banner, pending, sending, check, send };
}

interface BannerProps {
  outcome: Outcome | undefined;
  banner: RefObject<HTMLParagraphElement | null>;
}

/** Says what came of a form. */
export function Banner({ outcome, banner }: BannerProps) {
  return (
    <div role={outcome?.kind === "error" ? "alert" : "status"}>
      {outcome && (
        <p className={`form__banner form__banner--${outcome.kind}`} tabIndex={-1} ref={banner}>
          {outcome.text}
        </p>
      )}
    </div>
  );
}
