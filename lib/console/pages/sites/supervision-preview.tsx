import { DAY_MS } from '../../../../shared/base/time.ts';
import type {
  AlertSeverity,
  SupervisionInput,
  SupervisionKind,
  SupervisionPreview,
} from '../../../client/index.ts';
import { Instant } from '../../components/instant.tsx';
import { Panel } from '../../components/page-layout.tsx';
import { useAsked } from '../../hooks/use-asked.ts';
import { useConsole } from '../../hooks/use-console.ts';
import { problemText } from '../../services/problem.ts';
import type { Field, Values } from '../../state/fields.ts';
import { common } from '../../texts/common.ts';
import { clockIn, momentIn } from '../on-call/zone-times.ts';
import { draftOf } from './supervision-fields.ts';
import { texts } from './supervision-texts.ts';

interface PreviewProps {
  readonly fields: readonly Field[];
  readonly values: Values;
  readonly siteId: string;
  readonly zone: string;
}

/** Says what a supervision does, when it is judged next, and what it would have done last week. */
export function PreviewOfSupervision({ fields, values, siteId, zone }: PreviewProps) {
  const { guard, tenantId } = useConsole();
  const answer = useAsked(
    draftOf(fields, values, siteId),
    (json: string, signal: AbortSignal) =>
      guard.supervisions.preview(JSON.parse(json) as SupervisionInput, { tenantId, signal }),
    [guard, tenantId],
  );
  return (
    <Panel title={texts.preview}>
      <p>{sentenceOf(values)}</p>
      {answer?.error !== undefined && <p class="problem">{problemText(answer.error)}</p>}
      {answer?.value ? (
        <Previewed preview={answer.value} kind={values['kind'] as SupervisionKind} zone={zone} />
      ) : (
        <p class="muted">{common.reading}</p>
      )}
    </Panel>
  );
}

/** What a supervision does, as a sentence. What is not chosen yet is an ellipsis. */
function sentenceOf(values: Values): string {
  const kind = values['kind'] as SupervisionKind;
  const said = (name: string) => String(values[name] ?? '').trim() || '…';
  const severity = common.severities[values['severity'] as AlertSeverity];
  return texts.sentences[kind](said('grace_minutes'), severity, said('every_minutes'));
}

interface PreviewedProps {
  readonly preview: SupervisionPreview;
  readonly kind: SupervisionKind;
  readonly zone: string;
}

const WARNINGS: Readonly<Record<string, string>> = {
  never_reported: texts.neverReported,
  on_test: texts.onTest,
  never_due: texts.neverDue,
};

/** The end of a window: its time of day, with the date if it is another day. */
function endText(zone: string, { since, until }: { readonly since: string; readonly until: string }): string {
  const isSameDay = Date.parse(until) - Date.parse(since) < DAY_MS;
  return isSameDay ? clockIn(zone, Date.parse(until)) : momentIn(zone, until);
}

function Previewed({ preview, kind, zone }: PreviewedProps) {
  const { windows, last_week, out_of_hours, last_report_at, next_due_at, warnings } = preview;
  const at = (instant: string) => <Instant at={instant} zone={zone} />;
  return (
    <>
      {warnings.map(({ code }) => (
        <p class="notice" key={code}>
          {WARNINGS[code]}
        </p>
      ))}
      {windows.length > 0 && (
        <>
          <h3>{texts.next}</h3>
          <ul>
            {windows.map((window) => (
              <li key={window.since}>
                {momentIn(zone, window.since)} – {endText(zone, window)}
              </li>
            ))}
          </ul>
        </>
      )}
      {next_due_at !== null && (
        <p>
          {texts.nextDue}: {at(next_due_at)}
        </p>
      )}
      {last_report_at !== null && (
        <p>
          {texts.lastReport}: {at(last_report_at)}
        </p>
      )}
      {last_week.length > 0 && (
        <>
          <h3>{texts.lastWeek}</h3>
          <ul>
            {last_week.map(({ since, deadline, outcome }) => (
              <li key={since}>
                {momentIn(zone, deadline ?? since)}: {texts.outcomes[outcome]}
              </li>
            ))}
          </ul>
        </>
      )}
      {kind === 'out_of_hours' && (
        <>
          <h3>{texts.openedOutside}</h3>
          {out_of_hours.length === 0 && <p>{texts.noneOutside}</p>}
          <ul>
            {out_of_hours.map((it) => (
              <li key={it.at}>{at(it.at)}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
