import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { attempt, open, type Refusal, type Service, serviceOf } from "../accounts";
import type { AccountField, AccountForm, AccountsConfig } from "../props";

interface AuthFormProps {
  words: AccountForm;
  /** What browsers fill into the password field. */
  complete: "current-password" | "new-password";
  /** The shortest password that may be sent. */
  shortest: number;
  home: string;
  accounts: AccountsConfig | null;
  call: (service: Service, email: string, password: string) => Promise<void>;
  explain: (reason: Refusal) => string;
}

/** Address and password, sent to the service of accounts: the common part of signing in and signing up. */
export function AuthForm(props: AuthFormProps) {
  const [banner, setBanner] = useState<{ text: string; kind: "error" | "success" }>();
  const [wrong, setWrong] = useState<string[]>([]);
  const [pending, setPending] = useState(false);
  const busy = useRef(false);
  const alert = useRef<HTMLParagraphElement>(null);
  const id = useId();
  const [accounts, setAccounts] = useState(props.accounts);
  const { words } = props;
  const { forgotten } = words;

  useEffect(() => setAccounts(serviceOf(props.accounts)), [props.accounts]);

  useEffect(() => {
    if (banner) alert.current?.focus();
  }, [banner]);

  /** Asks the service with what these fields say, unless it is being asked or a field can't be used. */
  async function ask(
    form: HTMLFormElement,
    names: string[],
    call: (service: Service, data: FormData) => Promise<void>,
  ) {
    if (busy.current || !accounts) return false;
    const fields = [...form.querySelectorAll<HTMLInputElement>("input:invalid")];
    const invalid = fields.filter((field) => names.includes(field.name));
    setBanner(undefined);
    setWrong(invalid.map((field) => field.name));
    if (invalid[0]) {
      invalid[0].focus();
      return false;
    }
    const data = new FormData(form);
    busy.current = true;
    setPending(true);
    const refusal = await attempt(async () => call(await open(accounts), data));
    busy.current = false;
    setPending(false);
    if (refusal) setBanner({ text: props.explain(refusal), kind: "error" });
    return !refusal;
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const done = await ask(event.currentTarget, ["email", "password"], (service, data) =>
      props.call(service, String(data.get("email")), String(data.get("password"))),
    );
    if (done) location.assign(props.home);
  }

  async function forget({ form }: HTMLButtonElement) {
    if (!form || !forgotten) return;
    const done = await ask(form, ["email"], (service, data) => service.resetPassword(String(data.get("email"))));
    if (done) setBanner({ text: forgotten.sent, kind: "success" });
  }

  const field = (name: string, type: string, complete: string, about: AccountField, shortest?: number) => {
    const failed = wrong.includes(name);
    const describedBy = [about.hint && `${id}${name}-hint`, failed && `${id}${name}-error`].filter(Boolean).join(" ");
    return (
      <div className={failed ? "field field--error" : "field"}>
        <label className="field__label" htmlFor={id + name}>
          {about.label}
        </label>
        <input
          className="field__input"
          id={id + name}
          name={name}
          type={type}
          autoComplete={complete}
          required
          minLength={shortest}
          // The visitor's document is named by the address, and a name has no slash.
          pattern={type === "email" ? "[^\\/]*" : undefined}
          disabled={!accounts}
          aria-invalid={failed || undefined}
          aria-describedby={describedBy || undefined}
          onFocus={() => accounts && open(accounts).catch(() => {})}
        />
        {about.hint && (
          <p className="field__hint" id={`${id}${name}-hint`}>
            {about.hint}
          </p>
        )}
        {failed && (
          <p className="field__error" id={`${id}${name}-error`}>
            {about.error}
          </p>
        )}
      </div>
    );
  };

  return (
    // A form of this method goes nowhere by itself: no password ever leaves in an address or to a static host.
    <form className="form auth__form" method="dialog" noValidate aria-labelledby="auth-title" onSubmit={submit}>
      {!accounts && <p className="form__banner form__banner--note">{words.unavailable}</p>}
      <p className="form__banner form__banner--note when-failed">{words.unavailable}</p>
      <div role="alert">
        {banner && (
          <p className={`form__banner form__banner--${banner.kind}`} tabIndex={-1} ref={alert}>
            {banner.text}
          </p>
        )}
      </div>
      {field("email", "email", "username", words.email)}
      {field("password", "password", props.complete, words.password, props.shortest || undefined)}
      <button
        className="button form__button"
        type="submit"
        disabled={!accounts}
        aria-disabled={pending || undefined}
        aria-busy={pending || undefined}
      >
        {pending ? words.pending : words.button}
      </button>
      {forgotten && (
        <button
          className="auth__forgotten"
          type="button"
          disabled={!accounts}
          onClick={(event) => forget(event.currentTarget)}
        >
          {forgotten.button}
        </button>
      )}
    </form>
  );
}
