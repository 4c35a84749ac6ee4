// Renders one island to markup inside gympress.

import "./prelude";

import type { ComponentType } from "react";
import { jsx } from "react/jsx-runtime";
import { renderToString } from "react-dom/server";
import { type Note, type Reading, Refused, world } from "./prelude";

/** What gympress reads: the markup of both renderings, or why there is none. */
type Answer =
  | { markup: [string, string]; readings: Reading[]; notes: Note[]; unread: UnreadProp[] }
  | { error: string; stack: string; help?: string; unread: UnreadProp[] };

/** React ends elements that have nothing within as XML does; HTML ends them with their tag. */
const ENDED = /<(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)\b([^<>]*)\/>/g;

/** A prop that a component never reads, and the names that it reads in vain. */
interface UnreadProp {
  name: string;
  missed: string[];
}

/** Props that note which of them are read. */
function watched(props: object) {
  const unread = new Set(Object.keys(props));
  const missed = new Set<string>();
  const proxy = new Proxy(props, {
    get(target, name, receiver) {
      if (typeof name === "string" && !unread.delete(name) && !(name in target)) missed.add(name);
      return Reflect.get(target, name, receiver);
    },
    // Who asks for all names may read any.
    ownKeys(target) {
      unread.clear();
      return Reflect.ownKeys(target);
    },
  });
  return { proxy, unread: () => [...unread].map((name) => ({ name, missed: [...missed] })) };
}

function once(View: ComponentType<object>, props: object, prefix: string, round: number): string {
  Object.assign(world, { round, chance: 0 });
  // `createElement` copies props, and `jsx` passes them on.
  const markup = renderToString(jsx(View, props), { identifierPrefix: prefix });
  return markup.replace(ENDED, "<$1$2>");
}

export function serve<Views extends object>(views: Views): void {
  world.loading = false;
  const render = (name: string, json: string, prefix: string): string => {
    Object.assign(world, { readings: [], notes: [] });
    let answer: Answer;
    const { proxy, unread } = watched(JSON.parse(json));
    try {
      const View = views[name as keyof Views] as ComponentType<object>;
      const first = once(View, proxy, prefix, 0);
      const notes = [...world.notes];
      const second = once(View, JSON.parse(json), prefix, 1);
      answer = { markup: [first, second], readings: world.readings, notes, unread: unread() };
    } catch (error) {
      answer =
        error instanceof Error
          ? {
              error: error.message,
              stack: error.stack ?? "",
              unread: unread(),
              ...(error instanceof Refused && { help: error.help }),
            }
          : { error: String(error), stack: "", unread: [] };
    }
    return JSON.stringify(answer);
  };
  Object.assign(globalThis, { gympress: render });
}
