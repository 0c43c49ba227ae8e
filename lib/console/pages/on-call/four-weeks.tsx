import { DAY_MS } from '../../../../shared/base/time.ts';
import { wallClockOf } from '../../../../shared/base/wall-clock.ts';
import { gapsBetween, shiftsWithin } from '../../../../shared/schedules/on-call.ts';
import type { StoredRotation } from '../../../../shared/schedules/rotation.ts';
import type { Shifts } from '../../../client/index.ts';
import { formatNumber } from '../../texts/language.ts';
import { Calendar, colourOf, initialsOf } from './month.tsx';
import { texts } from './on-call-texts.ts';

const FOUR_WEEKS_MS = 28 * DAY_MS;

/** The next four weeks of a schedule that is not saved yet, its gaps in red. */
export function FourWeeks({ shifts }: { readonly shifts: Shifts }) {
  const { time_zone: zone, since, until, gaps } = shifts;
  const userIds = [...new Set(shifts.shifts.map(({ user_id }) => user_id))].sort();
  return (
    <>
      <p class="muted">{texts.zoneNote(zone)}</p>
      <p class={gaps.length > 0 ? 'mark mark-bad' : 'mark'}>
        {gaps.length > 0 ? texts.gapsAhead(formatNumber(gaps.length)) : texts.noGaps}
      </p>
      <Calendar
        isBrief
        shifts={shifts}
        zone={zone}
        userIds={userIds}
        first={dayIn(zone, Date.parse(since))}
        next={dayIn(zone, Date.parse(until) - 1) + 1}
      />
      <ul class="legend-of-people">
        {userIds.map((userId) => {
          const { name } = shifts.shifts.find(({ user_id }) => user_id === userId) ?? {};
          return (
            <li key={userId} class={colourOf(userIds, userId)}>
              {`${initialsOf(name ?? texts.deleted)}: ${name ?? texts.deleted}`}
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** The day of an instant by the clocks of a zone, in days since 1970. */
function dayIn(zone: string, at: number): number {
  const clock = wallClockOf(zone);
  const near = Math.floor(at / DAY_MS);
  return [near + 1, near].find((day) => clock(day, 0) <= at) ?? near - 1;
}

/** The shifts of a new schedule with one rotation, by the functions of the service. */
export function newShifts(
  zone: string,
  rotation: StoredRotation,
  people: readonly { readonly value: string; readonly name: string; readonly isActive: boolean }[],
  now: number,
): Shifts {
  const span = { since: now, until: now + FOUR_WEEKS_MS };
  const found = shiftsWithin({ time_zone: zone, rotations: [rotation], overrides: [] }, span);
  return {
    time_zone: zone,
    ...shown(span),
    shifts: found.map(({ userId, overrideId, ...its }) => {
      const person = people.find(({ value }) => value === userId);
      return {
        ...shown(its),
        user_id: userId,
        name: person?.name ?? null,
        status: person?.isActive ? 'active' : 'blocked',
        override_id: overrideId,
      };
    }),
    gaps: gapsBetween(found, span).map(shown),
  };
}

const shown = ({ since, until }: Readonly<Record<'since' | 'until', number>>) => ({
  since: new Date(since).toISOString(),
  until: new Date(until).toISOString(),
});
