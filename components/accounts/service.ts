// The service behind sign-up and sign-in: Firebase Authentication, and one document for each visitor in
// Cloud Firestore. Only what is used of the library is imported, which is a sixth of it.

import { type FirebaseApp, type FirebaseError, initializeApp } from "firebase/app";
import {
  type Auth,
  browserLocalPersistence,
  createUserWithEmailAndPassword,
  initializeAuth,
  onAuthStateChanged,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signOut,
  type UserCredential,
} from "firebase/auth";
import { type AccountsConfig, type Refusal, Refused, type Service, sessionKey } from ".";

/** What the library calls each reason; of anything else visitors learn only that it failed. */
const reasons: Record<string, Refusal> = {
  "auth/email-already-in-use": "email_in_use",
  "auth/weak-password": "weak_password",
  "auth/password-does-not-meet-requirements": "password_policy",
  "auth/invalid-email": "invalid_email",
  "auth/missing-email": "invalid_email",
  "auth/invalid-credential": "wrong",
  "auth/wrong-password": "wrong",
  "auth/user-not-found": "wrong",
  "auth/user-disabled": "disabled",
  "auth/too-many-requests": "too_many_tries",
  "auth/operation-not-allowed": "switched_off",
  "auth/admin-restricted-operation": "switched_off",
  "auth/network-request-failed": "connection",
  "auth/timeout": "timeout",
};

/** How long a page waits for the visitor's document before it goes on, in milliseconds. */
const patience = 5_000;

const codeOf = (error: unknown) => (error as Partial<FirebaseError> | null)?.code ?? "";

/** The language of the page, as the service knows languages: of those that countries write differently with the country. */
function languageOfPage(): string {
  const { language, region } = new Intl.Locale(document.documentElement.lang || "en");
  return region && ["pt", "zh"].includes(language) ? `${language}-${region}` : language;
}

/** The same address however it is typed; one that could not name a document is refused. */
function tidy(email: string): string {
  const address = email.trim().toLowerCase();
  if (address.includes("/")) throw new Refused("invalid_email");
  return address;
}

/** Calls the library, and translates its errors into reasons that have a text. */
async function ask<Answer>(what: string, call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Refused) throw error;
    console.warn(`${what}:`, codeOf(error) || error);
    throw new Refused(reasons[codeOf(error)] ?? "other");
  }
}

/** Makes sure that the visitor has a document; if that fails, the next sign-in does. */
async function ensureDocument(app: FirebaseApp, email: string): Promise<void> {
  try {
    const { ensure } = await import("./documents");
    await ensure(app, email);
  } catch (error) {
    console.warn("account document:", codeOf(error) || error);
  }
}

/** Signs out when another tab does. The library does so too, but not while it confirms the session with the
 * service: it then stores again what the other tab has removed. */
function followSignOut(auth: Auth, key: string): void {
  addEventListener("storage", async (event) => {
    if (event.key !== key || event.newValue !== null) return;
    await auth.authStateReady();
    if (auth.currentUser) await signOut(auth);
  });
}

let connected: Service | undefined;

/** Connects to the service that keeps the site's accounts, once for each page. */
export function connect(config: AccountsConfig): Service {
  connected ??= start(config);
  return connected;
}

function start(config: AccountsConfig): Service {
  const { api_key: apiKey, project: projectId, auth_domain: authDomain } = config;
  const app = initializeApp({ apiKey, projectId, authDomain });
  const auth = initializeAuth(app, { persistence: browserLocalPersistence });
  // In which it writes to visitors.
  auth.languageCode = languageOfPage();
  followSignOut(auth, sessionKey(config));

  async function enter(credential: Promise<UserCredential>): Promise<void> {
    // Loads while the service answers; a failure is met again when it is used.
    import("./documents").catch(() => {});
    const { user } = await credential;
    const late = new Promise((resolve) => setTimeout(resolve, patience));
    if (user.email) await Promise.race([ensureDocument(app, user.email), late]);
  }

  return {
    signIn: (email, password) =>
      ask("sign-in", async () => enter(signInWithEmailAndPassword(auth, tidy(email), password))),
    signUp: (email, password) =>
      ask("sign-up", async () => enter(createUserWithEmailAndPassword(auth, tidy(email), password))),
    signOut: () => ask("sign-out", () => signOut(auth)),
    resetPassword: (email) =>
      ask("new password", async () => {
        // Whether there is an account with this address must not be revealed.
        await sendPasswordResetEmail(auth, tidy(email)).catch((error) => {
          if (codeOf(error) !== "auth/user-not-found") throw error;
        });
      }),
    watch: (tell) => onAuthStateChanged(auth, (user) => tell(user?.email ?? undefined)),
  };
}
