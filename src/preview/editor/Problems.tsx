/** What is wrong with values of a file, in the words of a form, with what can be done about it. */

import { Button } from "./buttons";
import { type EntryNames, useEntryNames } from "./fields/pick";
import { Leads } from "./Leads";
import { isSample } from "./needs";
import type { Operation, Path, Problem, State } from "./protocol";
import { apply, fix, isSeen, linkOf, say, showAnew, useModel } from "./store";
import { capitalized, languageName } from "./values";
import { words } from "./words";

type Explained = Pick<Problem, "message" | "help" | "corrections">;

/** What a problem says. Of what isn't written yet a form says that alone, as it has no keys that could be put in. */
export function explained(problem: Problem, nameOf: EntryNames, kind = ""): Explained {
  const { corrections } = problem;
  const expected = problem.code === "wrong-type" && words.expected[kind];
  if (expected) return { message: expected, help: null, corrections };
  const message =
    problem.code === "missing-alt"
      ? words.purposeOpen
      : problem.isLack
        ? words.lacks
        : isSample(problem) && (problem.canKeep ? words.sampleHelp : words.sample);
  if (message) return { message, help: null, corrections: [] };
  // What is to be done in files isn't done here by writing.
  const help = problem.help && ABOUT_FILES.test(problem.help) ? null : problem.help;
  const named = problem.message
    .replaceAll(HEADER, "$1")
    .replaceAll(/"([\w-]+)"|content\/(?:[\w.-]+\/)*([\w-]+)\.\w+/g, (_, id, file) => `“${nameOf(id ?? file)}”`);
  return { ...problem, help, message: named };
}

/** The line above the keys of a table, such as `[[hours]]`. */
const HEADER = /\[\[?([a-z_.]+)\]\]?/g;

/** Words of helps for people who write files. */
const ABOUT_FILES = /content\/| = |\bkey\b|\[\[?[a-z_.]+\](?!\()|`gympress /;

/** True for the texts of a file that aren't in all languages. */
const isUntranslated = ({ code }: Problem): boolean => code === "missing-translation";

interface ProblemsProps {
  file: string;
  problems: Problem[];
  /** The field that they are about. */
  path?: Path;
  /** The type of that field. */
  kind?: string;
  id?: string;
}

export function Problems({ file, problems: all, path = [], kind = "", id }: ProblemsProps) {
  const seen = useModel((model) => isSeen(model, file, path));
  // What a file lacks in each of several languages is told once.
  const lacking = all.find(isUntranslated);
  const problems = all.filter((problem) => !isUntranslated(problem) || problem === lacking);
  const errors = problems.filter(({ level }) => level === "error");
  const hints = problems.filter(({ level }) => level !== "error");
  const shown = (problem: Problem) => (
    <OneProblem key={problem.id} file={file} path={path} problem={problem} kind={kind} isSeen={seen} />
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
  path: Path;
  problem: Problem;
  kind: string;
  isSeen: boolean;
}

function OneProblem({ file, path, problem, kind, isSeen }: OneProblemProps) {
  const lacking = useModel(({ state }) => lackingLanguages(state, file));
  const { message, help, corrections } = explained(problem, useEntryNames(), kind);
  // Before somebody was there, it isn't wrong that nothing is there.
  if (isSample(problem) || (problem.isLack && !isSeen)) {
    return (
      <p className="help lack">
        {message} {problem.canKeep && <Keep field={path} operation={{ keep: { file, path: problem.path } }} />}
      </p>
    );
  }
  if (isUntranslated(problem)) return lacking && <p className="help">{words.untranslated(lacking)}</p>;
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

/** The languages in which a file isn't yet. */
function lackingLanguages(state: State | null, file: string): string {
  const lacking = linkOf(state, file)?.translations.filter(({ isThere }) => !isThere) ?? [];
  return lacking.map(({ language }) => languageName(language)).join(words.and);
}

/** Says that a value is right as it is, and leaves the focus in its field. */
export function Keep({ field, operation, title = words.keep }: KeepProps) {
  const keep = async () => {
    const row = document.querySelector(`.panel [data-path="${CSS.escape(JSON.stringify(field))}"]`);
    if (!(await apply([operation]))) return;
    showAnew();
    say(words.kept);
    row?.querySelector<HTMLElement>("textarea, input, select, button")?.focus();
  };
  return <Button onClick={keep}>{title}</Button>;
}

interface KeepProps {
  /** The path of the field that it is in. */
  field: Path;
  operation: Operation;
  title?: string;
}
