import { isDeepStrictEqual } from 'node:util';
import { formatTimestamp } from '../time.ts';
import type { Rotation, StoredRotation } from './rotation.ts';
import { turnAt } from './rotation-periods.ts';
import type { Plan } from './shifts.ts';
import { DAY_MS, wallClockOf } from './wall-clock.ts';
import { WEEKDAYS } from './weekdays.ts';

type Rotations<R> = Pick<Plan, 'time_zone'> & { readonly rotations: readonly R[] };

/**
 * The rotations after a change at an instant, with anchors: whoever has a turn keeps it, or the next person of the old order
 * takes it over. A rotation with another first day, or with new people only, begins anew.
 */
export function keepTurns(
  before: Rotations<StoredRotation>,
  after: Rotations<Rotation>,
  at: number,
): StoredRotation[] {
  const others = [...before.rotations];
  const take = (found: StoredRotation | undefined) => found && others.splice(others.indexOf(found), 1)[0];
  const unchanged = after.rotations.map((rotation) => take(others.find((it) => isSame(it, rotation))));
  return after.rotations.map((rotation, place) => {
    const same = unchanged[place];
    if (same && before.time_zone === after.time_zone) return same;
    const former = same ?? take(closest(rotation, others));
    if (!former) return rotation;
    return keepTurn(former, rotation, [before.time_zone, after.time_zone], at);
  });
}

function isSame({ anchor: _, ...one }: StoredRotation, other: Rotation): boolean {
  return isDeepStrictEqual(one, { ...other });
}

/** Rotations have no ids: a changed one is that with the same first day and the most of its people. */
function closest({ starts_on, user_ids }: Rotation, others: readonly StoredRotation[]) {
  const shared = (it: StoredRotation) => it.user_ids.filter((id) => user_ids.includes(id)).length;
  return others
    .filter((it) => it.starts_on === starts_on && shared(it) > 0)
    .toSorted((one, other) => shared(other) - shared(one))[0];
}

function keepTurn(
  former: StoredRotation,
  rotation: Rotation,
  [zoneBefore, zoneAfter]: readonly [string, string],
  at: number,
): StoredRotation {
  const present = turnAt(former, wallClockOf(zoneBefore), at);
  if (!present) return rotation;
  const turn = placeAfter(former.user_ids, present.place, rotation.user_ids);
  // Weeks change on the weekday of the first day.
  const firstDay = Date.parse(rotation.starts_on) / DAY_MS;
  const ahead = rotation.every === 'week' ? (present.day - firstDay) % WEEKDAYS.length : 0;
  const anchor = anchorAt(turn, present.day - ahead, present.since);
  // With a shorter length, the same person stays on duty until the next handoff.
  const now = turnAt({ ...rotation, anchor }, wallClockOf(zoneAfter), at);
  return { ...rotation, anchor: now ? anchorAt(turn, now.day, now.since) : anchor };
}

function anchorAt(turn: number, day: number, since: number) {
  return {
    turn,
    day: new Date(day * DAY_MS).toISOString().slice(0, 10),
    since: formatTimestamp(new Date(since)),
  };
}

/** Where the person of a turn is in another order; if they are not, the next one who is. */
function placeAfter(before: readonly string[], place: number, after: readonly string[]): number {
  const order = (ids: readonly string[], from: number) => [...ids.slice(from), ...ids.slice(0, from)];
  const expected = order(before, place).filter((id) => after.includes(id));
  /** How many people follow as expected. Somebody with several turns has the one with the same people after it. */
  const agreement = (turn: number) => {
    const actual = order(after, turn).filter((id) => before.includes(id));
    const differs = expected.findIndex((id, step) => id !== actual[step]);
    return differs < 0 ? expected.length : differs;
  };
  const turns = [...after.keys()].filter((turn) => after[turn] === expected[0]);
  const [best = 0] = turns.toSorted(
    (one, other) => agreement(other) - agreement(one) || Math.abs(one - place) - Math.abs(other - place),
  );
  return best;
}
