import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { isPreview } from "./accounts";
import { Icon } from "./parts/Icon";
import type { ContactSection, Reference } from "./types";

type Form = ContactSection["form"];

interface ContactFormProps {
  section: Form;
  /** The classes that can be chosen. */
  choices: Reference[];
  /** What `?class=` in the page's address may name. */
  classes: Reference[];
  /** What `?plan=` in the page's address may name. */
  plans: Reference[];
  /** Where the form goes: an address to which it is posted, or `mailto:`. */
  form: { action: string };
}

/** Where a preview takes messages, which are shown in its terminal only. */
const inbox = "/.gympress/messages";

type State = "ready" | "pending" | "sent" | "failed";

export default function ContactForm({ section, choices, classes, plans, form }: ContactFormProps) {
  const [state, setState] = useState<State>("ready");
  const [wrong, setWrong] = useState<string[]>([]);
  const [live, setLive] = useState<"published" | "preview">();
  const element = useRef<HTMLFormElement>(null);
  const banner = useRef<HTMLParagraphElement>(null);
  const id = useId();
  const isMail = form.action.startsWith("mailto:");
  const posts = live === "preview" || !isMail;

  useEffect(() => {
    setLive(isPreview() ? "preview" : "published");
    const asked = new URLSearchParams(location.search);
    const find = <Field extends Element>(name: string) => element.current?.querySelector<Field>(`[name=${name}]`);
    const choice = find<HTMLSelectElement>("class");
    const comment = find<HTMLTextAreaElement>("comment");
    for (const [kind, entries] of Object.entries({ class: classes, plan: plans, offer: section.offer })) {
      const picked = entries.find((entry) => entry.id === asked.get(kind));
      if (!picked) continue;
      document.getElementById(`${kind}-${picked.id}`)?.setAttribute("data-picked", "");
      const isChoice = kind === "class" && choices.some(({ id }) => id === picked.id);
      if (isChoice && choice) choice.value ||= `${picked.id}`;
      else if (comment) comment.value ||= `${picked.title}\n`;
    }
  }, [choices, classes, plans, section.offer]);

  useEffect(() => {
    if (state === "sent" || state === "failed") banner.current?.focus();
  }, [state]);

  async function send(event: FormEvent<HTMLFormElement>) {
    const target = event.currentTarget;
    const fields = [...target.elements].filter((element) => element.matches("input:invalid")) as HTMLInputElement[];
    setWrong(fields.map((field) => field.name));
    if (fields[0] || state === "pending") {
      event.preventDefault();
      fields[0]?.focus();
      return;
    }
    if (!posts) return;
    event.preventDefault();
    setState("pending");
    try {
      const data = new FormData(target);
      const [to, body] =
        live === "preview" ? [inbox, new URLSearchParams([...data] as [string, string][])] : [form.action, data];
      const response = await fetch(to, { method: "POST", body, headers: { accept: "application/json" } });
      setState(response.ok ? "sent" : "failed");
      if (response.ok) target.reset();
    } catch {
      setState("failed");
    }
  }

  const field = (name: string, type: string, words: Form["name"]) => (
    <div className={wrong.includes(name) ? "field field--error" : "field"}>
      <label className="field__label" htmlFor={id + name}>
        {words.label} <span className="field__required">{section.required}</span>
      </label>
      <input
        className="field__input"
        id={id + name}
        name={name}
        type={type}
        autoComplete={name}
        required
        placeholder={words.placeholder}
        aria-invalid={wrong.includes(name) || undefined}
        aria-describedby={wrong.includes(name) ? `${id}${name}-error` : undefined}
      />
      {wrong.includes(name) && (
        <p className="field__error" id={`${id}${name}-error`}>
          {words.error}
        </p>
      )}
    </div>
  );

  return (
    <form
      className="form"
      method="post"
      action={isMail ? undefined : form.action}
      aria-labelledby={id}
      noValidate={live !== undefined}
      onSubmit={send}
      ref={element}
    >
      <h2 className="form__title" id={id}>
        {section.title}
      </h2>
      <p className="form__text">{section.text}</p>
      <div role={state === "failed" ? "alert" : "status"}>
        {(state === "sent" || state === "failed") && (
          <p
            className={`form__banner form__banner--${state === "sent" ? "success" : "error"}`}
            tabIndex={-1}
            ref={banner}
          >
            {state === "sent" ? section.sent : section.failed}
          </p>
        )}
      </div>
      {field("name", "text", section.name)}
      {field("email", "email", section.email)}
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
        aria-disabled={state === "pending" || undefined}
        aria-busy={state === "pending" || undefined}
      >
        {state === "pending" ? section.pending : section.button}
        <Icon name="arrow" className="button__icon" />
      </button>
      {!posts && <p className="form__note">{section.mail_note}</p>}
    </form>
  );
}
