import { useConsole } from '../../hooks/use-console.ts';
import { usePolled } from '../../hooks/use-polled.ts';
import { problemText } from '../../services/problem.ts';
import { common } from '../../texts/common.ts';
import { texts } from './on-call-texts.ts';
import { momentIn } from './zone-times.ts';

/** A handoff is shown at most this much later. */
const EVERY_MS = 5 * 60_000;

interface OnCallNowProps {
  readonly id: string;
  readonly zone: string;
  /** A number that grows with each change of the schedule. */
  readonly round?: number;
}

/** Shows who is on call now, or that nobody is. */
export function OnCallNow({ id, zone, round = 0 }: OnCallNowProps) {
  const { guard } = useConsole();
  const { value, error } = usePolled((signal) => guard.schedules.getOnCall(id, {}, { signal }), EVERY_MS, [
    guard,
    id,
    round,
  ]);
  if (!value) return <>{error === undefined ? common.reading : problemText(error)}</>;
  const [person] = value.on_call;
  if (person) {
    return (
      <span>
        {person.name}
        {person.until !== null && (
          <span class="muted">
            {' '}
            {texts.until} {momentIn(zone, person.until)}
          </span>
        )}
      </span>
    );
  }
  const [absent] = value.unavailable;
  return (
    <span class="mark mark-bad">
      {texts.nobody}
      {absent && `. ${texts.cannotAct(absent.name ?? texts.deleted)}`}
    </span>
  );
}
