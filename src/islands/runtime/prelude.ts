// The world in which components are rendered while the site is built: without time, chance, language
// and zone, since a component that reads them shows something else in a visitor's browser.

/** Why a component can't be rendered, with what to do about it. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly help: string,
  ) {
    super(message);
    this.name = "Refused";
  }
}

/** Something read that differs from one rendering to the next, and where. */
export interface Reading {
  what: string;
  stack: string;
}

export interface Note {
  text: string;
  stack: string;
}

/** Which rendering this is, what it has read, and what it has written to the console. */
export const world = { loading: true, round: 0, chance: 0, readings: [] as Reading[], notes: [] as Note[] };

const inProps = "make it a finished string in the island's props, or read it in an effect (useEffect)";

function read(what: string): void {
  if (world.loading) {
    throw new Refused(`the module reads ${what} while it loads`, inProps);
  }
  world.readings.push({ what, stack: new Error().stack ?? "" });
}

function now(): number {
  read("the clock");
  // Two moments that differ in every part that a component could show, one long before and one long after what it may
  // compare them with.
  return world.round === 0 ? 981173106789 : 3209617343210;
}

const RealDate = Date;

class BuildDate extends RealDate {
  constructor(...given: unknown[]) {
    if (given.length === 0) {
      super(now());
    } else if (given.length === 1) {
      super(given[0] as number);
    } else {
      throw new Refused("a date made of parts depends on the visitor's time zone", `use Date.UTC, or ${inProps}`);
    }
  }

  static override now(): number {
    return now();
  }
}

const zoned = ["Date", "Day", "FullYear", "Hours", "Milliseconds", "Minutes", "Month", "Seconds"].flatMap((part) => [
  `get${part}`,
  `set${part}`,
]);

const refusals: [object, string[], string, string][] = [
  [
    RealDate.prototype,
    [...zoned, "getTimezoneOffset", "toString", "toDateString", "toTimeString"],
    "depends on the visitor's time zone",
    inProps,
  ],
  [
    RealDate.prototype,
    ["toLocaleString", "toLocaleDateString", "toLocaleTimeString"],
    "depends on the visitor's language",
    inProps,
  ],
  [Number.prototype, ["toLocaleString"], "depends on the visitor's language", inProps],
  [BigInt.prototype, ["toLocaleString"], "depends on the visitor's language", inProps],
  [Array.prototype, ["toLocaleString"], "depends on the visitor's language", inProps],
  [
    String.prototype,
    ["toLocaleLowerCase", "toLocaleUpperCase", "localeCompare"],
    "depends on the visitor's language",
    inProps,
  ],
  [
    globalThis,
    ["setTimeout", "setInterval", "setImmediate", "requestAnimationFrame", "queueMicrotask", "fetch"],
    "has no place in rendering",
    "call it in an effect (useEffect) or an event handler",
  ],
];

for (const [owner, names, why, help] of refusals) {
  for (const name of names) {
    Object.defineProperty(owner, name, {
      configurable: true,
      writable: true,
      value: () => {
        throw new Refused(`${name}() ${why}`, help);
      },
    });
  }
}

Object.defineProperty(globalThis, "Intl", {
  configurable: true,
  get: () => {
    throw new Refused("Intl depends on the visitor's language", inProps);
  },
});

const random = (): number => {
  read("chance (Math.random)");
  world.chance += 1;
  return ((world.chance * 0.618033988749895 + (world.round === 0 ? 0.1 : 0.6)) % 1) * 0.999;
};

const performance = {
  now: (): number => {
    read("the clock (performance.now)");
    return world.round === 0 ? 1234.5 : 9876.25;
  },
};

const write = (...values: unknown[]): void => {
  world.notes.push({ text: values.map(String).join(" "), stack: new Error().stack ?? "" });
};

Object.defineProperty(BuildDate, "name", { value: "Date" });
Object.assign(Math, { random });
Object.assign(globalThis, {
  Date: BuildDate,
  performance,
  console: { log: write, info: write, debug: write, warn: write, error: write },
});
