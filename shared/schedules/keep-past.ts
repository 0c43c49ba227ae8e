import { DAY_MS } from '../base/time.ts';
import type { PastPlan, StoredSchedule } from './schedule.ts';

/** For how long a schedule knows who was on call: 13 months. */
const KEPT_MS = 396 * DAY_MS;
/** The characters of all former plans. Each reading of the schedule pays for them, so the oldest go beyond. */
const MOST_CHARACTERS = 64_000;

/** The former plans of a schedule that is about to change: with its present one, which counts until now. */
export function keepPast(
  { entity, rotations, overrides, past }: Pick<StoredSchedule, 'entity' | 'rotations' | 'overrides' | 'past'>,
  at: string,
): readonly PastPlan[] {
  const now = Date.parse(at);
  const since = Date.parse(past.at(-1)?.until ?? entity.created_at);
  // Of two changes at once, or of one by a clock that is behind, the first has kept what there was.
  if (past.length > 0 && now <= since) return past;
  const plan: PastPlan = {
    until: at,
    time_zone: entity.time_zone,
    rotations: [...rotations],
    overrides: overrides.filter((it) => Date.parse(it.since) < now && Date.parse(it.until) > since),
  };
  const kept = [...past, plan].filter(({ until }) => now - Date.parse(until) < KEPT_MS);
  while (JSON.stringify(kept).length > MOST_CHARACTERS) kept.shift();
  return kept;
}
