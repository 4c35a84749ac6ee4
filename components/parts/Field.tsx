import { type ComponentProps, useId, useState } from "react";

interface FieldProps extends ComponentProps<"input"> {
  name: string;
  label: string;
  /** What stands beside the label, and below the field. */
  mark?: string | undefined;
  hint?: string | null | undefined;
  /** What is wrong with it. */
  error?: string | undefined;
  /** What a password is shown by, where it can be. */
  show?: string;
}

/** A field of a form, with its label, and with what is wrong with it. */
export function Field({ label, mark, hint, error, show, ...input }: FieldProps) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className={error ? "field field--error" : "field"}>
      <label className="field__label" htmlFor={id}>
        <span>{label}</span> {mark && <span className="field__required">{mark}</span>}
      </label>
      <input
        className="field__input"
        id={id}
        required
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy || undefined}
        {...input}
        // Phones write capitals and correct words in a text, and browsers may send it to a service to find mistakes.
        {...(isShown && { type: "text", autoCapitalize: "none", autoCorrect: "off", spellCheck: false })}
      />
      {show && (
        <button className="field__show" type="button" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
          {show}
        </button>
      )}
      <Said id={id} hint={hint} error={error} />
    </div>
  );
}

/** The lines below a field with this id. */
export function Said({ id, hint, error }: Pick<FieldProps, "id" | "hint" | "error">) {
  return (
    <>
      {hint && (
        <p className="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field__error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </>
  );
}
