import { useEffect, useId, useRef, useSyncExternalStore } from "react";
import { type AccountsConfig, attempt, forget, open, signedInAs } from "../accounts";
import { Icon } from "./Icon";

export interface AccountProps {
  /** What the icon is called while nobody is signed in, and where it leads then. */
  title: string;
  url: string;
  /** What it is called when somebody is, and stands before their address. */
  signed_in: string;
  sign_out: string;
  /** The service, if the site has one. */
  accounts: AccountsConfig | null;
}

/** When somebody may have signed in or out: here, in another tab, or before this page was gone back to. */
const MOMENTS = ["session", "storage", "pageshow"];

/** Says that the session may have changed, also to the boot script. */
const announce = () => void dispatchEvent(new Event("session"));

function subscribe(changed: () => void): () => void {
  for (const moment of MOMENTS) addEventListener(moment, changed);
  return () => {
    for (const moment of MOMENTS) removeEventListener(moment, changed);
  };
}

/** The user icon: a link to signing up or, with a session, a menu. Which one, styles decide by
 * `data-signed-in` of the page, which the boot script sets before React comes. */
export function Account({ title, url, signed_in, sign_out, accounts }: AccountProps) {
  const read = () => (accounts ? signedInAs(accounts) : undefined);
  // Until React comes nobody knows, and a press shall open the menu all the same.
  const address = useSyncExternalStore(subscribe, read, () => (accounts ? "" : undefined));
  const link = useRef<HTMLAnchorElement>(null);
  const id = useId();

  // A stored session may have ended elsewhere: only the service can confirm it.
  useEffect(() => {
    if (!accounts) return;
    // It may have ended since the boot script looked.
    if (!signedInAs(accounts)) return announce();
    const watching = open(accounts).then(
      (opened) => opened.watch(announce),
      () => undefined,
    );
    return () => void watching.then((stop) => stop?.());
  }, [accounts]);

  async function signOut() {
    // Also where it can't be reached.
    if (accounts && (await attempt(async () => (await open(accounts)).signOut()))) forget(accounts);
    announce();
    // Whoever went on while the service was asked stays there.
    const { activeElement, body } = document;
    if (activeElement === body || link.current?.parentElement?.contains(activeElement)) link.current?.focus();
  }

  return (
    <div className="user">
      <a className="icon-button user__link" href={url} ref={link}>
        <Icon name="user" />
        <span className="visually-hidden">{title}</span>
      </a>
      <button className="icon-button user__button" type="button" popoverTarget={id}>
        <Icon name="user" />
        <span className="visually-hidden">
          {signed_in} {address}
        </span>
      </button>
      {address !== undefined && (
        <div className="user__menu" id={id} popover="auto">
          <p className="user__address">
            {signed_in} {address}
          </p>
          <button className="button button--quiet" type="button" onClick={signOut}>
            {sign_out}
          </button>
        </div>
      )}
    </div>
  );
}
