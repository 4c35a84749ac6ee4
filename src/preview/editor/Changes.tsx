/** What isn't saved yet, what stands in the way of saving, and what another program changed meanwhile. */

import { useEffect, useState } from "react";
import { api } from "./api";
import { Button } from "./buttons";
import type { Change } from "./protocol";
import { discard, go, goToProblem, resolve, takeBack, useModel } from "./store";
import { words } from "./words";

export function Changes() {
  const state = useModel((model) => model.state);
  const refused = useModel((model) => model.refused);
  const [changes, setChanges] = useState<Change[] | null>(null);
  const revision = state?.revision;
  useEffect(() => {
    if (revision !== undefined) api.changes().then(setChanges, () => setChanges([]));
  }, [revision]);
  const files = [...new Set(changes?.map(({ file }) => file))];
  return (
    <>
      <h2 tabIndex={-1}>{words.changesTitle}</h2>
      {refused.length > 0 && (
        <section className="problems" role="alert">
          <h3>{words.refusedTitle}</h3>
          {refused.map((problem) => (
            <div key={problem.file + problem.id} className="problem error">
              <p>
                <strong>{problem.title}:</strong> {problem.message}
              </p>
              <Button onClick={() => goToProblem(problem)}>{words.goThere}</Button>
            </div>
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
              <BeforeAfter before={before} after={after} names={[words.other, words.own]} />
            </div>
          ))}
          <p className="row">
            <Button onClick={() => resolve(file, "mine")}>{words.mine}</Button>
            <Button onClick={() => resolve(file, "disk")}>{words.disk}</Button>
          </p>
        </section>
      ))}
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
                <BeforeAfter before={before} after={after} names={[words.before, words.after]} />
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

interface Compared {
  before: string | null;
  after: string | null;
  names: [string, string];
}

function BeforeAfter({ before, after, names }: Compared) {
  return (
    <dl>
      <dt>{names[0]}</dt>
      <dd>{before === null ? <i>{words.absent}</i> : <del>{before}</del>}</dd>
      <dt>{names[1]}</dt>
      <dd>{after === null ? <i>{words.absent}</i> : <ins>{after}</ins>}</dd>
    </dl>
  );
}
