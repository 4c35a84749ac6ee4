/** A picture: which one, what it is for, and what of it stays in view. */

import { useRef, useState } from "react";
import { api, upload } from "../api";
import { Button } from "../buttons";
import type { Operation } from "../protocol";
import { apply, set, typesOf, unset, useModel, valueSoon } from "../store";
import { called, isTable, names, typed } from "../values";
import { words } from "../words";
import { type ControlProps, FlagField, TextField } from "./basic";
import { Picker } from "./pick";

/** What is said of one picture only. */
const ABOUT_ONE = ["alt", "decorative", "focus"];

export function PictureField(props: ControlProps) {
  const { file, path, field, value, id } = props;
  const picture = isTable(value) ? value : {};
  const name = typed(picture.file);
  const types = useModel((model) => typesOf(model, file));
  const table = field.table === undefined ? undefined : types?.tables[field.table];
  const choose = (chosen: string) => {
    if (value === undefined) return set(file, path, { table: { file: { text: chosen } } });
    // What was said of the old picture isn't true of another one.
    const old = chosen === name ? [] : ABOUT_ONE.filter((key) => picture[key] !== undefined);
    return apply([
      { set: { file, path: [...path, "file"], value: { text: chosen } } },
      ...old.map((key) => ({ unset: { file, path: [...path, key] } })),
    ]);
  };
  const flags = ["mirror", ...(field.isCropped ? [] : ["whole"])];
  return (
    <div className="picture">
      <Preview {...props} name={name} />
      <PictureChooser {...props} name={name} onChoose={choose} />
      {name && <Purpose {...props} />}
      {name &&
        table?.fields
          .filter(({ key }) => flags.includes(key) && picture[key] !== undefined)
          .map((inner) => (
            <label className="inline" key={inner.key} htmlFor={`${id}-${inner.key}`}>
              <FlagField
                {...props}
                field={inner}
                path={[...path, inner.key]}
                value={picture[inner.key]}
                id={`${id}-${inner.key}`}
                describedBy={undefined}
              />
              {called(inner)}
            </label>
          ))}
    </div>
  );
}

/** The name of a picture's file alone, as of a logo. */
export function ImageField(props: ControlProps) {
  const { file, path, value } = props;
  const name = typed(value);
  return (
    <div className="picture">
      {name && <img src={api.picture(name)} alt="" />}
      <PictureChooser {...props} name={name} onChoose={(chosen) => set(file, path, { text: chosen })} />
    </div>
  );
}

function PictureChooser({
  file,
  path,
  field,
  id,
  name,
  onChoose,
}: ControlProps & { name: string; onChoose: (name: string) => void }) {
  const [isOpen, open] = useState(false);
  return (
    <>
      <div className="row">
        <Button id={id} onClick={() => open(true)}>
          {words.choose}
        </Button>
        <Upload key={name} onSent={([sent]) => sent && onChoose(sent)} />
        <small>{name || words.noPicture}</small>
      </div>
      {isOpen && (
        <Picker
          title={words.choosePicture}
          file={file}
          path={field.type === "picture" ? [...path, "file"] : path}
          hasPictures
          onPick={(choice) => {
            onChoose(choice.value);
            open(false);
          }}
          onClose={() => open(false)}
        />
      )}
    </>
  );
}

interface UploadProps {
  isSeveral?: boolean;
  /** The folder of pictures in which they are kept. */
  folder?: string;
  /** Takes the names of those that have arrived. */
  onSent: (names: string[]) => void;
}

/** The picture that is on its way, its place among all, and how much of it has arrived. */
interface Sending {
  at: number;
  all: number;
  part: number;
}

