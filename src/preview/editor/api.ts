/** Calls of the server, and its events. */

import type {
  Change,
  Choice,
  Done,
  Event,
  FileAnswer,
  Lists,
  Mention,
  Operation,
  Path,
  PublishChoices,
  Publishing,
  PublishRun,
  SaveProblem,
  State,
  StateAnswer,
  Types,
} from "./protocol";
import { words } from "./words";

const ROOT = "/.gympress/edit/";
const STORED = "gympress-token";

/** The word that lets the editor in: the address that the terminal shows has it, and the browser keeps it. */
function token(): string {
  const given = location.hash.slice(1);
  if (given) {
    localStorage.setItem(STORED, given);
    history.replaceState(null, "", location.pathname + location.search);
  }
  return given || localStorage.getItem(STORED) || "";
}

const authorization = { Authorization: `Bearer ${token()}` };

/** An answer that says no. */
export class Refusal extends Error {
  constructor(
    public status: number,
    public answer: {
      why?: string;
      versions?: { [file: string]: string };
      problems?: SaveProblem[];
      mentions?: Mention[];
    },
  ) {
    // A terminal has what to do on a line of its own.
    super((answer.why ?? words.refused(status)).replace(/\n\s*help: /, ": "));
  }
}

/** The refusal of a request that had no answer, or half of one. */
const unreachable = () => new Refusal(0, { why: words.unreachable });

async function request(path: string, options: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(ROOT + path, { ...options, headers: { ...authorization, ...options.headers } });
  } catch {
    throw unreachable();
  }
}

/** Reads the text of an answer, in the middle of which the server can go away. */
async function textOf(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch {
    throw unreachable();
  }
}

async function answered<T>(response: Response): Promise<T> {
  const text = await textOf(response);
  if (!response.ok) throw new Refusal(response.status, parsed(text) ?? {});
  const answer = parsed<{ is: T }>(`{"is":${text}}`);
  if (answer) return answer.is;
  throw unreachable();
}

/** What a text says in JSON; `null` if it says nothing. */
function parsed<T extends object>(text: string): T | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function get<T>(path: string, query: { [name: string]: string } = {}): Promise<T> {
  const asked = new URLSearchParams(query).toString();
  return answered(await request(asked ? `${path}?${asked}` : path));
}

async function post<T>(path: string, body: object = {}): Promise<T> {
  const headers = { "Content-Type": "application/json" };
  return answered(await request(path, { method: "POST", headers, body: JSON.stringify(body) }));
}

/** The number of the newest change. Tabs begin to count in different places, so that no two changes have the same number. */
let requests = Math.floor(Math.random() * 2 ** 52);

/** A number for a change: the server makes it once, even if it is asked for again, as the answer was lost. */
export const nextRequest = () => ++requests;

export const api = {
  /** The newest state; lists that are as in the `known` one are those. */
  state: async (known: State | null): Promise<State> => {
    const asked = known ? { listed: known.listed } : {};
    const { pages, files } = known ?? { pages: [], files: [] };
    return { pages, files, ...(await get<StateAnswer & Partial<Lists>>("state", asked)) };
  },
  types: () => get<Types>("types"),
  /** The type of a translation. */
  form: (file: string) => get<Types>("types", { file }),
  file: (file: string) => get<FileAnswer>("file", { file }),
  choices: (file: string, path: Path) => get<Choice[]>("choices", { file, path: JSON.stringify(path) }),
  changes: () => get<Change[]>("changes"),
  operations: (request: number, versions: { [file: string]: string }, operations: Operation[]) =>
    post<Done>("operations", { request, versions, operations }),
  fix: (file: string, version: string, problem: string, choice: number) =>
    post<Done>("fix", { file, version, problem, choice }),
  undo: () => post<{ revision: number; file: string; path: Path }>("undo"),
  redo: () => post<{ revision: number; file: string; path: Path }>("redo"),
  save: () => post<{ saved: string[] }>("save"),
  discard: (files: string[]) => post<object>("discard", { files }),
  takeBack: (file: string, path: Path) => post<object>("discard", { files: [file], path }),
  resolve: (file: string, keep: "mine" | "disk") => post<object>("resolve", { file, keep }),
  copies: (file: string, id: string) => post<{ file: string }>("copies", { file, id }),
  create: (collection: string, title: string) => post<{ file: string }>("entries", { collection, title }),
  translate: (file: string, language: string) => post<{ file: string }>("translations", { file, language }),
  rename: (noun: string, old: string, renamed: string) => post<{ file: string }>("rename", { noun, old, new: renamed }),
  publishing: () => get<Publishing>("publish"),
  publishNews: () => get<PublishRun | null>("publish/news"),
  publish: (choices: PublishChoices) => post<{ run: number }>("publish", choices),
  /** Answers a question of a run; without an answer, nobody wants to. */
  answer: (run: number, question: number, answer: string | null, keep: boolean) =>
    post<object>("publish/answer", { run, question, answer, keep }),
  stopPublishing: () => post<object>("publish/stop"),
  delete: (file: string) => post<object>("delete", { file }),
  picture: (name: string): string => `${ROOT}images/${encodeURIComponent(name)}`,
};

