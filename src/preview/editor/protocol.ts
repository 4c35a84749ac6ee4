/** What the server of the editor takes and answers, below `/.gympress/edit/`; tests/browser/editor-protocol.test.js compares. */

/** The keys and positions that lead to a value of a file. */
export type Path = (string | number)[];

/** A value of a file: texts are texts, and all other single values are as TOML writes them. */
export type Value = string | Raw | Value[] | Table;
export type Raw = { raw: string };
export interface Table {
  [key: string]: Value;
  raw?: never;
}

/** A value to be written. */
export type NewValue =
  | { text: string }
  | { number: string }
  | { date: string }
  | { flag: boolean }
  | { list: NewValue[] }
  | { table: { [key: string]: NewValue } };

export type Operation =
  | { set: { file: string; path: Path; value: NewValue } }
  | { unset: { file: string; path: Path } }
  | { insert: { file: string; path: Path; at: number; value: NewValue } }
  | { remove: { file: string; path: Path } }
  | { move: { file: string; path: Path; to: Path; at: number } }
  | { copy: { file: string; path: Path } }
  | { keep: { file: string; path: Path } };

export interface PageLink {
  path: string;
  title: string;
  /** In a further language, its translation. */
  file: string;
  language: string;
}

export interface FileLink {
  file: string;
  title: string;
  noun: string;
  collection: string | null;
  /** The address of its page. */
  path: string | null;
  isChanged: boolean;
  /** True if it was never saved. */
  isNew: boolean;
  /** How many. */
  problems: number;
  /** How many of them aren't warnings. */
  errors: number;
  translations: Translation[];
}

/** The translation of a file, which may not be there yet. */
export interface Translation {
  language: string;
  file: string;
  isThere: boolean;
}

export interface Site {
  title: string;
  language: string;
  languages: string[];
  currency: string;
  /** The day at the gym: `2026-11-29`. */
  today: string;
  /** The days of the week, in the order of the site. */
  week: string[];
}

/** All pages and files of the site. */
export interface Lists {
  pages: PageLink[];
  files: FileLink[];
}

export interface StateAnswer {
  revision: number;
  site: Site;
  /** The version of the lists, which aren't sent to whom has it. */
  listed: string;
  /** How many. */
  problems: number;
  changes: number;
  /** The files that were changed here and by another program. */
  conflicts: Conflict[];
  canUndo: boolean;
  canRedo: boolean;
}

export type State = StateAnswer & Lists;

export interface Conflict {
  file: string;
  title: string;
  isDeleted: boolean;
  /** What differs: before stands what the other program wrote. */
  changes: Change[];
}

export interface Problem {
  id: string;
  level: "error" | "warning";
  code: string;
  message: string;
  help: string | null;
  path: Path;
  corrections: Correction[];
  /** True if it says no more than that something isn't written yet. */
  isLack: boolean;
  /** True for a sample that can be kept as it is. */
  canKeep: boolean;
}

/** What can be done about a problem. */
export interface Correction {
  /** Its number among all of the problem, of which those aren't here that put in a value to be written yet. */
  choice: number;
  title: string;
}

/** A problem that stands in the way of saving. */
export interface SaveProblem {
  file: string;
  title: string;
  id: string;
  message: string;
}

/** A file that mentions what is to be deleted. */
export interface Mention {
  file: string;
  title: string;
}

export interface FileAnswer {
  version: string;
  /** The type of the file, as a key of `Types.files`; a translation has one of its own. */
  type: string;
  value: Table;
  problems: Problem[];
  /** How many pages show it. */
  uses: number;
  /** The texts that a translation is of. */
  originals: Original[];
  /** The folders of pictures that it shows. */
  folders: PictureFolder[];
}

/** A text of the main language, and the place for its translation. */
export interface Original {
  path: Path;
  text: string;
  /** True if it has no translation yet. */
  isLacking: boolean;
}

export interface PictureFolder {
  name: string;
  /** The names of its pictures. */
  pictures: string[];
}

export interface Range {
  least: number | null;
  most: number | null;
}

