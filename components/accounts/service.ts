// The service behind sign-up and sign-in.

import type { AccountsConfig } from "../props";
import { Refused, type Service } from ".";

/** Connects to the service that keeps the site's accounts. */
export function connect(_config: AccountsConfig): Service {
  const refuse = () => Promise.reject(new Refused("connection"));
  return { signIn: refuse, signUp: refuse, signOut: refuse };
}