/** A button that takes pictures from this computer. What can't be taken is told, and the others are. */
export function Upload({ isSeveral = false, folder, onSent }: UploadProps) {
  const [sending, setSending] = useState<Sending | null>(null);
  const [failures, setFailures] = useState<string[]>([]);
  const input = useRef<HTMLInputElement>(null);
  const title = isSeveral ? words.uploadPictures : words.uploadPicture;
  const send = async (pictures: File[]) => {
    const names: string[] = [];
    const failed: string[] = [];
    setFailures([]);
    for (const [at, picture] of pictures.entries()) {
      const show = (part: number) => setSending({ at: at + 1, all: pictures.length, part });
      show(0);
      try {
        names.push((await upload(picture, folder, show)).name);
      } catch (error) {
        const { message } = error as Error;
        failed.push(pictures.length === 1 || message.includes(picture.name) ? message : `${picture.name}: ${message}`);
      }
    }
    setSending(null);
    setFailures(failed);
    if (names.length) onSent(names);
  };
  return (
    <>
      <Button
        className={isSeveral ? "add" : undefined}
        disabled={sending !== null}
        onClick={() => input.current?.click()}
      >
        {isSeveral ? `+ ${title}` : title}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={isSeveral}
        accept="image/*"
        aria-label={title}
        onChange={(event) => {
          send([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      {sending && (
        <p role="status">
          {sending.all > 1 && `${words.pictureOf(sending.at, sending.all)}. `}
          {/* Once all of it is there, the program looks at it, which takes its time. */}
          <progress value={sending.part < 1 ? sending.part : undefined} />{" "}
          {sending.part < 1 ? words.uploading(sending.part) : words.looking}
        </p>
      )}
      {failures.length > 0 && (
        <div role="alert" className="problem error">
          {failures.map((failure) => (
            <p key={failure}>{failure}</p>
          ))}
        </div>
      )}
    </>
  );
}

/** Described, or only a decoration: none of the two is assumed. */
function Purpose(props: ControlProps) {
  const { file, path, value, id } = props;
  const picture = isTable(value) ? value : {};
  const [wantsText, want] = useState(false);
  const decorates = typed(picture.decorative) === "true";
  const describes = picture.alt !== undefined || (wantsText && !decorates);
  const turn = (decorates: boolean) => {
    want(!decorates);
    const operations: Operation[] = [];
    if (picture.alt !== undefined && decorates) operations.push({ unset: { file, path: [...path, "alt"] } });
    if (decorates) operations.push({ set: { file, path: [...path, "decorative"], value: { flag: true } } });
    else if (picture.decorative !== undefined) operations.push({ unset: { file, path: [...path, "decorative"] } });
    if (operations.length) apply(operations);
    if (!decorates) setTimeout(() => document.getElementById(`${id}-alt`)?.focus());
  };
  const alt = {
    key: "alt",
    label: null,
    isRare: false,
    help: "",
    example: "",
    required: true,
    list: null,
    takesOne: false,
    slots: [],
  };
  const any = { range: { least: null, most: null }, default: null, when: null, type: "text" };
  return (
    <fieldset>
      <legend>{words.purpose}</legend>
      <span className="segments" role="radiogroup" aria-label={words.purpose}>
        <label>
          <input type="radio" name={`${id}-use`} checked={describes} onChange={() => turn(false)} />
          <span>{words.describe}</span>
        </label>
        <label>
          <input type="radio" name={`${id}-use`} checked={decorates} onChange={() => turn(true)} />
          <span>{words.decorates}</span>
        </label>
      </span>
      {describes ? (
        <label htmlFor={`${id}-alt`}>
          {words.description}
          <TextField
            {...props}
            field={{ ...alt, ...any }}
            path={[...path, "alt"]}
            value={picture.alt}
            id={`${id}-alt`}
            describedBy={`${id}-alt-help`}
            isOneLine
          />
          <small id={`${id}-alt-help`}>{words.descriptionHelp}</small>
        </label>
      ) : (
        <small id={`${id}-purpose`}>{words.purposeHelp}</small>
      )}
    </fieldset>
  );
}

/** The picture with the point that stays in view. */
function Preview({ file, path, value, name }: ControlProps & { name: string }) {
  const picture = isTable(value) ? value : {};
  const focus = isTable(picture.focus) ? picture.focus : null;
  const [x, y] = [Number(focus ? typed(focus.x) : 50), Number(focus ? typed(focus.y) : 50)];
  const point = (x: number, y: number) => {
    const [across, down] = [x, y].map((part) => String(Math.round(Math.min(100, Math.max(0, part)))));
    const table = { x: { number: across ?? "50" }, y: { number: down ?? "50" } };
    set(file, [...path, "focus"], { table });
  };
  /** Moves the point from where it is once all has arrived: whoever is quick presses a key again before the answer is there. */
  const move = ([across = 0, down = 0]: number[]) => {
    const focus = valueSoon(file, [...path, "focus"]);
    const parts = focus && "table" in focus ? [focus.table.x, focus.table.y] : [];
    const [x = 50, y = 50] = parts.map((part) => Number(names(part ?? null)[0] ?? 50));
    point(x + across, y + down);
  };
  if (!name) return null;
  return (
    <>
      <Button
        className="focal"
        aria-label={`${words.focus}: ${x} %, ${y} %`}
        title={words.focusHelp}
        onClick={(event) => {
          // A press of Enter has no place.
          if (event.detail === 0) return;
          const box = event.currentTarget.getBoundingClientRect();
          point(((event.clientX - box.left) / box.width) * 100, ((event.clientY - box.top) / box.height) * 100);
        }}
        onKeyDown={(event) => {
          const step = { ArrowLeft: [-5, 0], ArrowRight: [5, 0], ArrowUp: [0, -5], ArrowDown: [0, 5] }[event.key];
          if (!step) return;
          event.preventDefault();
          move(step);
        }}
      >
        <img src={api.picture(name)} alt="" />
        {focus && <span className="point" style={{ left: `${x}%`, top: `${y}%` }} />}
      </Button>
      {focus && (
        <Button className="quiet" onClick={() => unset(file, [...path, "focus"])}>
          {words.focusClear}
        </Button>
      )}
    </>
  );
}