/** The most bytes of a picture that the server takes. Of a longer one it doesn't read enough for a browser to hear why. */
const LONGEST_PICTURE = 20 * 1024 * 1024;

/** Sends a picture, and says how much of it has arrived, from 0 to 1. It is kept in a folder of pictures if one is meant. */
export function upload(
  picture: File,
  folder: string | undefined,
  progress: (part: number) => void,
): Promise<{ name: string }> {
  if (picture.size > LONGEST_PICTURE) return Promise.reject(new Refusal(413, { why: words.tooLarge }));
  return new Promise((resolve, reject) => {
    const sent = new XMLHttpRequest();
    const asked = new URLSearchParams({ name: picture.name, ...(folder && { folder }) });
    sent.open("POST", `${ROOT}pictures?${asked}`);
    sent.setRequestHeader("Authorization", authorization.Authorization);
    // Browsers have no word for some kinds of pictures, such as HEIC: the server looks at the bytes.
    sent.setRequestHeader("Content-Type", picture.type || "image/unknown");
    sent.responseType = "json";
    sent.upload.onprogress = ({ loaded, total }) => progress(loaded / total);
    sent.onload = () => {
      if (sent.status === 201) resolve(sent.response);
      else reject(new Refusal(sent.status, sent.response ?? {}));
    };
    sent.onerror = () => reject(unreachable());
    sent.send(picture);
  });
}

/** A page with marks, as a text. */
export async function markedPage(path: string): Promise<string> {
  const response = await request(`page?${new URLSearchParams({ path })}`);
  const text = await textOf(response);
  if (response.ok) return text;
  // Why not is said in JSON or in a text.
  const why = parsed<{ why?: string }>(text)?.why ?? text.trim();
  throw new Refusal(response.status, { why: why || words.refused(response.status) });
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

interface ServerListener {
  heard: (event: Event) => void;
  /** The server is there, for the first time or again. */
  connected: () => void;
  lost: () => void;
  /** The server is there, and wants another key. */
  lockedOut: () => void;
}

/** Listens for what other tabs and programs do, for as long as the page is open and has the key. */
export async function listen({ heard, connected, lost, lockedOut }: ServerListener): Promise<void> {
  for (;;) {
    try {
      const response = await request("events");
      if (response.status === 401) return lockedOut();
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      if (!response.ok || !reader) throw new Refusal(response.status, {});
      connected();
      let text = "";
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        const events = (text + part.value).split("\n\n");
        text = events.pop() ?? "";
        for (const event of events) {
          const data = event.split("\n").find((line) => line.startsWith("data:"));
          if (data) heard(JSON.parse(data.slice("data:".length)));
        }
      }
    } catch {
      // However the stream ended, another one is asked for.
    }
    lost();
    await pause(1000);
  }
}
