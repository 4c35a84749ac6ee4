/** Publishing: where the site goes, what differs there, how far it is, and what a host asks meanwhile. */

import { useEffect, useId, useState } from "react";
import { api } from "./api";
import { Button } from "./buttons";
import type { Publishing, PublishQuestion, PublishRun, PublishTrouble } from "./protocol";
import { go, isOn, publish, renewPublishing, saveAndPublish, stopPublishing, useModel } from "./store";
import { words } from "./words";

export function Publish() {
  const publishing = useModel((model) => model.publishing);
  const revision = useModel((model) => model.state?.revision);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was saved is to be published
  useEffect(() => {
    renewPublishing();
  }, [revision]);
  return (
    <>
      <h2 tabIndex={-1}>{words.publish}</h2>
      {publishing &&
        (publishing.site.to === null ? <Nowhere file={publishing.site.file} /> : <Somewhere publishing={publishing} />)}
    </>
  );
}

/** Nobody has said where the site goes. */
function Nowhere({ file }: { file: string | null }) {
  return (
    <>
      <p>{words.publishNowhere}</p>
      <p className="help">{words.publishNowhereHelp}</p>
      {file && (
        <Button className="main" onClick={() => go(file, ["publish", "to"])}>
          {words.publishSay}
        </Button>
      )}
    </>
  );
}

function Somewhere({ publishing: { site, last, failedNight, run } }: { publishing: Publishing }) {
  const changes = site.changes;
  const isRunning = isOn(run);
  return (
    <>
      <p className="help">
        {words.publishTo} {site.to}
        <br />
        {last ? words.publishedLast(last) : words.publishedNever}
      </p>
      {failedNight && !run && (
        <p className="problem error" role="status">
          {failedNight}
        </p>
      )}
      {run && <Run run={run} address={site.address} file={site.file} />}
      {!isRunning && <Begin drafts={site.drafts} />}
      {!isRunning && changes && (
        <>
          <h3>{words.publishChanges}</h3>
          {changes.length === 0 && <p className="help">{words.publishNothing}</p>}
          {changes.map(({ file, title, path, label, before, after }) => (
            <section key={`${file} ${JSON.stringify(path)}`} className="change">
              <Button className="row-title" onClick={() => go(file, path)}>
                <span>{label ? `${title} › ${label}` : title}</span>
              </Button>
              <p className="help">
                {before ?? words.absent} → {after ?? words.absent}
              </p>
            </section>
          ))}
        </>
      )}
    </>
  );
}

/** What begins a run: nothing that isn't saved goes along. */
function Begin({ drafts }: { drafts: number }) {
  if (drafts === 0)
    return (
      <Button className="main" onClick={() => publish({})}>
        {words.publishNow}
      </Button>
    );
  return (
    <>
      <p className="help">{words.publishUnsaved(drafts)}</p>
      <p className="row">
        <Button className="main" onClick={saveAndPublish}>
          {words.saveAndPublish}
        </Button>
        <Button onClick={() => publish({})}>{words.publishWithout(drafts)}</Button>
      </p>
    </>
  );
}

/** Troubles that another address may end. */
const ELSEWHERE: PublishTrouble[] = ["denied", "unknownhost", "unreachable", "certificate", "notls", "notthere"];

/** What went wrong, and what to do. */
function Failed({ run, file }: { run: PublishRun; file: string | null }) {
  const { trouble, stage } = run;
  const advice = run.help ?? (trouble && words.publishAdvice[trouble]);
  return (
    <>
      <p>{run.words}</p>
      {stage && <p>{stage}.</p>}
      {advice && <p className="help">{advice}</p>}
      {file && trouble && ELSEWHERE.includes(trouble) && (
        <Button onClick={() => go(file, ["publish", "to"])}>{words.publishElsewhere}</Button>
      )}
    </>
  );
}

/** How far a run is, or what came of it. */
function Run({ run, address, file }: { run: PublishRun; address: string | null; file: string | null }) {
  const { state, question, bytes, notes } = run;
  return (
    <section className={state === "failed" ? "problem error" : "publication"}>
      {/* What is sent changes several times a second, which nobody could listen to. */}
      <div role="status">
        {isOn(run) && <p>{run.isStopped ? words.publishStopping : words.publishStates[run.state]}</p>}
        {state === "failed" && (
          <>
            <h3>{run.isStopped ? words.publishStopped : words.publishFailed}</h3>
            {!run.isStopped && <Failed run={run} file={file} />}
          </>
        )}
        {state === "done" && (
          <>
            <p>{run.words}</p>
            {address && (
              <p>
                <a href={address} target="_blank" rel="noreferrer">
                  {address}
                </a>
              </p>
            )}
          </>
        )}
      </div>
      {state === "sending" && bytes && (
        <>
          <progress aria-label={words.publishStates.sending} value={bytes[0]} max={Math.max(bytes[1], 1)} />
          <p className="help">{words.publishSent(run.files ?? [0, 0], bytes)}</p>
        </>
      )}
      {isOn(run) && question && <Question key={question.id} run={run} question={question} />}
      {isOn(run) && !question && !run.isStopped && (
        <Button onClick={() => stopPublishing()}>{words.publishStop}</Button>
      )}
      {notes.map((note) => (
        <p key={note} className="help">
          {note}
        </p>
      ))}
    </section>
  );
}

/** A question of the host, or about what is there. */
function Question({ run: { run }, question }: { run: PublishRun; question: PublishQuestion }) {
  const [text, setText] = useState("");
  const [keeps, keep] = useState(true);
  const id = useId();
  const isTyped = question.kind === "password" || question.kind === "text";
  const answer = async (answer: string | null) => {
    await api.answer(run, question.id, answer, question.canKeep && keeps).catch(() => {});
    renewPublishing();
  };
  return (
    <form
      className="question"
      onSubmit={(event) => {
        event.preventDefault();
        answer(isTyped ? text : "yes");
      }}
    >
      <label htmlFor={isTyped ? id : undefined}>{question.words}</label>
      {question.files.length > 0 && (
        <ul>
          {question.files.map((file) => (
            <li key={file}>{file}</li>
          ))}
        </ul>
      )}
      {isTyped && (
        <input
          id={id}
          type={question.kind === "password" ? "password" : "text"}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      {question.canKeep && (
        <label className="check">
          <input type="checkbox" checked={keeps} onChange={(event) => keep(event.target.checked)} />
          {words.publishKeep}
        </label>
      )}
      <p className="row end">
        <Button onClick={() => answer(null)}>{isTyped ? words.publishCancel : words.no}</Button>
        <Button type="submit" className="main" disabled={isTyped && !text}>
          {isTyped ? words.publishGoOn : words.yes}
        </Button>
      </p>
    </form>
  );
}
