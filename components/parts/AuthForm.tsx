import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { attempt, open, type Refusal, type Service } from "../accounts";
import type { AccountsConfig, AuthField } from "../props";

interface AuthFormProps {
  email: AuthField;
  password: AuthField;
  /** What browsers fill into the password field. */
  complete: "current-password" | "new-password";
  /** The shortest password that may be sent. */
  shortest: number;
  button: string;
  pending: string;
  unavailable: string;
  home: string;
  accounts: AccountsConfig | null;
  call: (service: Service, email: string, password: string) => Promise<void>;
  explain: (reason: Refusal) => string;
}

/** Address and password, sent to the service of accounts: the common part of signing in and signing up. */
export function AuthForm(props: AuthFormProps) {
  const [banner, setBanner] = useState("");
  const [wrong, setWrong] = useState<string[]>([]);
  const [pending, setPending] = useState(false);
  const alert = useRef<HTMLParagraphElement>(null);
  const id = useId();
  const { accounts } = props;

  useEffect(() => {
    if (banner) alert.current?.focus();
  }, [banner]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (pending || !accounts) return;
    const form = event.currentTarget;
    const invalid = [...form.querySelectorAll<HTMLInputElement>("input:invalid")];
    setBanner("");
    setWrong(invalid.map((field) => field.name));
    if (invalid[0]) {
      invalid[0].focus();
      return;
    }
    const data = new FormData(form);
    setPending(true);
    const refusal = await attempt(async () => {
      const service = await open(accounts);
      await props.call(service, String(data.get("email")), String(data.get("password")));
    });
    setPending(false);
    if (refusal) {
      setBanner(props.explain(refusal));
    } else {
      location.assign(props.home);
    }
  }

  const field = (name: string, type: string, complete: string, words: AuthField, shortest?: number) => {
    const failed = wrong.includes(name);
    const about = [words.hint && `${id}${name}-hint`, failed && `${id}${name}-error`].filter(Boolean).join(" ");
    return (
      <div className={failed ? "field field--error" : "field"}>
        <label className="field__label" htmlFor={id + name}>
          {words.label}
        </label>
        <input
          className="field__input"
          id={id + name}
          name={name}
          type={type}
          autoComplete={complete}
          required
          minLength={shortest}
          disabled={!accounts}
          aria-invalid={failed || undefined}
          aria-describedby={about || undefined}
          onFocus={() => accounts && open(accounts).catch(() => {})}
        />
        {words.hint && (
          <p className="field__hint" id={`${id}${name}-hint`}>
            {words.hint}
          </p>
        )}
        {failed && (
          <p className="field__error" id={`${id}${name}-error`}>
            {words.error}
          </p>
        )}
      </div>
    );
  };

  return (
    // A form of this method goes nowhere by itself: no password ever leaves in an address or to a static host.
    <form className="form auth__form" method="dialog" noValidate aria-labelledby="auth-title" onSubmit={submit}>
      {!accounts && <p className="form__banner form__banner--note">{props.unavailable}</p>}
      <p className="form__banner form__banner--note when-failed">{props.unavailable}</p>
      <div role="alert">
        {banner && (
          <p className="form__banner form__banner--error" tabIndex={-1} ref={alert}>
            {banner}
          </p>
        )}
      </div>
      {field("email", "email", "username", props.email)}
      {field("password", "password", props.complete, props.password, props.shortest || undefined)}
      <button
        className="button form__button"
        type="submit"
        disabled={!accounts}
        aria-disabled={pending || undefined}
        aria-busy={pending || undefined}
      >
        {pending ? props.pending : props.button}
      </button>
    </form>
  );
}
