/** Moving by keys: what is pressed while a row is on its way is meant for that row, and follows from where it then is. */

/** A row: its list, and its number there. */
export interface RowPlace {
  list: string;
  at: number;
}

/** A row that is on its way. */
interface Journey {
  place: RowPlace | null;
  /** The places from which it was sent: keys are pressed there until the focus has followed. */
  visited: string[];
  /** How many steps are still to be made. */
  left: number;
}

const journeys = new Set<Journey>();
let steps: Promise<void> = Promise.resolve();

const nameOf = ({ list, at }: RowPlace): string => `${list} ${at}`;

/** Where a row is once another one has been moved. */
function beside({ list, at }: RowPlace, from: RowPlace, to: RowPlace): RowPlace {
  const left = list === from.list && at > from.at ? at - 1 : at;
  return { list, at: list === to.list && left >= to.at ? left + 1 : left };
}

/**
 * Makes a step with a row, behind those that are under way. The step gets the place at which the row is by then, and returns the one to
 * which it led, once the focus is there; `null` if it led nowhere.
 */
export function moveInTurn(start: RowPlace, step: (place: RowPlace) => Promise<RowPlace | null>): Promise<void> {
  const known = [...journeys].find(({ visited }) => visited.includes(nameOf(start)));
  const journey = known ?? { place: start, visited: [nameOf(start)], left: 0 };
  journeys.add(journey);
  journey.left++;
  steps = steps.then(() => proceed(journey, step));
  return steps;
}

async function proceed(journey: Journey, step: (place: RowPlace) => Promise<RowPlace | null>) {
  const from = journey.place;
  try {
    const to = from && (await step(from));
    if (!from || !to) return;
    journey.place = to;
    journey.visited.push(nameOf(to));
    for (const other of journeys) if (other !== journey && other.place) other.place = beside(other.place, from, to);
  } catch {
    journey.place = null;
  } finally {
    journey.left--;
    if (journey.left === 0) journeys.delete(journey);
  }
}
