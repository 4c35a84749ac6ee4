/** Buttons, with words or with a sign, and keys. */

import { type ButtonHTMLAttributes, useState } from "react";
import { words } from "./words";

const PATHS = {
  close: "m6 6 12 12m0-12L6 18",
  undo: "M9 14 4 9l5-5M4 9h10a5 5 0 0 1 0 10h-3",
  redo: "m15 14 5-5-5-5m5 5H10a5 5 0 0 0 0 10h3",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  open: "m6 9 6 6 6-6",
};

type IconName = keyof typeof PATHS;

export const Icon = ({ name }: { name: IconName }) => (
  <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);

/** One that sends no form, unless it says so. */
export const Button = (props: ButtonHTMLAttributes<HTMLButtonElement>) => <button type="button" {...props} />;

type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { icon: IconName; label: string };

/** A button with a sign; `title` is shown to those who see it, and `label` said to those who don't. */
export const IconButton = ({ icon, label, title, ...others }: IconButtonProps) => (
  <Button className="quiet" aria-label={label} title={title ?? label} {...others}>
    <Icon name={icon} />
  </Button>
);

/**
 * The letter of a key for a short cut: on keyboards of other scripts, the one that is on it elsewhere. With Alt, by which Windows
 * tells of AltGr, it is a letter that somebody types.
 */
export const letterOf = ({ key, code, altKey }: { key: string; code: string; altKey: boolean }): string =>
  (/^[^ -~]$/.test(key) && !altKey ? code.replace(/^Key/, "") : key).toLowerCase();

interface RowLink {
  key: string;
  title: string;
  note?: string | undefined;
  badge?: string | undefined;
  isBad?: boolean;
  isCurrent?: boolean;
  onClick: () => void;
  onPoint?: () => void;
}

/** The most rows of a list that are drawn before somebody asks for more. */
export const MANY = 100;

/** How many rows of a list are drawn: a long one shows its beginning, and more of it when asked. `reveal` draws up to a row. */
export function useBeginning() {
  const [most, setMost] = useState(MANY);
  const reveal = (at: number) => setMost((most) => Math.max(most, at + 1));
  const more = (all: number) =>
    all > most && (
      <Button className="add" onClick={() => setMost(most + MANY)}>
        {words.showMore(Math.min(MANY, all - most))}
      </Button>
    );
  return { most, reveal, more };
}

/** A list in which each row leads somewhere. */
export function Rows({ rows }: { rows: RowLink[] }) {
  const { most, more } = useBeginning();
  return (
    <>
      <ul className="rows">
        {rows.slice(0, most).map(({ key, title, note, badge, isBad, isCurrent, onClick, onPoint }) => (
          <li key={key} onMouseEnter={onPoint}>
            <Button className="row-title" aria-current={isCurrent} onClick={onClick}>
              <span>{title}</span>
              {note && note !== title && <small>{note}</small>}
              {badge && <small className={isBad ? "badge error" : "badge"}>{badge}</small>}
            </Button>
          </li>
        ))}
      </ul>
      {more(rows.length)}
    </>
  );
}
