// What the server of the editor answers is what the app takes it for: answers are compiled against the types of the app.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { test } from "node:test";
import { withEditor } from "./support/editor.js";
import { until } from "./support/preview.js";
import { root } from "./support/site.js";

const PLAN = "content/plans/one-month.toml";
const CLASS = "content/classes/yoga.toml";

const { edit, preview } = withEditor({
  prepare: ({ folder, edit, write }) => {
    edit("site.toml", (text) => `${text}\n[[translation]]\nlanguage = "sw-KE"\n`);
    appendFileSync(join(folder, "content/site.toml"), '\n[publish]\nhost = "plain"\nto = "./public"\n');
    write("sw/pages/index.toml", 'title = "Mwanzo" # of 12345678\n');
  },
});

/** The mistakes of the compiler in answers, each with the type that it should have. */
function mistakes(answers) {
  const folder = join(root, "target/editor-protocol");
  mkdirSync(folder, { recursive: true });
  const scratch = mkdtempSync(join(folder, "answers-"));
  try {
    const protocol = relative(scratch, join(root, "src/preview/editor/protocol"));
    const lines = answers.map(([type, answer], at) => `export const answer${at}: ${type} = ${JSON.stringify(answer)};`);
    writeFileSync(join(scratch, "answers.ts"), [`import type * as P from "${protocol}";`, ...lines, ""].join("\n"));
    const settings = { extends: join(root, "components/tsconfig.json"), include: ["answers.ts"] };
    writeFileSync(join(scratch, "tsconfig.json"), JSON.stringify(settings));
    const compiler = join(root, "node_modules/.bin/tsc");
    const { stdout } = spawnSync(compiler, ["--pretty", "false", "-p", scratch], { encoding: "utf8" });
    return stdout
      .split("\n")
      .map((line) => /answers\.ts\((\d+),\d+\): error .*?: (.*)/.exec(line))
      .filter(Boolean)
      .map(([, line, why]) => `${answers[line - 2]?.[0]}: ${why}`);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

test("a wrong answer is found", () => {
  const right = { revision: 1, versions: {} };
  const wrong = [{ revision: 1 }, { ...right, revision: "1" }, { ...right, other: 1 }];
  assert.equal(mistakes([right, ...wrong].map((answer) => ["P.Done", answer])).length, 3);
});

test("every answer has the type that the app takes it for", () =>
  edit("/", async (editor) => {
    const answers = [];
    const ask = async (type, name, body) => {
      const answer = await editor.ask(name, body);
      answers.push([type, answer]);
      return answer;
    };
    const versions = async (...files) =>
      Object.fromEntries(
        await Promise.all(files.map(async (file) => [file, (await editor.ask(`file?file=${file}`)).version])),
      );
    const operate = async (...operations) => {
      const files = operations.map((operation) => Object.values(operation)[0].file);
      return ask("P.Done", "operations", { versions: await versions(...files), operations });
    };

    const state = await ask("P.State", "state");
    answers.push(["P.StateAnswer & Partial<P.Lists>", await editor.ask(`state?listed=${state.listed}`)]);
    await ask("P.Types", "types");
    await ask("P.Types", "types?file=content/sw/pages/index.toml");
    for (const { file } of state.files) await ask("P.FileAnswer", `file?file=${encodeURIComponent(file)}`);
    await ask("P.FileAnswer", "file?file=content/sw/pages/index.toml");
    const choices = (file, ...path) =>
      ask("P.Choice[]", `choices?${new URLSearchParams({ file, path: JSON.stringify(path) })}`);
    assert.ok((await choices(CLASS, "trainer")).length > 0);
    assert.ok((await choices(CLASS, "image")).some(({ picture }) => picture));
    const page = await (
      await editor.page.request.get(new URL("page?path=/", editor.url).href, {
        headers: { Authorization: `Bearer ${editor.url.hash.slice(1)}` },
      })
    ).text();
    const [, origins] = /id="?gympress-origins"?[^>]*>(.*?)<\/script>/s.exec(page);
    answers.push(["P.Origins", JSON.parse(origins)]);

    // What is wrong, its correction, and what can't be saved.
    await operate({ set: { file: PLAN, path: ["price"], value: { text: "4,000" } } });
    const { problems, version } = await ask("P.FileAnswer", `file?file=${PLAN}`);
    assert.ok(problems.some(({ corrections }) => corrections.length > 0));
    assert.ok((await ask("P.Change[]", "changes")).length > 0);
    answers.push(["{ why: string; problems: P.SaveProblem[] }", await editor.ask("save", {})]);
    const { id, corrections } = problems.find(({ corrections }) => corrections.length > 0);
    await ask("P.Done", "fix", { file: PLAN, version, problem: id, choice: corrections[0].choice });
    for (const step of ["undo", "undo", "redo"])
      await ask("{ revision: number; file: string; path: P.Path }", step, {});
    await editor.ask("discard", {});

    // Every operation.
    const list = { file: CLASS, path: ["bring"] };
    await operate({ set: { ...list, value: { list: [{ text: "Calm" }, { text: "Strong" }] } } });
    await operate({ insert: { ...list, at: 0, value: { text: "Supple" } } });
    await operate({ move: { file: CLASS, path: ["bring", 0], to: ["bring"], at: 2 } });
    await operate({ copy: { file: CLASS, path: ["bring", 0] } });
    await operate({ remove: { file: CLASS, path: ["bring", 0] } });
    await operate({ unset: { file: CLASS, path: ["bring"] } });
    await operate({ keep: { file: CLASS, path: ["title"] } });
    await editor.ask("discard", {});

    // New files, copies, translations, other names, and what can't be deleted.
    await ask("{ file: string }", "entries", { collection: "plans", title: "Half a year" });
    await ask("{ file: string }", "copies", { file: PLAN, id: "three-weeks" });
    await ask("{ file: string }", "translations", { file: CLASS, language: "sw-KE" });
    await editor.ask("discard", {});
    answers.push(["{ why: string; mentions: P.Mention[] }", await editor.ask("delete", { file: CLASS })]);
    await editor.ask("discard", {});

    // A file that another program changed, too.
    await operate({ set: { file: PLAN, path: ["price"], value: { number: "4100" } } });
    const plan = join(preview.folder(), PLAN);
    writeFileSync(plan, readFileSync(plan, "utf8").replace(/^price = .*$/m, "price = 4200"));
    await until("the conflict", async () => (await editor.ask("state")).conflicts.length > 0);
    await ask("P.State", "state");
    await ask("object", "resolve", { file: PLAN, keep: "disk" });

    // Publishing, from before the first time to its end.
    await ask("P.Publishing", "publish");
    answers.push(["P.PublishRun | null", await editor.ask("publish/news")]);
    await ask("{ run: number }", "publish", {});
    await until("the end", async () => {
      const news = await editor.ask("publish/news");
      answers.push(["P.PublishRun | null", news]);
      return news.state === "done" || news.state === "failed";
    });
    assert.equal(answers.at(-1)[1].state, "done", JSON.stringify(answers.at(-1)));
    await ask("P.Publishing", "publish");
    // A host that isn't there.
    const to = { file: "content/site.toml", path: ["publish", "to"] };
    await operate({ set: { ...to, value: { text: "ftps://web@127.0.0.1:1/" } } });
    await editor.ask("save", {});
    await editor.ask("publish", {});
    await until("the failure", async () => (await editor.ask("publish/news")).state === "failed");
    const failed = await ask("P.PublishRun", "publish/news");
    assert.equal(failed.trouble, "unreachable");
    assert.deepEqual(mistakes(answers), []);
  }));
