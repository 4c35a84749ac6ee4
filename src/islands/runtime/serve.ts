// Renders one island to markup inside gympress.

import "./prelude";

import { type ComponentType, createElement } from "react";
import { renderToString } from "react-dom/server";
import { type Note, type Reading, Refused, world } from "./prelude";

/** What gympress reads: the markup of both renderings, or why there is none. */
type Answer =
  | { markup: [string, string]; readings: Reading[]; notes: Note[] }
  | { error: string; stack: string; help?: string };

/** React ends elements that have nothing within as XML does; HTML ends them with their tag. */
const ENDED = /<(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)\b([^<>]*)\/>/g;

function once(View: ComponentType<object>, json: string, prefix: string, round: number): string {
  Object.assign(world, { round, chance: 0 });
  const markup = renderToString(createElement(View, JSON.parse(json)), { identifierPrefix: prefix });
  return markup.replace(ENDED, "<$1$2>");
}

export function serve<Views extends object>(views: Views): void {
  world.loading = false;
  const render = (name: string, json: string, prefix: string): string => {
    Object.assign(world, { readings: [], notes: [] });
    let answer: Answer;
    try {
      const View = views[name as keyof Views] as ComponentType<object>;
      const first = once(View, json, prefix, 0);
      const { notes } = world;
      answer = { markup: [first, once(View, json, prefix, 1)], readings: world.readings, notes: [...notes] };
    } catch (error) {
      answer =
        error instanceof Error
          ? { error: error.message, stack: error.stack ?? "", ...(error instanceof Refused && { help: error.help }) }
          : { error: String(error), stack: "" };
    }
    return JSON.stringify(answer);
  };
  Object.assign(globalThis, { gympress: render });
}
