// The document of a visitor in Cloud Firestore: needed by whoever signs in or up, and by nobody who only is signed in.

import type { FirebaseApp } from "firebase/app";
import { doc, getFirestore, runTransaction } from "firebase/firestore/lite";

/** Leaves a transaction that has nothing to write. */
class Nothing extends Error {}

/** Makes sure that the visitor has a document. One that is there stays as it is. */
export async function ensure(app: FirebaseApp, email: string): Promise<void> {
  const store = getFirestore(app);
  const document = doc(store, "users", email);
  try {
    await runTransaction(store, async (transaction) => {
      if ((await transaction.get(document)).exists()) throw new Nothing();
      transaction.set(document, { savedShows: [] });
    });
  } catch (error) {
    if (!(error instanceof Nothing)) throw error;
  }
}
