// What of Firebase is used, and nothing else: with all of it, browsers would load six times as much.

export { type FirebaseError, initializeApp } from "firebase/app";
export {
  type Auth,
  browserLocalPersistence,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  initializeAuth,
  onAuthStateChanged,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signOut,
  type UserCredential,
} from "firebase/auth";
export {
  connectFirestoreEmulator,
  doc,
  type Firestore,
  getFirestore,
  runTransaction,
} from "firebase/firestore/lite";
