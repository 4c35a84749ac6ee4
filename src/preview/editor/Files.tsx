/** Everything on the site: what there is, something new, another name, the trash. */

import { useId, useRef, useState } from "react";
import { Button, Rows } from "./buttons";
import { Dialog, filtered, Search } from "./fields/pick";
import type { FileLink, Mention, Types } from "./protocol";
import { copyFile, create, deleteFile, go, rename, useModel, visit } from "./store";
import { label, languageName } from "./values";
import { words } from "./words";

interface Group {
  title: string;
  files: FileLink[];
  /** What can be made anew in it. */
  collection?: string;
  noun?: string;
}

/** Pages, then each collection, then the files of which there is one. */
function grouped(files: FileLink[], types: Types): Group[] {
  const pages = files.filter(({ file }) => file.startsWith("content/pages/"));
  pages.sort((a, b) => a.title.localeCompare(b.title));
  const groups: Group[] = [{ title: words.pages, files: pages }];
  for (const { kind, collection, noun, nouns } of Object.values(types.files)) {
    if (kind !== "entry" || !collection) continue;
    const own = files.filter((file) => file.collection === collection);
    groups.push({ title: label(nouns ?? collection), files: own, collection, noun });
  }
  for (const { language } of files.find(({ translations }) => translations.length)?.translations ?? []) {
    const inLanguage = files.flatMap(({ translations }) => translations.filter((of) => of.language === language));
    const translated = new Set(inLanguage.map(({ file }) => file));
    const own = files.filter(({ file }) => translated.has(file));
    if (own.length) groups.push({ title: languageName(language), files: own });
  }
  const shown = new Set(groups.flatMap((group) => group.files));
  groups.sort((a, b) => Number(a.files.length === 0) - Number(b.files.length === 0));
  groups.push({ title: words.site, files: files.filter((file) => !shown.has(file)) });
  return groups;
}

export function Files() {
  const state = useModel((model) => model.state);
  const types = useModel((model) => model.types);
  const [text, setText] = useState("");
  const [made, make] = useState<Group | null>(null);
  if (!state || !types) return null;
  const found = filtered(state.files, text, ({ title, noun, file }) => `${title} ${noun} ${file}`);
  return (
    <>
      <h2 tabIndex={-1}>{words.files}</h2>
      <Search text={text} onText={setText} />
      {found.length === 0 && <p className="help">{words.nothingFound}</p>}
      {grouped(found, types)
        .filter(({ files, collection }) => files.length > 0 || (collection && !text))
        .map((group) => (
          <div className="group" key={group.title}>
            <details open={text !== "" || group.files.some(({ isChanged, errors }) => isChanged || errors > 0)}>
              <summary>
                {group.title} <small>{group.files.length}</small>
              </summary>
              <Rows rows={group.files.map(rowOf)} />
            </details>
            {group.collection && !text && (
              <Button className="add" onClick={() => make(group)}>
                + {words.newOne(group.noun ?? "")}
              </Button>
            )}
          </div>
        ))}
      {made && (
        <NameDialog
          title={words.newOne(made.noun ?? "")}
          label={words.newName}
          name=""
          button={words.create}
          onName={(title) => create(made.collection ?? "", title)}
          onClose={() => make(null)}
        />
      )}
    </>
  );
}

function badgeOf(errors: number, problems: number, isChanged: boolean): string | undefined {
  if (errors > 0) return words.problems(errors);
  if (problems > 0) return words.hints(problems);
  return isChanged ? words.changed : undefined;
}

const rowOf = ({ file, title, path, isChanged, problems, errors }: FileLink) => ({
  key: file,
  title,
  badge: badgeOf(errors, problems, isChanged),
  isBad: errors > 0,
  onClick: () => {
    if (path) visit(path, false);
    go(file, []);
  },
});

interface NameDialogProps {
  title: string;
  help?: string;
  label: string;
  name: string;
  button: string;
  isLocked?: boolean;
  /** Returns whether it was done. */
  onName: (name: string) => Promise<boolean>;
  onClose: () => void;
}

