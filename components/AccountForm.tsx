import { type AccountsConfig, attempt, open } from "./accounts";
import { Field } from "./parts/Field";
import { type Outcome, useForm } from "./parts/form";
import type { AccountSection } from "./types";

interface AccountFormProps
  extends Pick<AccountSection, "form" | "email" | "unavailable" | "show_password" | "errors" | "home"> {
  /** The id of the form's heading. */
  label: string;
  accounts: AccountsConfig | null;
}

/** What somebody asks of the service. */
interface Request {
  purpose: "enter" | "reset";
  data: FormData;
}

/** The service refuses shorter passwords of new accounts. */
const SHORTEST = 6;

/** How long the next page may take, in milliseconds. */
const patience = 15_000;

/** Ends when the next page is a place on this one, doesn't come, or is gone back from: whoever presses again before would
 * send it again. */
const toLeave = () =>
  new Promise<void>((resolve) => {
    const left = new AbortController();
    const { signal } = left;
    signal.addEventListener("abort", () => resolve());
    addEventListener("hashchange", () => left.abort(), { signal });
    addEventListener("pageshow", ({ persisted }) => persisted && left.abort(), { signal });
    setTimeout(() => left.abort(), patience);
  });

/** Address and password, sent to the service of accounts to sign in or to sign up. */
export default function AccountForm({ form, errors, home, accounts, ...props }: AccountFormProps) {
  const isNew = form.kind === "sign-up";
  const forgotten = form.kind === "sign-in" ? form.forgotten : undefined;
  const { wrong, banner, pending, send } = useForm(answer);

  async function answer({ purpose, data }: Request): Promise<Outcome | undefined> {
    if (!accounts) return { text: props.unavailable, kind: "error" };
    const [email, password] = [String(data.get("email")), String(data.get("password"))];
    const refusal = await attempt(async () => {
      const service = await open(accounts);
      if (purpose === "reset") await service.resetPassword(email);
      else await (isNew ? service.signUp(email, password) : service.signIn(email, password));
    });
    if (refusal) return { text: errors[refusal], kind: "error" };
    if (purpose === "enter") {
      location.assign(home);
      await toLeave();
    }
    return forgotten && purpose === "reset" ? { text: forgotten.sent, kind: "success" } : undefined;
  }

  function submit(form: HTMLFormElement, purpose: Request["purpose"]) {
    const fields = form.querySelectorAll<HTMLInputElement>(purpose === "enter" ? "input" : "[name=email]");
    send(fields, { purpose, data: new FormData(form) });
  }

  const field = (name: "email" | "password", { label, hint, error }: AccountSection["email"]) => ({
    name,
    type: name,
    label,
    hint,
    error: wrong.includes(name) ? error : undefined,
    onFocus: () => accounts && open(accounts).catch(() => {}),
  });

  return (
    // Where no script comes, a form of the method "get" would send the password in an address.
    <form
      className="form account__form"
      method="post"
      noValidate
      aria-labelledby={props.label}
      onSubmit={(event) => {
        event.preventDefault();
        submit(event.currentTarget, "enter");
      }}
    >
      <p className="form__banner when-failed">{props.unavailable}</p>
      {banner}
      <Field
        {...field("email", props.email)}
        autoComplete="username"
        // The visitor's document is named by the address, and a name has no slash.
        pattern="[^\/]*"
      />
      <Field
        {...field("password", form.password)}
        show={props.show_password}
        autoComplete={isNew ? "new-password" : "current-password"}
        minLength={isNew ? SHORTEST : undefined}
      />
      <button
        className="button form__button"
        type="submit"
        aria-disabled={pending || undefined}
        aria-busy={pending || undefined}
      >
        {pending ? form.pending : form.button}
      </button>
      {forgotten && (
        <button
          className="account__forgotten"
          type="button"
          onClick={({ currentTarget: { form } }) => form && submit(form, "reset")}
        >
          {forgotten.button}
        </button>
      )}
    </form>
  );
}
