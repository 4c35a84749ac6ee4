/** The pictures of a folder: added, several at once, and described one by one. */

import { api } from "../api";
import { Button } from "../buttons";
import type { Path } from "../protocol";
import { go, insert, look, useModel } from "../store";
import { elements, isTable, nameOfFile, typed, valueAt } from "../values";
import { words } from "../words";
import type { ControlProps } from "./basic";
import { Upload } from "./Picture";
import { PickedField } from "./pick";

interface AlbumProps {
  file: string;
  /** The path of the table that names the folder, or describes pictures of it. */
  table: Path;
  folder: string;
}

export function Album({ file, table, folder }: AlbumProps) {
  const shown = useModel((model) => model.files[file]?.folders.find(({ name }) => name === folder));
  const described = useModel((model) => valueAt(model.files[file]?.value, [...table, "picture"]));
  const rows = elements(described).map((row) => (isTable(row) ? row : {}));
  const rowOf = (name: string) => rows.findIndex(({ file }) => typed(file) === name);
  const describe = (name: string) => {
    const [list, at] = [[...table, "picture"], rowOf(name)];
    if (at >= 0) go(file, [...list, at]);
    else insert(file, list, rows.length, { table: { file: { text: name } } });
  };
  // Nothing can be put into a folder whose name is a mistake.
  if (!shown) return null;
  return (
    <fieldset className="field">
      <legend>{words.album}</legend>
      <Upload isSeveral folder={folder} onSent={() => look(file)} />
      {shown.pictures.length > 0 && (
        <ul className="album">
          {shown.pictures.map((name) => {
            const alt = typed(rows[rowOf(name)]?.alt);
            return (
              <li key={name}>
                <Button title={alt || undefined} onClick={() => describe(name)}>
                  <img src={api.picture(`${folder}/${name}`)} alt="" loading="lazy" />
                  <small>{alt || name}</small>
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      <small className="help">{shown.pictures.length > 0 ? words.albumHelp(folder) : words.albumEmpty}</small>
    </fieldset>
  );
}

/** A picture of a folder, above what is said of it. */
export function FolderPicture({ file, path, name }: { file: string; path: Path; name: string }) {
  const answer = useModel(({ files }) => files[file]);
  const table = valueAt(answer?.value, path.slice(0, -2));
  const named = isTable(table) ? typed(table.folder) : "";
  const folder = named || (path.length === 2 ? nameOfFile(file) : "");
  const isIn = answer?.folders.some((shown) => shown.name === folder && shown.pictures.includes(name));
  if (path.at(-2) !== "picture" || !isIn) return null;
  return (
    <div className="picture">
      <img src={api.picture(`${folder}/${name}`)} alt="" />
    </div>
  );
}

/** The name of a folder of pictures, and what is in it. */
export function FolderField(props: ControlProps) {
  const { file, path, value } = props;
  const isAlbum = useModel(({ types, files }) => types?.files[files[file]?.type ?? ""]?.role === "album");
  // An album shows them above its fields.
  const isAbove = isAlbum && path.length === 1;
  return (
    <>
      <PickedField {...props} />
      {!isAbove && typed(value) && <Album file={file} table={path.slice(0, -1)} folder={typed(value)} />}
    </>
  );
}
