import { DAY_MS } from '../base/time.ts';
import { rulesOf, type SupervisionKind } from './kinds.ts';
import { horizonAfter, type OpenTime, type OpenTimes, openTimes } from './windows.ts';

/** What a supervision expects. All times are in milliseconds. */
export interface Expectation extends OpenTimes {
  readonly kind: SupervisionKind;
  readonly graceMs: number;
  /** The interval of kinds that have one. */
  readonly everyMs: number;
}

/** What was judged before. */
export interface Standing {
  /** The last deadline that was judged, without the grace for an interval; at first, when the supervision began. */
  readonly judged: number;
  /** Deadlines until then are not judged: its calendar was changed then, and what it had asked for is over. */
  readonly since?: number | undefined;
  /** Until when somebody has extended the present deadline. */
  readonly extendedUntil?: number | undefined;
}

/** What was reported about the site. */
export interface Reported {
  /** Whether the site is now as the end of the window requires. */
  readonly isFulfilled: boolean;
  /** The last test or check-in. */
  readonly lastAt?: number | undefined;
}

/** Until when, and since when without a break, Guard was certainly able to receive reports. */
export interface Hearing {
  readonly checkedAt: number;
  readonly resumedAt: number;
}

export type Ruling =
  /** Nothing is due before a time. */
  | { readonly outcome: 'wait'; readonly until: number }
  /**
   * A deadline was judged: the supervision holds or not, or the deadline passed without a judgement, because the next window began
   * before Guard could receive reports again. `next` is when to look again.
   */
  | {
      readonly outcome: 'held' | 'missed' | 'passed';
      readonly deadline: number;
      readonly judged: number;
      readonly next: number;
    };

/** A panel repeats what was not acknowledged within minutes, so nothing is judged sooner after an outage. */
const SHORTEST_GRACE_MS = 5 * 60_000;

/** How far back deadlines are judged that nobody has judged yet, and after how long is looked again without any. */
const LOOKS_BACK_MS = 7 * DAY_MS;
const LOOKS_AGAIN_MS = 30 * DAY_MS;

/** Decides about a supervision with a timer; pure. */
export function judge(
  expected: Expectation,
  standing: Standing,
  reported: Reported,
  hearing: Hearing,
): Ruling {
  switch (rulesOf(expected.kind).rhythm) {
    case 'window_end':
    case 'window_start':
      return judgeWindow(expected, standing, reported, hearing);
    case 'interval':
    case 'interval_in_windows':
      return judgeInterval(expected, standing, reported, hearing);
    case 'opening':
      return { outcome: 'wait', until: hearing.checkedAt + LOOKS_AGAIN_MS };
  }
}

/** A deadline at the start or end of a window. */
export interface Moment {
  readonly window: OpenTime;
  /** The start or end of the window. */
  readonly at: number;
  readonly deadline: number;
  /** From this time on the state of the site says nothing about the window any more. */
  readonly cutoff: number;
}

/** The deadlines after an instant, in order. A time without a known end has none at its end. */
export function momentsAfter(expected: Expectation, from: number): Moment[] {
  const { kind, graceMs } = expected;
  const begin = from - graceMs - DAY_MS;
  const times = openTimes(expected, begin);
  const horizon = horizonAfter(begin);
  const isAtEnd = rulesOf(kind).rhythm === 'window_end';
  return times
    .filter(({ until }) => !isAtEnd || until < horizon)
    .map((window, place): Moment => {
      const at = isAtEnd ? window.until : window.since;
      const deadline = at + graceMs;
      const cutoff = isAtEnd
        ? (times[place + 1]?.since ?? Number.POSITIVE_INFINITY)
        : cutoffOfOpening(window, deadline);
      return { window, at, deadline, cutoff };
    })
    .filter(({ deadline }) => deadline > from);
}

/** An opening is judged at its deadline even if the window is over by then, or nobody would hear of it. */
const cutoffOfOpening = ({ until }: OpenTime, deadline: number) => Math.max(until, deadline + 1);

/**
 * Whether nothing that a supervision asks for is due within a month: no window is as long as its interval, or is over before the
 * next one begins, or there is no time outside the windows.
 */
