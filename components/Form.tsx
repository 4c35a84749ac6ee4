import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { Field, Said } from "./parts/Field";
import { type Outcome, useForm } from "./parts/form";
import { heading } from "./parts/heading";
import { Icon } from "./parts/Icon";
import type { FormEntry } from "./types";

type Asked = FormEntry["field"][number];

/** An entry that an address can pick, and that can be chosen where a field asks for one of its kind. */
interface PickedEntry {
  id: string;
  title: string;
}

interface FormProps {
  form: FormEntry;
  /** Of each field what is sent of its options: the desk reads them in one language. */
  sent: string[][];
  /** Its receiver: an address to which it is posted, or `mailto:`; the name of the field that only robots fill, and what else
   * is sent; its name at Netlify. */
  receiver: {
    action: string;
    trap?: string | null;
    hidden?: { name: string; value: string }[] | null;
    netlify?: string | null;
  };
  /** The entries that `?class=` in the page's address may name, `?plan=` and so on. */
  picks: Record<string, PickedEntry[]>;
  /** The beginning of these names in addresses. */
  prefix: string;
  /** The language of the page, which is sent along. */
  language: string;
  /** The level of the form's heading. */
  level: number;
}

/** The result of sending: with "unconfirmed" it is out, with "unanswered" it may be. */
type Result = "sent" | "unconfirmed" | "unanswered" | "failed";

/** The milliseconds that a service may take to answer. */
const patience = 30_000;

/** The data that a form sends as it is filled in. */
const bodyOf = (form: HTMLFormElement) => new URLSearchParams([...new FormData(form)] as [string, string][]);

/** Posts to a service, once. A listener of uploads makes browsers ask the service for its leave first: where it gives none,
 * nothing was sent yet, and the message is sent without seeing the answer. Where it gives leave and then hides its answer, the
 * listener knows that the message went out; where it leads on to another site, the policy's refusal says so. (A request of
 * `fetch` fails alike in all cases.) */
function postTo(address: string, body: URLSearchParams): Promise<Result> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    let isOut = false;
    let leadsOn = false;
    // Extensions put pictures and scripts into pages, which the policy refuses, too.
    const onRefusal = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
      leadsOn ||= effectiveDirective === "connect-src";
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
    // Firefox says so with the answer only, and before that how much of it is out.
    request.upload.onprogress = ({ loaded, total }) => {
      isOut ||= loaded > 0 && loaded >= total;
    };
    request.onload = () => settle(request.status < 400 ? "sent" : "failed");
    const onEnd = () => settle(isOut ? "unconfirmed" : "failed");
    request.ontimeout = onEnd;
    // By whoever stops the page; another message can be sent then.
    request.onabort = onEnd;
    // The policy's refusal is told a moment after.
    request.onerror = () =>
      setTimeout(() => settle(leadsOn ? "sent" : isOut ? "unconfirmed" : postBlindly(address, body)), 100);
    request.send(body);
  });
}

async function postBlindly(address: string, body: URLSearchParams): Promise<Result> {
  // Safari has `AbortSignal.timeout` since 16 only.
  const control = new AbortController();
  const timer = setTimeout(() => control.abort(), patience);
  try {
    await fetch(address, { method: "POST", body, mode: "no-cors", signal: control.signal });
    return "unconfirmed";
  } catch {
    return control.signal.aborted ? "unanswered" : "failed";
  } finally {
    clearTimeout(timer);
  }
}

/** The words by which browsers know what to fill in. */
const KNOWN: Record<string, string> = { email: "email", phone: "tel", name: "name", birthday: "bday", bday: "bday" };

/** The types of fields of a line. */
const TYPES: Record<string, string> = { email: "email", phone: "tel", number: "number", date: "date" };

/** More options than these are a list that opens. */
const SHOWN_OPTIONS = 5;

