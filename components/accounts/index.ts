// What islands know of accounts. The service itself comes in a chunk of its own, when it is first needed.

import type { AccountsConfig } from "../props";

/** True while the site is built; bundles for browsers have none of what is only for the other. */
declare const SERVER: boolean;

/** Why the service did not do what it was asked; each has its words in content. */
export type Refusal = "wrong" | "email_in_use" | "weak_password" | "invalid_email" | "timeout" | "connection" | "other";

/** A service that keeps accounts. Calls that fail reject with a `Refused`. */
export interface Service {
  signIn(email: string, password: string): Promise<void>;
  signUp(email: string, password: string): Promise<void>;
  signOut(): Promise<void>;
}

/** The service says no, for a reason that visitors can be told. */
export class Refused extends Error {
  constructor(readonly reason: Refusal) {
    super(reason);
  }
}

/** How long a visitor waits for an answer, in milliseconds. */
const patience = 15_000;

/** Loads the service. */
export async function open(config: AccountsConfig): Promise<Service> {
  if (SERVER) throw new Refused("other");
  const { connect } = await import("./service").catch(() => {
    throw new Refused("connection");
  });
  return connect(config);
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

/** Where the service keeps its session. */
const sessions = "firebase:authUser:";

/** The address of whoever is signed in, as the stored session has it; nothing if nobody is. */
export function signedInAs(): string | undefined {
  try {
    const key = Object.keys(localStorage).find((name) => name.startsWith(sessions));
    const user: unknown = JSON.parse((key && localStorage.getItem(key)) || "null");
    return (user as { email?: string } | null)?.email;
  } catch {
    return undefined;
  }
}
