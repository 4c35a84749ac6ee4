/** What is wrong with values of a file, in the words of a form, with what can be done about it. */

import { Button } from "./buttons";
import { type EntryNames, useEntryNames } from "./fields/pick";
import { Leads } from "./Leads";
import { isLack, isSample } from "./needs";
import type { Path, Problem } from "./protocol";
import { fix, isSeen, useModel } from "./store";
import { capitalized, languageName } from "./values";
import { words } from "./words";

type Explained = Pick<Problem, "message" | "help" | "corrections">;

/** What a problem says. Of what isn't written yet a form says that alone, as it has no keys that could be put in. */
export function explained(problem: Problem, nameOf: EntryNames, kind = ""): Explained {
  const { corrections } = problem;
  const expected = problem.code === "wrong-type" && words.expected[kind];
  if (expected) return { message: expected, help: null, corrections };
  const [, language] = LANGUAGE.exec(problem.message) ?? [];
  const message =
    problem.code === "missing-alt"
      ? words.purposeOpen
      : problem.code === "missing-translation" && language
        ? words.untranslated(languageName(language))
        : isLack(problem)
          ? words.lacks
          : isSample(problem) && words.sample;
  if (message) return { message, help: null, corrections: [] };
  // What is to be done in files isn't done here by writing.
  const help = problem.help && ABOUT_FILES.test(problem.help) ? null : problem.help;
  const named = problem.message
    .replace(LANGUAGE, (_, tag) => `language ${languageName(tag)}`)
    .replaceAll(HEADER, "$1")
    .replaceAll(/"([\w-]+)"|content\/(?:[\w.-]+\/)*([\w-]+)\.\w+/g, (_, id, file) => `“${nameOf(id ?? file)}”`);
  return { ...problem, help, message: named };
}

/** The tag of a language of the site. */
const LANGUAGE = /language "([\w-]+)"/;

/** The line above the keys of a table, such as `[[hours]]`. */
const HEADER = /\[\[?([a-z_.]+)\]\]?/g;

/** Words of helps for people who write files. The folder in which pictures are to be is for all. */
const ABOUT_FILES = /content\/(?!images\/[\w/-]+$)| = |\bkey\b|\[\[?[a-z_.]+\](?!\()|`gympress /;

interface ProblemsProps {
  file: string;
  problems: Problem[];
  /** The field that they are about. */
  path?: Path;
  /** The type of that field. */
  kind?: string;
  id?: string;
}

export function Problems({ file, problems, path = [], kind = "", id }: ProblemsProps) {
  const seen = useModel((model) => isSeen(model, file, path));
  const errors = problems.filter(({ level }) => level === "error");
  const hints = problems.filter(({ level }) => level !== "error");
  const shown = (problem: Problem) => (
    <OneProblem key={problem.id} file={file} problem={problem} kind={kind} isSeen={seen} />
  );
  return (
    <div id={id} aria-live="polite" className="problems">
      {errors.map(shown)}
      {hints.length < 2 ? (
        hints.map(shown)
      ) : (
        <details className="hints">
          <summary>{words.hints(hints.length)}</summary>
          {hints.map(shown)}
        </details>
      )}
    </div>
  );
}

interface OneProblemProps {
  file: string;
  problem: Problem;
  kind: string;
  isSeen: boolean;
}

function OneProblem({ file, problem, kind, isSeen }: OneProblemProps) {
  const { message, help, corrections } = explained(problem, useEntryNames(), kind);
  // Before somebody was there, it isn't wrong that nothing is there.
  if (isSample(problem) || (isLack(problem) && !isSeen)) return <p className="help lack">{message}</p>;
  return (
    <div className={`problem ${problem.level}`}>
      <p>
        <strong>{problem.level === "error" ? words.mistake : words.hint}:</strong> {message}
      </p>
      {help && <p>{help}</p>}
      {corrections.map(({ choice, title }) => (
        <Button key={title} onClick={() => fix(file, problem, choice)}>
          {capitalized(title)}
        </Button>
      ))}
      <Leads file={file} problem={problem} />
    </div>
  );
}