/** Work that a double click, or a key that is pressed twice, doesn't begin once more while it is under way. */
function useOnce(work: () => Promise<void>): () => Promise<void> {
  const isUnderWay = useRef(false);
  return async () => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    await work().finally(() => {
      isUnderWay.current = false;
    });
  };
}

/** A dialog that asks for a name. */
function NameDialog({ title, help, label, name, button, isLocked = false, onName, onClose }: NameDialogProps) {
  const [text, setText] = useState(name);
  const id = useId();
  const send = useOnce(async () => {
    if (await onName(text.trim())) onClose();
  });
  return (
    <Dialog title={title} onClose={onClose}>
      {help && <p>{help}</p>}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <label htmlFor={id}>{label}</label>
        <input id={id} value={text} autoComplete="off" onChange={(event) => setText(event.target.value)} />
        <p className="row end">
          <Button type="submit" className="main" disabled={isLocked || !text.trim() || text === name}>
            {button}
          </Button>
        </p>
      </form>
    </Dialog>
  );
}

/** What can be done with the file of an entry as a whole. */
export function EntryActions({ link }: { link: FileLink }) {
  const changes = useModel((model) => model.state?.changes ?? 0);
  const [opened, open] = useState<"copy" | "rename" | "delete" | null>(null);
  const id = link.file.replace(/^.*\/|\.\w+$/g, "");
  const isLocked = changes > 0;
  // A file that was never saved is on no disk from which something else would have to be taken.
  const isKept = isLocked && !link.isNew;
  const onClose = () => open(null);
  const isPage = link.noun === "page";
  const actions: [boolean, string, () => void][] = [
    [isPage, words.copyPage, () => open("copy")],
    [link.collection !== null, words.rename, () => open("rename")],
    [isPage || link.collection !== null, words.delete, () => open("delete")],
  ];
  return (
    <p className="row">
      {actions.map(
        ([isThere, name, act]) =>
          isThere && (
            <Button key={name} className="quiet" onClick={act}>
              {name}
            </Button>
          ),
      )}
      {opened === "copy" && (
        <NameDialog
          title={words.copyPage}
          help={words.copyPageHelp}
          label={words.newName}
          name=""
          button={words.copy}
          onName={(name) => copyFile(link.file, name)}
          onClose={onClose}
        />
      )}
      {opened === "rename" && (
        <NameDialog
          title={words.renameOne(link.noun)}
          help={isLocked ? words.renameUnsaved : words.renameHelp}
          label={words.renameTo}
          name={id}
          button={words.rename}
          isLocked={isLocked}
          onName={(name) => rename(link.noun, id, name)}
          onClose={onClose}
        />
      )}
      {opened === "delete" && <Delete link={link} isLocked={isKept} onClose={onClose} />}
    </p>
  );
}

interface ActionProps {
  link: FileLink;
  isLocked: boolean;
  onClose: () => void;
}

function Delete({ link, isLocked, onClose }: ActionProps) {
  const [mentions, setMentions] = useState<Mention[]>([]);
  const send = useOnce(async () => {
    const found = await deleteFile(link.file, link.title);
    if (found.length) setMentions(found);
    else onClose();
  });
  return (
    <Dialog title={words.deleteOne(link.noun)} onClose={onClose}>
      <p>{isLocked ? words.deleteUnsaved : link.isNew ? words.deleteNew : words.deleteHelp}</p>
      {mentions.length > 0 && (
        <div role="alert">
          <p>{words.mentions}</p>
          <Rows
            rows={mentions.map(({ file, title }) => ({ key: file, title, onClick: () => go(file, []).then(onClose) }))}
          />
        </div>
      )}
      <p className="row end">
        <Button className="danger" disabled={isLocked} onClick={send}>
          {words.delete}
        </Button>
      </p>
    </Dialog>
  );
}
