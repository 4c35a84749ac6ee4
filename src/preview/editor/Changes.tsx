/** What isn't saved yet, what stands in the way of saving, and what another program changed meanwhile. */

import { useEffect, useState } from "react";
import { api } from "./api";
import { Button } from "./buttons";
import { useEntryNames } from "./fields/pick";
import { lacking } from "./needs";
import { explained } from "./Problems";
import type { Change, SaveProblem } from "./protocol";
import { discard, go, goToProblem, resolve, takeBack, typesOf, useModel } from "./store";
import { called, isSame, isTable, label, tableAt, valueAt } from "./values";
import { words } from "./words";

/** The sign between the steps to a value. */
const STEP = " › ";

export function Changes() {
  const state = useModel((model) => model.state);
  const refused = useModel((model) => model.refused);
  const [changes, setChanges] = useState<Change[] | null>(null);
  const [failure, setFailure] = useState("");
  const revision = state?.revision;
  useEffect(() => {
    if (revision === undefined) return;
    let isNewest = true;
    const take = (changes: Change[] | null, failure = "") => {
      if (!isNewest) return;
      setChanges(changes);
      setFailure(failure);
    };
    api.changes().then(take, (error: Error) => take(null, error.message));
    return () => {
      isNewest = false;
    };
  }, [revision]);
  const inConflict = state?.conflicts.map(({ file }) => file) ?? [];
  const files = [...new Set(changes?.map(({ file }) => file))].filter((file) => !inConflict.includes(file));
  return (
    <>
      <h2 tabIndex={-1}>{words.changesTitle}</h2>
      {refused.length > 0 && (
        <section className="problems" role="alert">
          <h3>{words.refusedTitle}</h3>
          {refused.map((problem) => (
            <Refused key={problem.file + problem.id} refused={problem} />
          ))}
        </section>
      )}
      {state?.conflicts.map(({ file, title, isDeleted, changes: differing }) => (
        <section key={file} className="problem error">
          <h3>{title}</h3>
          <p>{isDeleted ? words.deletedThere : words.conflict}</p>
          {differing.map(({ path, label, before, after }) => (
            <div key={JSON.stringify(path)}>
              <p>{label}</p>
              <Both texts={[before, after]} names={[words.other, words.own]} />
            </div>
          ))}
          <p className="row">
            <Button onClick={() => resolve(file, "mine")}>{words.mine}</Button>
            <Button onClick={() => resolve(file, "disk")}>{words.disk}</Button>
          </p>
        </section>
      ))}
      {failure && (
        <p role="alert" className="problem error">
          {failure}
        </p>
      )}
      {changes?.length === 0 && <p className="help">{words.nothingChanged}</p>}
      {files.map((file) => {
        const own = changes?.filter((change) => change.file === file) ?? [];
        return (
          <section key={file} className="change">
            <h3>{own[0]?.title}</h3>
            {own.map(({ path, label, before, after }) => (
              <div key={JSON.stringify(path)}>
                <Button className="row-title" onClick={() => go(file, path)}>
                  <span>{label || words.newFile}</span>
                </Button>
                <Both texts={[before, after]} names={[words.before, words.after]} isChange />
                <Button className="quiet" onClick={() => (path.length ? takeBack(file, path) : discard([file]))}>
                  {words.takeBack}
                </Button>
              </div>
            ))}
          </section>
        );
      })}
      {files.length > 1 && (
        <Button className="quiet" onClick={() => discard(files)}>
          {words.takeAllBack}
        </Button>
      )}
    </>
  );
}

/** What stands in the way of saving: of values that are still to be written, their names. */
function Refused({ refused }: { refused: SaveProblem }) {
  const answer = useModel((model) => model.files[refused.file]);
  const types = useModel((model) => typesOf(model, refused.file));
  const nameOf = useEntryNames();
  const problem = answer?.problems.find(({ id }) => id === refused.id);
  const type = answer && types?.files[answer.type];
  const path = problem?.path ?? [];
  const value = valueAt(answer?.value, path);
  const table = types && type && answer ? tableAt(types, type, answer.value, path) : null;
  const lacks = problem?.isLack && table && isTable(value) ? lacking(table, value) : [];
  // Several values that one table lacks are told once.
  const isFirst = answer?.problems.find((other) => other.isLack && isSame(other.path, path))?.id === refused.id;
  if (lacks.length && !isFirst) return null;
  const fields = table?.fields.filter(({ key }) => lacks.includes(key)) ?? [];
  const steps = path.filter((part) => typeof part === "string").map(label);
  const names = fields.length ? [...steps, fields.map(called).join(", ")] : steps;
  return (
    <div className="problem error">
      <p>
        <strong>{[refused.title, ...names].join(STEP)}:</strong>{" "}
        {problem ? explained(problem, nameOf).message : refused.message}
      </p>
      <Button onClick={() => goToProblem(refused)}>{words.goThere}</Button>
    </div>
  );
}

interface BothProps {
  texts: [string | null, string | null];
  names: [string, string];
  /** True if the second came in the place of the first. */
  isChange?: boolean;
}

/** Two texts, each below its name. */
function Both({ texts: [one, other], names, isChange = false }: BothProps) {
  return (
    <dl>
      <dt>{names[0]}</dt>
      <dd>{one === null ? <i>{words.absent}</i> : isChange ? <del>{one}</del> : one}</dd>
      <dt>{names[1]}</dt>
      <dd>{other === null ? <i>{words.absent}</i> : isChange ? <ins>{other}</ins> : other}</dd>
    </dl>
  );
}
