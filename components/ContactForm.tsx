import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { isPreview } from "./accounts";
import { Icon } from "./parts/Icon";
import type { ContactField, ContactFormProps } from "./props";

/** Where a preview takes messages, which then reach nobody. */
const inbox = "/.gympress/messages";

type State = "ready" | "pending" | "sent" | "failed";

export default function ContactForm(props: ContactFormProps) {
  const [state, setState] = useState<State>("ready");
  const [wrong, setWrong] = useState<string[]>([]);
  const [live, setLive] = useState<"published" | "preview">();
  const form = useRef<HTMLFormElement>(null);
  const banner = useRef<HTMLParagraphElement>(null);
  const id = useId();
  const posts = live === "preview" || !props.action.startsWith("mailto:");

  useEffect(() => {
    setLive(isPreview() ? "preview" : "published");
    const asked = new URLSearchParams(location.search);
    const find = <Field extends Element>(name: string) => form.current?.querySelector<Field>(`[name=${name}]`);
    const choice = find<HTMLSelectElement>("class");
    const comment = find<HTMLTextAreaElement>("comment");
    const chosen = props.classes.find((entry) => entry.id === asked.get("class"));
    if (chosen && choice && !choice.value) choice.value = chosen.id;
    const plan = props.plans.find((entry) => entry.id === asked.get("plan"));
    if (plan && comment && !comment.value) comment.value = `${plan.title}\n`;
  }, [props.classes, props.plans]);

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
        live === "preview" ? [inbox, new URLSearchParams([...data] as [string, string][])] : [props.action, data];
      const response = await fetch(to, { method: "POST", body, headers: { accept: "application/json" } });
      setState(response.ok ? "sent" : "failed");
      if (response.ok) target.reset();
    } catch {
      setState("failed");
    }
  }

  const field = (name: string, type: string, words: ContactField) => (
    <div className={wrong.includes(name) ? "field field--error" : "field"}>
      <label className="field__label" htmlFor={id + name}>
        {words.label} <span className="field__required">{props.required}</span>
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
      action={props.action}
      encType={props.enctype ?? undefined}
      aria-labelledby={id}
      noValidate={live !== undefined}
      onSubmit={send}
      ref={form}
    >
      <h2 className="form__title" id={id}>
        {props.title}
      </h2>
      <p className="form__text">{props.text}</p>
      <div role={state === "failed" ? "alert" : "status"}>
        {(state === "sent" || state === "failed") && (
          <p
            className={`form__banner form__banner--${state === "sent" ? "success" : "error"}`}
            tabIndex={-1}
            ref={banner}
          >
            {state === "sent" ? props.sent : props.failed}
          </p>
        )}
      </div>
      {field("name", "text", props.name)}
      {field("email", "email", props.email)}
      <div className="field">
        <label className="field__label" htmlFor={`${id}class`}>
          {props.class_label}
        </label>
        <select className="field__input field__input--select" id={`${id}class`} name="class">
          <option value="">{props.class_placeholder}</option>
          {props.classes.map((choice) => (
            <option key={choice.id} value={choice.id}>
              {choice.title}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label className="field__label" htmlFor={`${id}comment`}>
          {props.comment_label}
        </label>
        <textarea
          className="field__input field__input--area"
          id={`${id}comment`}
          name="comment"
          rows={5}
          placeholder={props.comment_placeholder}
        />
      </div>
      <button
        className="button form__button"
        type="submit"
        aria-disabled={state === "pending" || undefined}
        aria-busy={state === "pending" || undefined}
      >
        {state === "pending" ? props.pending : props.button}
        <Icon name="arrow" className="button__icon" />
      </button>
      {props.mail_note && live !== "preview" && <p className="form__note">{props.mail_note}</p>}
    </form>
  );
}
