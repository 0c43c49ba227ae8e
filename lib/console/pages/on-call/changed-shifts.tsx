import type { ScheduleChanges, SchedulePreview } from '../../../client/index.ts';
import { useAsked } from '../../hooks/use-asked.ts';
import { useConsole } from '../../hooks/use-console.ts';
import { formatNumber } from '../../texts/language.ts';
import { FourWeeks } from './four-weeks.tsx';
import { texts } from './on-call-texts.ts';
import { momentIn } from './zone-times.ts';

const MOST_SHOWN = 8;

interface ChangedShiftsProps {
  readonly id: string;
  /** The changes that are not saved yet. Undefined without any. */
  readonly draft: ScheduleChanges | undefined;
}

/** Who would be on call at other times than now, before a change is saved. */
export function ChangedShifts({ id, draft }: ChangedShiftsProps) {
  const { guard } = useConsole();
  // What is wrong with the draft is said when it is saved.
  const preview = useAsked(
    draft && JSON.stringify(draft),
    (json: string, signal: AbortSignal) =>
      guard.schedules.preview(id, JSON.parse(json) as ScheduleChanges, { signal }),
    [guard, id],
  )?.value;
  return (
    <section class="changed-shifts" aria-live="polite">
      {preview && <Changes {...preview} />}
    </section>
  );
}

function Changes(preview: SchedulePreview) {
  const { time_zone: zone, changes } = preview;
  const nameOf = (person: SchedulePreview['changes'][number]['to']) =>
    person === null ? texts.gap : (person.name ?? texts.deleted);
  const hidden = changes.length - MOST_SHOWN;
  return (
    <>
      <h4>{texts.changed}</h4>
      {changes.length === 0 && <p>{texts.nothingChanged}</p>}
      <ul>
        {changes.slice(0, MOST_SHOWN).map(({ since, until, from, to }) => (
          <li key={since}>
            {momentIn(zone, since)} – {momentIn(zone, until)}: {texts.instead(nameOf(to), nameOf(from))}
          </li>
        ))}
      </ul>
      {hidden > 0 && <p>{texts.moreChanged(formatNumber(hidden))}</p>}
      <h4>{texts.fourWeeks}</h4>
      <FourWeeks shifts={preview} />
    </>
  );
}