export interface Field {
  key: string;
  /** What it is called, if not by its key. */
  label: string | null;
  help: string;
  example: string;
  /** True for what is written once and rarely changed. */
  isRare: boolean;
  required: boolean;
  list: Range | null;
  /** A list that may stand without brackets. */
  takesOne: boolean;
  range: Range;
  slots: string[];
  default: string | null;
  when: { field: string; is: string[] | null; optional: boolean } | null;
  /** The name of a single value's type, or `choice`, `reference`, `picture`, `plural`, `table`, `variants`. */
  type: string;
  words?: string[];
  collection?: string;
  noun?: string;
  isNumbered?: boolean;
  isCropped?: boolean;
  /** The number of its table. */
  table?: number;
  by?: string;
  variants?: { word: string; table: number }[];
}

export interface TableType {
  name: string;
  /** What it is called, if not by its name. */
  label: string | null;
  help: string;
  fields: Field[];
  rules: { kind: "exactlyOne" | "atMostOne" | "together" | "before" | "notAfter"; keys: string[] }[];
  isChoice: boolean;
}

export interface FileType {
  kind: "page" | "single" | "entry" | "translation";
  noun: string;
  nouns?: string;
  collection?: string;
  role?: string | null;
  hasPage?: boolean;
  /** The key of what keeps an entry from being published. */
  draft?: string | null;
  /** The number of its table. */
  table: number;
}

export interface Types {
  files: { [key: string]: FileType };
  tables: TableType[];
}

/** Where a mark of a page comes from. */
export interface Origin {
  file: string;
  path: Path;
  /** How many pages show the file. */
  uses: number;
}

export type Origins = { [id: string]: Origin[] };

export interface Choice {
  value: string;
  title: string;
  /** The name of a picture. */
  picture?: string;
  size?: [number, number];
  /** How many places use it. */
  used?: number;
}

export interface Change {
  file: string;
  title: string;
  path: Path;
  label: string;
  before: string | null;
  after: string | null;
}

export interface Done {
  revision: number;
  versions: { [file: string]: string };
}

export interface Event {
  revision: number;
  why: "edited" | "disk" | "saved" | "time";
}

/** Where the site goes, what was published, and what would be. */
export interface Publishing {
  site: {
    /** `null` if nobody has said it. */
    to: string | null;
    address: string | null;
    /** The file that says it. */
    file: string | null;
    /** How many changes aren't saved. */
    drafts: number;
    /** What differs since the last time; `null` if nothing is known of that. */
    changes: Change[] | null;
  };
  /** The last time, in words. */
  last: string | null;
  /** Why the last publication at night failed. */
  failedNight: string | null;
  run: PublishRun | null;
}

export interface PublishRun {
  run: number;
  state: "building" | "connecting" | "comparing" | "sending" | "placing" | "looking" | "done" | "failed";
  /** How many are sent, and of how many. */
  files: [number, number] | null;
  bytes: [number, number] | null;
  question: PublishQuestion | null;
  words: string | null;
  help: string | null;
  /** What kind of trouble there is with the host. */
  trouble: PublishTrouble | null;
  /** The state of the site after it, in a sentence. */
  stage: string | null;
  notes: string[];
  isStopped: boolean;
}

export type PublishTrouble =
  | "denied"
  | "unknownhost"
  | "unreachable"
  | "changedkey"
  | "untrustedkey"
  | "certificate"
  | "notls"
  | "full"
  | "refused"
  | "lost"
  | "notthere"
  | "busy"
  | "unanswered"
  | "stopped"
  | "machine";

/** A run that isn't over. */
export type RunningRun = PublishRun & { state: Exclude<PublishRun["state"], "done" | "failed"> };

export interface PublishQuestion {
  id: number;
  kind: "password" | "text" | "hostkey" | "intheway" | "othersite" | "target" | "placeholders";
  words: string;
  files: string[];
  canKeep: boolean;
}

export interface PublishChoices {
  setAside?: boolean;
  all?: boolean;
}
