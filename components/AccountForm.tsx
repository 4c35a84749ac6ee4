import { startTransition, useActionState, useEffect, useRef, useState } from "react";
import { type AccountsConfig, attempt, open } from "./accounts";
import { Field } from "./parts/Field";
import type { AccountSection } from "./types";

interface AccountFormProps extends Pick<AccountSection, "form" | "email" | "unavailable" | "errors" | "home"> {
  /** The id of the form's heading. */
  label: string;
  accounts: AccountsConfig | null;
}

/** What somebody asks of the service. */
interface Request {
  purpose: "enter" | "reset";
  data: FormData;
}

/** What there is to say of the last request. */
type Outcome = { text: string; kind: "error" | "success" } | undefined;

/** The service refuses shorter passwords of new accounts. */
const SHORTEST = 6;

/** Address and password, sent to the service of accounts to sign in or to sign up. */
export default function AccountForm({ form, errors, home, accounts, ...props }: AccountFormProps) {
  const isNew = form.kind === "sign-up";
  const forgotten = form.kind === "sign-in" ? form.forgotten : undefined;
  const alert = useRef<HTMLParagraphElement>(null);
  // A second press can come before React shows that the first one is under way.
  const sending = useRef(false);
  // The fields that can't be sent. They say so in the event that focuses the first one, not after an action.
  const [wrong, setWrong] = useState<string[]>([]);
  const [outcome, ask, pending] = useActionState<Outcome, Request>(answer, undefined);
  const banner = pending || wrong.length > 0 ? undefined : outcome;

  useEffect(() => {
    if (banner) alert.current?.focus();
  }, [banner]);

  async function answer(_: Outcome, request: Request): Promise<Outcome> {
    const outcome = await outcomeOf(request);
    sending.current = false;
    return outcome;
  }

  async function outcomeOf({ purpose, data }: Request): Promise<Outcome> {
    if (!accounts) return undefined;
    const [email, password] = [String(data.get("email")), String(data.get("password"))];
    const refusal = await attempt(async () => {
      const service = await open(accounts);
      if (purpose === "reset") await service.resetPassword(email);
      else await (isNew ? service.signUp(email, password) : service.signIn(email, password));
    });
    if (refusal) return { text: errors[refusal], kind: "error" };
    if (purpose === "enter") location.assign(home);
    return forgotten && purpose === "reset" ? { text: forgotten.sent, kind: "success" } : undefined;
  }

  function send(form: HTMLFormElement, purpose: Request["purpose"]) {
    if (sending.current) return;
    const invalid = [...form.querySelectorAll<HTMLInputElement>("input:invalid")];
    const wrong = invalid.filter(({ name }) => purpose === "enter" || name === "email");
    setWrong(wrong.map(({ name }) => name));
    wrong[0]?.focus();
    if (wrong[0]) return;
    sending.current = true;
    const request = { purpose, data: new FormData(form) };
    startTransition(() => ask(request));
  }

  const field = (name: "email" | "password", { label, hint, error }: AccountSection["email"]) => ({
    name,
    type: name,
    label,
    hint,
    error: wrong.includes(name) ? error : undefined,
    disabled: !accounts,
    onFocus: () => accounts && open(accounts).catch(() => {}),
  });

  return (
    // A form of this method goes nowhere by itself: no password ever leaves in an address or to a static host.
    <form
      className="form account__form"
      method="dialog"
      noValidate
      aria-labelledby={props.label}
      onSubmit={(event) => {
        event.preventDefault();
        send(event.currentTarget, "enter");
      }}
    >
      {!accounts && <p className="form__banner form__banner--note">{props.unavailable}</p>}
      <p className="form__banner form__banner--note when-failed">{props.unavailable}</p>
      <div role="alert">
        {banner && (
          <p className={`form__banner form__banner--${banner.kind}`} tabIndex={-1} ref={alert}>
            {banner.text}
          </p>
        )}
      </div>
      <Field
        {...field("email", props.email)}
        autoComplete="username"
        // The visitor's document is named by the address, and a name has no slash.
        pattern="[^\/]*"
      />
      <Field
        {...field("password", form.password)}
        autoComplete={isNew ? "new-password" : "current-password"}
        minLength={isNew ? SHORTEST : undefined}
      />
      <button
        className="button form__button"
        type="submit"
        disabled={!accounts}
        aria-disabled={pending || undefined}
        aria-busy={pending || undefined}
      >
        {pending ? form.pending : form.button}
      </button>
      {forgotten && (
        <button
          className="account__forgotten"
          type="button"
          disabled={!accounts}
          onClick={({ currentTarget: { form } }) => form && send(form, "reset")}
        >
          {forgotten.button}
        </button>
      )}
    </form>
  );
}
