import { useMemo, useState } from 'preact/hooks';
import { dateOfDay, weekdayOf } from '../../../../shared/base/calendar-days.ts';
import { wallClockOf } from '../../../../shared/base/wall-clock.ts';
import { WEEKDAYS } from '../../../../shared/base/weekdays.ts';
import { gapsBetween } from '../../../../shared/schedules/on-call.ts';
import type { Shift, Shifts } from '../../../client/index.ts';
import { Panel, Reading } from '../../components/page-layout.tsx';
import { useConsole } from '../../hooks/use-console.ts';
import { useRead } from '../../hooks/use-read.ts';
import { formatNumber } from '../../texts/language.ts';
import { texts } from './on-call-texts.ts';
import { clockIn, daysOfMonth, dayText, monthIn } from './zone-times.ts';

/** The number of colours of people. The names next to them say the same. */
const COLOURS = 6;

interface MonthProps {
  readonly id: string;
  readonly zone: string;
  /** The people of the rotations, in their order, for their colours. */
  readonly userIds: readonly string[];
  readonly now: number;
  readonly round: number;
}

/** The shifts and gaps of a month, day by day, as the service computes them. */
export function Month({ id, zone, userIds, now, round }: MonthProps) {
  const { guard } = useConsole();
  const [ahead, setAhead] = useState(0);
  const { year, month } = monthIn(zone, now);
  const { first, next } = daysOfMonth(year, month + ahead);
  const clock = useMemo(() => wallClockOf(zone), [zone]);
  const { value, error, again } = useRead(
    (signal) =>
      guard.schedules.listShifts(
        id,
        { since: new Date(clock(first, 0)).toISOString(), until: new Date(clock(next, 0)).toISOString() },
        { signal },
      ),
    [guard, id, clock, first, next, round],
  );
  return (
    <Panel
      title={`${texts.calendar}: ${dayText(first, { month: 'long', year: 'numeric' })}`}
      actions={
        <>
          <button type="button" onClick={() => setAhead(ahead - 1)}>
            {texts.earlier}
          </button>
          <button type="button" onClick={() => setAhead(ahead + 1)}>
            {texts.later}
          </button>
        </>
      }
    >
      <p class="muted">{texts.zoneNote(zone)}</p>
      {!value && <Reading error={error} again={again} />}
      {value && value.gaps.length > 0 && (
        <p class="mark mark-bad" role="status">
          {texts.gaps(formatNumber(value.gaps.length))}
        </p>
      )}
      {value && <Calendar shifts={value} zone={zone} userIds={userIds} first={first} next={next} />}
    </Panel>
  );
}

interface CalendarProps extends Pick<MonthProps, 'zone' | 'userIds'> {
  readonly shifts: Shifts;
  /** Days since 1970: the first one, and the one after the last. */
  readonly first: number;
  readonly next: number;
  /** Whether initials stand for the names, so that a week fits beside a form. */
  readonly isBrief?: boolean;
}

export const colourOf = (userIds: readonly string[], userId: string) =>
  `shift person-${Math.max(0, userIds.indexOf(userId)) % COLOURS}`;

/** `Acme Guard 02` becomes `AG02`. */
export const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .map((word) => (/^\d/.test(word) ? word : word.charAt(0)))
    .join('');

/** Shifts and gaps, day by day. */
export function Calendar({ shifts, zone, userIds, first, next, isBrief = false }: CalendarProps) {
  const clock = useMemo(() => wallClockOf(zone), [zone]);
  const days = Array.from({ length: next - first }, (_, place) => first + place);
  return (
    <ol class={isBrief ? 'month month-brief' : 'month'}>
      {Array.from({ length: WEEKDAYS.indexOf(weekdayOf(first)) }, (_, place) => (
        <li key={`blank-${place}`} aria-hidden="true" />
      ))}
      {days.map((day) => (
        <li key={day}>
          <time dateTime={dateOfDay(day)}>{dayText(day, { weekday: 'short', day: 'numeric' })}</time>
          {entriesOf(shifts, clock(day, 0), clock(day + 1, 0)).map(({ since, begins, shift }) => (
            <span
              key={since}
              class={shift && shift.status === 'active' ? colourOf(userIds, shift.user_id) : 'shift gap'}
            >
              {begins && `${clockIn(zone, since)} `}
              <Holder name={shift ? (shift.name ?? texts.deleted) : undefined} isBrief={isBrief} />
              {shift && shift.status !== 'active' && (isBrief ? ' —' : ` (${texts.gap})`)}
              {shift?.override_id && <span class="muted"> ({texts.override})</span>}
            </span>
          ))}
        </li>
      ))}
    </ol>
  );
}

interface HolderProps {
  /** Undefined for a gap. */
  readonly name: string | undefined;
  readonly isBrief: boolean;
}

function Holder({ name, isBrief }: HolderProps) {
  if (!isBrief) return <>{name ?? texts.gap}</>;
  return (
    <>
      <span aria-hidden="true">{name === undefined ? '—' : initialsOf(name)}</span>
      <span class="unseen">{name ?? texts.gap}</span>
    </>
  );
}

interface DayEntry {
  readonly since: number;
  /** Whether it begins within the day. */
  readonly begins: boolean;
  /** Undefined for a gap. */
  readonly shift: Shift | undefined;
}

/** What a day shows: its shifts, and the gaps. */
function entriesOf({ since, until, shifts }: Shifts, start: number, end: number): DayEntry[] {
  const planned = shifts.map((shift) => ({ ...spanOf(shift), shift }));
  const gaps = gapsBetween(planned, spanOf({ since, until })).map((gap) => ({ ...gap, shift: undefined }));
  return [...planned, ...gaps]
    .filter((entry) => entry.since < end && entry.until > start)
    .sort((one, other) => one.since - other.since)
    .map((entry) => ({ since: entry.since, shift: entry.shift, begins: entry.since > start }));
}

const spanOf = ({ since, until }: { readonly since: string; readonly until: string }) => ({
  since: Date.parse(since),
  until: Date.parse(until),
});
