import { DAY_MS } from '../../../shared/base/time.ts';
import { wallClockOf } from '../../../shared/base/wall-clock.ts';

const HOUR_MS = 3_600_000;

/** A stretch of time, in milliseconds. */
export interface Stretch {
  readonly from: number;
  readonly until: number;
}

/** Something that lasted for some time, or still lasts. */
interface TimelineSpan {
  readonly id: string;
  readonly text: string;
  readonly from: number;
  /** Undefined while it lasts. */
  readonly until: number | undefined;
}

export interface Lane {
  readonly name: string;
  /** The class of its colour. */
  readonly colour: string;
  /** Whether it is shown without anything in it, too. */
  readonly isKept?: boolean;
  readonly spans: readonly TimelineSpan[];
}

/** A mark of the axis: an hour or the beginning of a day, as the clocks of the zone show it. */
export interface Tick {
  readonly at: number;
  readonly isDay: boolean;
}

/**
 * The marks of an axis by the clocks of a zone: every four hours of up to two days, and otherwise the beginnings of days, at
 * most about eight. A day on which the clocks change is longer or shorter, and its marks are where its hours are.
 */
export function ticksOf({ from, until }: Stretch, zone: string): readonly Tick[] {
  const clock = wallClockOf(zone);
  const days = (until - from) / DAY_MS;
  const hours = days <= 2 ? [0, 4, 8, 12, 16, 20] : [0];
  const first = Math.floor(from / DAY_MS) - 1;
  const last = Math.ceil(until / DAY_MS) + 1;
  const step = Math.max(1, Math.ceil(days / 8));
  const ticks: Tick[] = [];
  for (let day = first; day <= last; day++) {
    if ((last - day) % step !== 0) continue;
    for (const hour of hours) {
      const at = clock(day, hour * 60);
      // Hours that the clocks skip all begin when they are over.
      if (at >= from && at <= until && at !== ticks.at(-1)?.at) ticks.push({ at, isDay: hour === 0 });
    }
  }
  return ticks;
}

/** Where an instant is, in percent of the stretch. */
export function placeIn({ from, until }: Stretch, at: number): number {
  const place = ((at - from) / (until - from)) * 100;
  return Math.min(100, Math.max(0, Math.round(place * 100) / 100));
}

/** The part of something within the stretch; undefined if it is outside. Something without an end lasts. */
export function within(stretch: Stretch, from: number, until: number | undefined): Stretch | undefined {
  const end = until ?? stretch.until;
  if (end < stretch.from || from > stretch.until) return undefined;
  return { from: Math.max(from, stretch.from), until: Math.min(end, stretch.until) };
}

/** How much of a stretch these shorter ones cover together. */
export function coveredMs(shorter: readonly Stretch[]): number {
  let covered = 0;
  let end = Number.NEGATIVE_INFINITY;
  for (const { from, until } of shorter.toSorted((one, other) => one.from - other.from)) {
    covered += Math.max(0, until - Math.max(from, end));
    end = Math.max(end, until);
  }
  return covered;
}

export const STRETCHES = { day: 24 * HOUR_MS, week: 7 * DAY_MS, month: 30 * DAY_MS } as const;

/** The stretch that ends now. */
export function stretchUntil(now: number, length: number): Stretch {
  return { from: now - length, until: now };
}
