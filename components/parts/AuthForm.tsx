import {
  startTransition,
  useActionState,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { attempt, isPreview, open, type Refusal, type Service, serviceOf } from "../accounts";
import type { AccountField, AccountForm, AccountsConfig } from "../props";

interface AuthFormProps {
  words: AccountForm;
  /** What browsers fill into the password field. */
  complete: "current-password" | "new-password";
  /** The shortest password that may be sent. */
  shortest: number;
  /** The id of the form's heading. */
  label: string;
  home: string;
  accounts: AccountsConfig | null;
  call: (service: Service, email: string, password: string) => Promise<void>;
  explain: (reason: Refusal) => string;
}

/** What somebody asks of the service. */
interface Request {
  purpose: "enter" | "reset";
  data: FormData;
}

/** What there is to say of the last request. */
type Outcome = { text: string; kind: "error" | "success" } | undefined;

/** Whether the page is a preview never changes. */
const never = () => () => {};

/** Address and password, sent to the service of accounts: the common part of signing in and signing up. */
export function AuthForm(props: AuthFormProps) {
  const { words } = props;
  const { forgotten } = words;
  const id = useId();
  const alert = useRef<HTMLParagraphElement>(null);
  // A second press can come before React shows that the first one is under way.
  const sending = useRef(false);
  const inPreview = useSyncExternalStore(never, isPreview, () => false);
  const accounts = useMemo(() => (inPreview ? serviceOf(props.accounts) : props.accounts), [inPreview, props.accounts]);
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
      await (purpose === "enter" ? props.call(service, email, password) : service.resetPassword(email));
    });
    if (refusal) return { text: props.explain(refusal), kind: "error" };
    if (purpose === "enter") location.assign(props.home);
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
    <form
      className="form auth__form"
      method="dialog"
      noValidate
      aria-labelledby={props.label}
      onSubmit={(event) => {
        event.preventDefault();
        send(event.currentTarget, "enter");
      }}
    >
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
          onClick={({ currentTarget: { form } }) => form && send(form, "reset")}
        >
          {forgotten.button}
        </button>
      )}
    </form>
  );
}
