import { type FormEvent, useEffect, useId, useRef } from "react";
import { Field } from "./parts/Field";
import { type Outcome, useForm } from "./parts/form";
import { heading } from "./parts/heading";
import { Icon } from "./parts/Icon";
import type { ContactSection, Reference } from "./types";

type Form = Omit<ContactSection["form"], "classes">;

interface ContactFormProps {
  /** Its words, and which of the classes can be chosen, if not all. */
  section: Form & { classes: string[] | null };
  /** What `?class=` in the page's address may name. */
  classes: Reference[];
  /** What `?plan=` in the page's address may name. */
  plans: Reference[];
  /** Where the form goes: an address to which it is posted, or `mailto:`; the name of the field that only robots fill, and
   * what else is sent; its name at Netlify. */
  form: {
    action: string;
    trap?: string | null;
    hidden?: { name: string; value: string }[] | null;
    netlify?: string | null;
  };
  /** The level of the form's heading. */
  level: number;
}

/** What came of sending. */
type Result = "sent" | "unconfirmed" | "failed";

/** How long a service may take to answer. */
const patience = 30_000;

/** Posts to a service, once. A listener of uploads makes browsers ask the service for its leave first: where it gives none,
 * nothing was sent yet, and the message is sent without seeing the answer. Where it gives leave and then hides its answer, the
 * listener knows that the message went out; where it leads on to another site, the policy's refusal says so. (A request of
 * `fetch` fails alike in all cases.) */
function postTo(address: string, body: URLSearchParams): Promise<Result> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    let isOut = false;
    let leadsOn = false;
    const onRefusal = () => {
      leadsOn = true;
    };
    const settle = (result: Result | Promise<Result>) => {
      document.removeEventListener("securitypolicyviolation", onRefusal);
      resolve(result);
    };
    document.addEventListener("securitypolicyviolation", onRefusal);
    request.open("POST", address);
    request.setRequestHeader("accept", "application/json");
    request.timeout = patience;
    request.upload.onload = () => {
      isOut = true;
    };
    request.onload = () => settle(request.status < 400 ? "sent" : "failed");
    request.ontimeout = () => settle("unconfirmed");
    // The policy's refusal is told a moment after.
    request.onerror = () =>
      setTimeout(() => settle(leadsOn ? "sent" : isOut ? "unconfirmed" : postBlindly(address, body)), 100);
    request.send(body);
  });
}

async function postBlindly(address: string, body: URLSearchParams): Promise<Result> {
  try {
    await fetch(address, { method: "POST", body, mode: "no-cors", signal: AbortSignal.timeout(patience) });
    return "unconfirmed";
  } catch (error) {
    return (error as Error).name === "TimeoutError" ? "unconfirmed" : "failed";
  }
}

export default function ContactForm({ section, classes, plans, form, level }: ContactFormProps) {
  const { wrong, banner, pending, send } = useForm(deliver);
  const element = useRef<HTMLFormElement>(null);
  const id = useId();
  const choices = section.classes?.flatMap((id) => classes.find((entry) => entry.id === id) ?? []) ?? classes;
  const isMail = form.action.startsWith("mailto:");
  const Title = heading(level);

  useEffect(() => {
    // From now on what is wrong is said here, not by the browser.
    if (element.current) element.current.noValidate = true;
    const asked = new URLSearchParams(location.search);
    const find = <Field extends Element>(name: string) => element.current?.querySelector<Field>(`[name=${name}]`);
    const choice = find<HTMLSelectElement>("class");
    const comment = find<HTMLTextAreaElement>("comment");
    for (const [kind, entries] of Object.entries({ class: classes, plan: plans, offer: section.offer })) {
      const picked = entries.find((entry) => entry.id === asked.get(kind));
      if (!picked) continue;
      const option = kind === "class" && [...(choice?.options ?? [])].find(({ value }) => value === picked.id);
      if (option && choice) choice.value ||= option.value;
      else if (comment) comment.value ||= `${picked.title}\n`;
    }
  }, [classes, plans, section.offer]);

  async function deliver(sent: HTMLFormElement): Promise<Outcome> {
    const body = new URLSearchParams([...new FormData(sent)] as [string, string][]);
    const result = await postTo(form.action, body);
    if (result !== "failed") sent.reset();
    return { text: section[result], kind: result === "failed" ? "error" : "success" };
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    const sent = event.currentTarget;
    const isFine = send(sent.querySelectorAll("input"), isMail ? undefined : sent);
    // What opens the mail program is left to the browser.
    if (!isMail || !isFine) event.preventDefault();
  }

  const field = (name: string, { label, placeholder, error }: Form["name"]) => ({
    name,
    label,
    placeholder,
    mark: section.required,
    autoComplete: name,
    error: wrong.includes(name) ? error : undefined,
  });

  return (
    <form
      className="form"
      method="post"
      action={isMail ? undefined : form.action}
      aria-labelledby={id}
      data-netlify={form.netlify ? "true" : undefined}
      data-netlify-honeypot={(form.netlify && form.trap) || undefined}
      name={form.netlify || undefined}
      onSubmit={submit}
      ref={element}
    >
      <Title className="form__title" id={id}>
        {section.title}
      </Title>
      <p className="form__text">{section.text}</p>
      {banner}
      {form.netlify && <input type="hidden" name="form-name" value={form.netlify} />}
      {form.hidden?.map(({ name, value }) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {!isMail && form.trap && (
        <input className="form__trap" name={form.trap} tabIndex={-1} autoComplete="off" aria-hidden="true" />
      )}
      <Field {...field("name", section.name)} type="text" />
      <Field {...field("email", section.email)} type="email" />
      {choices.length > 0 && (
        <div className="field">
          <label className="field__label" htmlFor={`${id}class`}>
            {section.class.label}
          </label>
          <select className="field__input field__input--select" id={`${id}class`} name="class">
            <option value="">{section.class.placeholder}</option>
            {choices.map((choice) => (
              <option key={choice.id} value={choice.id}>
                {choice.title}
              </option>
            ))}
          </select>
        </div>
      )}
      <div className="field">
        <label className="field__label" htmlFor={`${id}comment`}>
          {section.comment.label}
        </label>
        <textarea
          className="field__input field__input--area"
          id={`${id}comment`}
          name="comment"
          rows={5}
          placeholder={section.comment.placeholder}
        />
      </div>
      <button
        className="button form__button"
        type="submit"
        // Browsers take a form whose own action is `mailto:` for one that a page under https sends unencrypted.
        formAction={isMail ? form.action : undefined}
        formEncType={isMail ? "text/plain" : undefined}
        aria-disabled={pending || undefined}
        aria-busy={pending || undefined}
      >
        {pending ? section.pending : section.button}
        <Icon name="arrow" className="button__icon" />
      </button>
      {isMail && <p className="form__note">{section.mail_note}</p>}
    </form>
  );
}
