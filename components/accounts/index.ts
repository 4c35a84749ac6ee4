// What islands know of accounts. The service itself comes in a chunk of its own, when it is first needed.

import type { AccountSection, Site } from "../types";

/** True while the site is built; bundles for browsers have none of what is only for the other. */
declare const SERVER: boolean;

/** The service that keeps accounts, as content/site.toml names it. */
export type AccountsConfig = NonNullable<Site["accounts"]>;

/** Why the service did not do what it was asked; each has its words in content. */
export type Refusal = keyof AccountSection["errors"];

/** A service that keeps accounts. Calls that fail reject with a `Refused`. */
export interface Service {
  signIn(email: string, password: string): Promise<void>;
  signUp(email: string, password: string): Promise<void>;
  signOut(): Promise<void>;
  /** Has a link to a new password sent to this address, if there is an account with it. */
  resetPassword(email: string): Promise<void>;
  /** Reports who is signed in, now and at each change here, in another tab or at the service, until what it returns is
   * called. */
  watch(tell: (email: string | undefined) => void): () => void;
}

/** The service refused, for a reason that is shown to visitors. */
export class Refused extends Error {
  constructor(readonly reason: Refusal) {
    super(reason);
  }
}

/** How long a visitor waits for an answer, in milliseconds. */
const patience = 15_000;

/** Loads the service. */
export async function open(config: AccountsConfig): Promise<Service> {
  if (!SERVER) {
    const loaded = await import("./service").catch(() => undefined);
    if (loaded) return loaded.connect(config);
  }
  throw new Refused("connection");
}

/** What a call to the service came to: nothing, or why it failed; never more than 15 seconds later. */
export async function attempt(call: () => Promise<void>): Promise<Refusal | undefined> {
  let timer = 0;
  const late = new Promise<never>((_, reject) => {
    timer = window.setTimeout(() => reject(new Refused("timeout")), patience);
  });
  try {
    await Promise.race([call(), late]);
    return undefined;
  } catch (error) {
    if (error instanceof Refused) return error.reason;
    console.error(error);
    return "other";
  } finally {
    clearTimeout(timer);
  }
}

/** The key in local storage under which the service stores its session. */
export const sessionKey = (config: AccountsConfig) => `firebase:authUser:${config.api_key}:[DEFAULT]`;

/** The email address of the stored session; undefined without a session. */
export function signedInAs(config: AccountsConfig): string | undefined {
  try {
    const user: unknown = JSON.parse(localStorage.getItem(sessionKey(config)) ?? "null");
    return (user as { email?: string } | null)?.email;
  } catch {
    return undefined;
  }
}

/** Ends the stored session without the service. */
export function forget(config: AccountsConfig): void {
  localStorage.removeItem(sessionKey(config));
}