export function isNeverDue(expected: Expectation, now: number): boolean {
  const { everyMs } = expected;
  switch (rulesOf(expected.kind).rhythm) {
    case 'interval':
      return false;
    case 'interval_in_windows':
      return !openTimes(expected, now).some(({ since, until }) => until - since >= everyMs);
    case 'opening': {
      const [first] = openTimes(expected, now);
      return first !== undefined && first.since <= now && first.until >= horizonAfter(now);
    }
    default:
      return !momentsAfter(expected, now).some(({ deadline, cutoff }) => deadline < cutoff);
  }
}

function judgeWindow(
  expected: Expectation,
  { judged, since = judged, extendedUntil }: Standing,
  { isFulfilled }: Reported,
  { checkedAt, resumedAt }: Hearing,
): Ruling {
  const from = Math.max(judged, since, checkedAt - LOOKS_BACK_MS);
  const moments = momentsAfter(expected, from);
  const next = moments.find(({ deadline }) => deadline > checkedAt)?.deadline ?? checkedAt + LOOKS_AGAIN_MS;
  if (extendedUntil !== undefined && extendedUntil > checkedAt)
    return { outcome: 'wait', until: extendedUntil };
  const natural = moments.findLast(({ deadline }) => deadline <= checkedAt);
  const due = extendedUntil === undefined ? natural : extended(expected, natural, extendedUntil);
  if (!due) return { outcome: 'wait', until: next };
  const { at, deadline, cutoff } = due;
  const patience = resumedAt > at ? Math.max(expected.graceMs, SHORTEST_GRACE_MS) : SHORTEST_GRACE_MS;
  const effective = Math.max(deadline, resumedAt + patience);
  if (effective > checkedAt) return { outcome: 'wait', until: effective };
  const outcome = effective >= cutoff ? 'passed' : isFulfilled ? 'held' : 'missed';
  return { outcome, deadline, judged: deadline, next };
}

/** The deadline that an extension replaces, unless a later one has passed since. */
function extended(expected: Expectation, natural: Moment | undefined, until: number): Moment | undefined {
  if (natural && natural.deadline > until) return natural;
  const replaced = momentsAfter(expected, until - LOOKS_BACK_MS).findLast(({ at }) => at <= until);
  if (!replaced) return undefined;
  const isAtEnd = rulesOf(expected.kind).rhythm === 'window_end';
  const cutoff = isAtEnd ? replaced.cutoff : cutoffOfOpening(replaced.window, until);
  return { ...replaced, at: until, deadline: until, cutoff };
}

function judgeInterval(
  expected: Expectation,
  { judged, since: changed = judged }: Standing,
  { lastAt = Number.NEGATIVE_INFINITY }: Reported,
  { checkedAt, resumedAt }: Hearing,
): Ruling {
  const { graceMs, everyMs } = expected;
  const missAfter = (done: number): number | undefined => {
    const begin = Math.max(lastAt, done, resumedAt);
    if (rulesOf(expected.kind).rhythm === 'interval') return begin + everyMs;
    // A window of nine days ago says nothing any more.
    const from = Math.max(begin, checkedAt - LOOKS_BACK_MS);
    return openTimes(expected, from)
      .map(({ since, until }) => {
        // A window without a break began before all that is looked up.
        const first = since < from - 7 * DAY_MS ? begin : Math.max(since, begin);
        const passed = Math.floor((changed - graceMs - first) / everyMs);
        return { miss: first + (Math.max(0, passed) + 1) * everyMs, until };
      })
      .find(({ miss, until }) => miss <= until)?.miss;
  };
  const missed = missAfter(judged);
  if (missed === undefined) return { outcome: 'wait', until: checkedAt + LOOKS_AGAIN_MS };
  if (missed + graceMs > checkedAt) return { outcome: 'wait', until: missed + graceMs };
  const following = missAfter(missed);
  const next = following === undefined ? checkedAt + LOOKS_AGAIN_MS : following + graceMs;
  return { outcome: 'missed', deadline: missed + graceMs, judged: missed, next };
}
