/** A longer text, written as Markdown, with buttons for what people want in it. */

import { useState } from "react";
import { Button } from "../buttons";
import type { Choice } from "../protocol";
import { words } from "../words";
import { type ControlProps, TextField } from "./basic";
import { Picker } from "./pick";

/** Types in the place of the selection, so that the field's own undo knows it. */
function type(area: HTMLTextAreaElement, text: string, start: number, end: number) {
  area.focus();
  area.setSelectionRange(start, end);
  document.execCommand("insertText", false, text);
}

/** Puts signs around the selection, or takes them away if they are there. */
function wrap(area: HTMLTextAreaElement, sign: string) {
  const { value, selectionStart: start, selectionEnd: end } = area;
  const [before, after] = [value.slice(0, start), value.slice(end)];
  if (before.endsWith(sign) && after.startsWith(sign)) {
    type(area, value.slice(start, end), start - sign.length, end + sign.length);
    area.setSelectionRange(start - sign.length, end - sign.length);
    return;
  }
  const chosen = value.slice(start, end) || words.sampleText;
  type(area, sign + chosen + sign, start, end);
  area.setSelectionRange(start + sign.length, start + sign.length + chosen.length);
}

/** Begins each chosen line with a sign, or takes it away if all have it. */
function begin(area: HTMLTextAreaElement, sign: string) {
  const { value, selectionStart, selectionEnd } = area;
  const start = value.lastIndexOf("\n", selectionStart - 1) + 1;
  const next = value.indexOf("\n", selectionEnd);
  const end = next < 0 ? value.length : next;
  const lines = value.slice(start, end).split("\n");
  const has = lines.every((line) => line.startsWith(sign));
  const text = lines.map((line) => (has ? line.slice(sign.length) : sign + line)).join("\n");
  type(area, text, start, end);
  area.setSelectionRange(start, start + text.length);
}

const BUTTONS: { name: string; sign: string; key?: string; act: (area: HTMLTextAreaElement) => void }[] = [
  { name: words.bold, sign: "B", key: "b", act: (area) => wrap(area, "**") },
  { name: words.italic, sign: "I", key: "i", act: (area) => wrap(area, "*") },
  { name: words.heading, sign: "H", act: (area) => begin(area, "## ") },
  { name: words.list, sign: "•", act: (area) => begin(area, "- ") },
  { name: words.quote, sign: "“", act: (area) => begin(area, "> ") },
];

export function MarkdownField(props: ControlProps) {
  const { file, path, id } = props;
  const [chooses, choose] = useState<"link" | "picture" | null>(null);
  const area = () => document.getElementById(id) as HTMLTextAreaElement;
  const put = ({ value, title }: Choice) => {
    const { selectionStart: start, selectionEnd: end, value: text } = area();
    const isPicture = chooses === "picture";
    choose(null);
    // Nothing can be typed into the page while a dialog is open. A picture stands behind the paragraph, on a line of its own.
    const line = text.indexOf("\n", end);
    const behind = line < 0 ? text.length : line;
    setTimeout(() =>
      isPicture
        ? type(area(), `${behind > 0 ? "\n\n" : ""}![](${value})`, behind, behind)
        : type(area(), `[${text.slice(start, end) || title}](${value})`, start, end),
    );
  };
  return (
    <div className="markdown">
      <div className="toolbar" role="toolbar" aria-label={words.toolbar}>
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
            const button = BUTTONS.find(({ key }) => key === event.key);
            if (!button || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            button.act(event.currentTarget);
          },
        }}
      />
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