export default function Form({ form, sent, receiver, picks, prefix, language, level }: FormProps) {
  const { wrong, banner, pending, send } = useForm(deliver);
  const element = useRef<HTMLFormElement>(null);
  const [others, setOthers] = useState<{ name: string; value: string }[]>([]);
  const id = useId();
  const isMail = receiver.action.startsWith("mailto:");
  const Title = heading(level);

  useEffect(() => {
    // From now on what is wrong is said here, not by the browser.
    if (element.current) element.current.noValidate = true;
    const asked = new URLSearchParams(location.search);
    const find = <Field extends Element>(kind: string) =>
      element.current?.querySelector<Field>(`[name="${form.field.find((field) => field.kind === kind)?.id}"]`);
    const unplaced = [];
    for (const [kind, entries] of Object.entries(picks)) {
      const picked = entries.find((entry) => entry.id === asked.get(prefix + kind));
      if (!picked) continue;
      const choice = find<HTMLSelectElement>(kind);
      const text = find<HTMLTextAreaElement>("text");
      const option = [...(choice?.options ?? [])].find(({ value }) => value === picked.id);
      if (option && choice) choice.value ||= option.value;
      else if (text && !text.value) text.value = `${picked.title}\n`;
      // Whoever began to write before React came has it sent beside that.
      else if (!text?.value.includes(picked.title)) unplaced.push({ name: kind, value: picked.title });
    }
    setOthers(unplaced);
  }, [form, picks, prefix]);

  async function deliver(sent: HTMLFormElement): Promise<Outcome> {
    const body = bodyOf(sent);
    const result = await postTo(receiver.action, body);
    const isOut = result === "sent" || result === "unconfirmed";
    // What may be lost stays, so that nobody has to write it again, and what was written meanwhile, which nobody has got.
    if (isOut && `${bodyOf(sent)}` === `${body}`) sent.reset();
    if (result === "unanswered") return { text: form.unconfirmed, kind: "success" };
    return { text: form[result], kind: result === "failed" ? "error" : "success" };
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    const sent = event.currentTarget;
    // HTML asks for a box, not for one of several.
    for (const group of sent.querySelectorAll("[data-required]"))
      group.querySelector("input")?.setCustomValidity(group.querySelector(":checked") ? "" : form.errors.choices);
    const isFine = send(sent.querySelectorAll("input, select, textarea"), isMail ? undefined : sent);
    // The browser opens the mail program itself.
    if (!isMail || !isFine) event.preventDefault();
  }

  const hidden = [...(receiver.hidden ?? []), ...others];
  if (!isMail) hidden.push({ name: "language", value: language }, { name: "form", value: form.id });

  return (
    <form
      className="form"
      method="post"
      action={isMail ? undefined : receiver.action}
      aria-labelledby={id}
      data-netlify={receiver.netlify ? "true" : undefined}
      data-netlify-honeypot={(receiver.netlify && receiver.trap) || undefined}
      name={receiver.netlify || undefined}
      onSubmit={submit}
      ref={element}
    >
      <Title className="form__title" id={id}>
        {form.title}
      </Title>
      {form.text && <p className="form__text">{form.text}</p>}
      {banner}
      {receiver.netlify && <input type="hidden" name="form-name" value={receiver.netlify} />}
      {hidden.map(({ name, value }) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {!isMail && receiver.trap && (
        <input
          className="form__trap"
          type="text"
          name={receiver.trap}
          tabIndex={-1}
          autoComplete="off"
          aria-hidden="true"
        />
      )}
      {form.field.map((field, at) => (
        <Control
          key={field.id}
          field={field}
          form={form}
          entries={picks[field.kind]}
          sent={sent[at]}
          isWrong={wrong.includes(field.id)}
        />
      ))}
      <button
        className="button form__button"
        type="submit"
        // Browsers take a form whose own action is `mailto:` for one that a page under https sends unencrypted.
        formAction={isMail ? receiver.action : undefined}
        formEncType={isMail ? "text/plain" : undefined}
        aria-disabled={pending || undefined}
        aria-busy={pending || undefined}
      >
        {pending ? form.pending : form.button}
        <Icon name="arrow" className="button__icon" />
      </button>
      {isMail && <p className="form__note">{form.mail_note}</p>}
    </form>
  );
}

/** The options of a field, each with what is sent of it; none for one that is written into. */
function optionsOf({ options, classes }: Asked, entries: PickedEntry[] | undefined, sent: string[] | undefined) {
  const chosen = classes?.length
    ? classes.flatMap(({ id }) => entries?.find((entry) => entry.id === id) ?? [])
    : entries;
  if (chosen) return chosen.map(({ id, title }) => ({ value: id, title }));
  return options.length > 0 ? options.map((title, at) => ({ value: sent?.[at] ?? title, title })) : undefined;
}

/** A field of any kind, with its label, and with what is wrong with it. */
function Control({
  field,
  form,
  entries,
  sent,
  isWrong,
}: {
  field: Asked;
  form: FormEntry;
  entries: PickedEntry[] | undefined;
  sent: string[] | undefined;
  isWrong: boolean;
}) {
  const own = useId();
  const { id: name, kind, label, hint, required, link } = field;
  const options = optionsOf(field, entries, sent);
  const errors: Record<string, string> = form.errors;
  const error = isWrong ? (field.error ?? errors[kind] ?? (options ? errors.choice : errors.line)) : undefined;
  const mark = required && <span className="field__required">{form.required}</span>;
  const told = [hint && `${own}-hint`, error && `${own}-error`].filter(Boolean).join(" ") || undefined;
  const about = { "aria-invalid": error ? true : undefined, "aria-describedby": told };
  const said = <Said id={own} hint={hint} error={error} />;
  const className = error ? "field field--error" : "field";
  const box = { className: "field__input", id: own, required: required || undefined, ...about, name };

  const isRadio = kind === "choice";

  if (options?.length === 0) return null;
  if (kind === "consent")
    return (
      <div className={className}>
        <label className="field__option">
          <input type="checkbox" required={required || undefined} {...about} name={name} value={label} />
          <span>{label}</span> {mark}
        </label>
        {link && (
          <p className="field__hint">
            <a href={link.to}>{link.title}</a>
          </p>
        )}
        {said}
      </div>
    );
  if (options && !entries && (kind === "choices" || options.length <= SHOWN_OPTIONS))
    return (
      <fieldset
        className={`${className} field--group`}
        role={isRadio ? "radiogroup" : undefined}
        aria-invalid={isRadio ? about["aria-invalid"] : undefined}
        aria-describedby={told}
        data-required={required || undefined}
      >
        <legend className="field__label">
          <span>{label}</span> {mark}
        </legend>
        {options.map(({ value, title }) => (
          <label className="field__option" key={value}>
            <input
              type={isRadio ? "radio" : "checkbox"}
              required={(isRadio && required) || undefined}
              aria-invalid={isRadio ? undefined : about["aria-invalid"]}
              name={name}
              value={value}
            />
            <span>{title}</span>
          </label>
        ))}
        {said}
      </fieldset>
    );
  if (!options && kind !== "text")
    return (
      <Field
        name={name}
        label={label}
        placeholder={field.placeholder ?? undefined}
        mark={required ? form.required : undefined}
        hint={hint}
        error={error}
        required={required}
        min={field.least ?? undefined}
        max={field.most ?? undefined}
        step={kind === "number" ? "any" : undefined}
        autoComplete={KNOWN[kind] ?? KNOWN[name]}
        type={TYPES[kind] ?? "text"}
      />
    );
  return (
    <div className={className}>
      <label className="field__label" htmlFor={own}>
        <span>{label}</span>
        {mark && " "}
        {mark}
      </label>
      {options ? (
        <select {...box} className="field__input field__input--select">
          <option value="">{field.placeholder ?? form.choose}</option>
          {options.map(({ value, title }) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
      ) : (
        <textarea
          {...box}
          className="field__input field__input--area"
          rows={5}
          placeholder={field.placeholder ?? undefined}
        />
      )}
      {said}
    </div>
  );
}
