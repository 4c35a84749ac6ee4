/** A longer text, written as Markdown, with buttons for what people want in it. */

import { useId, useState } from "react";
import { Button, letterOf } from "../buttons";
import type { Choice } from "../protocol";
import { words } from "../words";
import { type ControlProps, TextField } from "./basic";
import { Dialog, Picker } from "./pick";

/** Types in the place of the selection, so that the field's own undo knows it. */
function type(area: HTMLTextAreaElement, text: string, start: number, end: number) {
  area.focus();
  area.setSelectionRange(start, end);
  document.execCommand("insertText", false, text);
}

/** True if such a sign ends or begins at a place. Of stars side by side, two make bold, one makes italic, and three make both. */
function signsAt(text: string, place: number, way: -1 | 1, sign: string): boolean {
  let count = 0;
  while (text[way < 0 ? place - 1 - count : place + count] === "*") count++;
  return sign.length === 2 ? count >= 2 : count === 1 || count >= 3;
}

/** A text between brackets, none of which ends them. */
const escaped = (text: string): string => text.replaceAll(/[\\[\]]/g, "\\$&");

/** Puts signs around the selection, or takes them away if they are there. */
function wrap(area: HTMLTextAreaElement, sign: string) {
  const { value, selectionStart, selectionEnd } = area;
  // A double click chooses the space behind a word, too, beside which a sign would be a star.
  const end = selectionStart + value.slice(selectionStart, selectionEnd).trimEnd().length;
  const start = end - value.slice(selectionStart, end).trimStart().length;
  if (signsAt(value, start, -1, sign) && signsAt(value, end, 1, sign)) {
    type(area, value.slice(start, end), start - sign.length, end + sign.length);
    area.setSelectionRange(start - sign.length, end - sign.length);
    return;
  }
  const chosen = value.slice(start, end) || words.sampleText;
  type(area, sign + chosen + sign, start, end);
  area.setSelectionRange(start + sign.length, start + sign.length + chosen.length);
}

/** Begins each chosen line with a sign, or takes it away if all have it. Only quotes go on over empty lines. */
function begin(area: HTMLTextAreaElement, sign: string) {
  const { value, selectionStart, selectionEnd } = area;
  const start = value.slice(0, selectionStart).lastIndexOf("\n") + 1;
  // Who chose a line up to its end stands at the beginning of the next one.
  const last = selectionEnd > selectionStart && value[selectionEnd - 1] === "\n" ? selectionEnd - 1 : selectionEnd;
  const next = value.indexOf("\n", last);
  const end = next < 0 ? value.length : next;
  const lines = value.slice(start, end).split("\n");
  const isLeft = (line: string) => line.trim() === "" && lines.length > 1 && sign !== QUOTE;
  const has = lines.every((line) => line.startsWith(sign) || isLeft(line));
  const signed = (line: string) => (has ? line.slice(sign.length) : sign + line);
  const text = lines.map((line) => (isLeft(line) ? line : signed(line))).join("\n");
  type(area, text, start, end);
  area.setSelectionRange(start, start + text.length);
}

const QUOTE = "> ";

const BUTTONS: { name: string; sign: string; key?: string; act: (area: HTMLTextAreaElement) => void }[] = [
  { name: words.bold, sign: "B", key: "b", act: (area) => wrap(area, "**") },
  { name: words.italic, sign: "I", key: "i", act: (area) => wrap(area, "*") },
  { name: words.heading, sign: "H", act: (area) => begin(area, "## ") },
  { name: words.list, sign: "•", act: (area) => begin(area, "- ") },
  { name: words.quote, sign: "“", act: (area) => begin(area, QUOTE) },
];

export function MarkdownField(props: ControlProps) {
  const { file, path, id } = props;
  const [chooses, choose] = useState<"link" | "picture" | null>(null);
  const area = () => document.getElementById(id) as HTMLTextAreaElement;
  const [picture, setPicture] = useState<string | null>(null);
  const put = ({ value, title }: Choice) => {
    const isPicture = chooses === "picture";
    choose(null);
    if (isPicture) return setPicture(value);
    const { selectionStart: start, selectionEnd: end, value: text } = area();
    // Nothing can be typed into the page while a dialog is open.
    setTimeout(() => type(area(), `[${text.slice(start, end) || escaped(title)}](${value})`, start, end));
  };
  const putPicture = (description: string) => {
    setPicture(null);
    const { selectionEnd: end, value: text } = area();
    // It stands behind the paragraph, on a line of its own.
    const line = text.indexOf("\n", end);
    const behind = line < 0 ? text.length : line;
    // Computers call the second file of a name "photo (1).jpg".
    const name = /[\s()]/.test(picture ?? "") ? `<${picture}>` : picture;
    const written = `![${escaped(description)}](${name})`;
    const breaks = /\n*$/.exec(text.slice(0, behind))?.[0].length ?? 0;
    const gap = behind > 0 ? "\n\n".slice(breaks) : "";
    setTimeout(() => type(area(), gap + written, behind, behind));
  };
  return (
    <div className="markdown">
      <div
        className="toolbar"
        role="toolbar"
        aria-label={words.toolbar}
        // The focus stays in the text, and what is chosen there with it.
        onMouseDown={(event) => event.preventDefault()}
      >
        {BUTTONS.map(({ name, sign, act }) => (
          <Button key={name} aria-label={name} title={name} className={`as-${sign}`} onClick={() => act(area())}>
            {sign}
          </Button>
        ))}
        <Button onClick={() => choose("link")}>{words.link}</Button>
        <Button onClick={() => choose("picture")}>{words.picture}</Button>
      </div>
      <TextField
        {...props}
        isOneLine={false}
        options={{
          onKeyDown: (event) => {
            const button = BUTTONS.find(({ key }) => key === letterOf(event));
            if (!button || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            button.act(event.currentTarget);
          },
        }}
      />
      {picture !== null && <Description onText={putPicture} onClose={() => setPicture(null)} />}
      {chooses && (
        <Picker
          title={chooses === "link" ? words.linkHere : words.choosePicture}
          file={file}
          path={[...path, chooses]}
          hasPictures={chooses === "picture"}
          onPick={put}
          onClose={() => choose(null)}
        />
      )}
    </div>
  );
}

interface DescriptionProps {
  /** Gets what the picture shows; nothing if it only decorates. */
  onText: (text: string) => void;
  onClose: () => void;
}

/** Asks what a picture shows, before it is put into a text. */
function Description({ onText, onClose }: DescriptionProps) {
  const [text, setText] = useState("");
  const id = useId();
  return (
    <Dialog title={words.purpose} onClose={onClose}>
      <p id={`${id}-help`}>{words.purposeHelp}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim()) onText(text.trim());
        }}
      >
        <label htmlFor={id}>{words.description}</label>
        <input
          id={id}
          value={text}
          autoComplete="off"
          aria-describedby={`${id}-help`}
          onChange={(event) => setText(event.target.value)}
        />
        <p className="row end">
          <Button onClick={() => onText("")}>{words.decorates}</Button>
          <Button type="submit" className="main" disabled={!text.trim()}>
            {words.describe}
          </Button>
        </p>
      </form>
    </Dialog>
  );
}
