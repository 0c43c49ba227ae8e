import { useEffect, useState } from 'preact/hooks';
import type { Alert, Notification } from '../../../client/index.ts';
import { ConfirmButton } from '../../components/confirm.tsx';
import { Instant } from '../../components/instant.tsx';
import { ScreenLink } from '../../components/link.tsx';
import { NotifiedRow } from '../../components/notified-row.tsx';
import { Panel, Reading } from '../../components/page-layout.tsx';
import type { PageProps } from '../../components/page-props.ts';
import { useConsole } from '../../hooks/use-console.ts';
import { usePolled } from '../../hooks/use-polled.ts';
import { problemText } from '../../services/problem.ts';
import { resolverLabel, severityLabel, typeLabel, typeNamed } from '../../state/words.ts';
import { common } from '../../texts/common.ts';
import { formatNumber } from '../../texts/language.ts';
import { texts } from './response-texts.ts';
import type { Question } from './woken.tsx';

interface DrillsProps extends PageProps {
  readonly question: Question;
}

/** Messages arrive within seconds; what a phone has received is known within a minute. */
const EVERY_MS = 5_000;
const EVERY_MS_AT_REST = 60_000;

/** Starts drills, and ticks off what arrived of the last one. */
export function Drills(props: DrillsProps) {
  const { guard, tenantId } = useConsole();
  const { question } = props;
  const [isRunning, setRunning] = useState(false);
  const { value, error, again } = usePolled(
    (signal) => guard.response.listDrills({ tenantId, signal }),
    isRunning ? EVERY_MS : EVERY_MS_AT_REST,
    [guard, tenantId],
  );
  const [last, ...before] = value?.data ?? [];
  useEffect(() => setRunning(last !== undefined && last.status !== 'resolved'), [last]);
  const { site, typed, severity } = question;
  const type = typeNamed('alert', typed);
  const what = `${severityLabel(severity)}, ${typeLabel(type)}, ${site?.name ?? ''}`;
  return (
    <Panel
      title={texts.drill}
      actions={
        site &&
        value &&
        type !== '' &&
        value.remaining > 0 &&
        !isRunning && (
          <ConfirmButton
            label={texts.start}
            title={texts.startTitle(what)}
            text={texts.startText}
            action={texts.start}
            onConfirm={async () => {
              await guard.response.startDrill({ site_id: site.id, type, severity });
              again();
            }}
          />
        )
      }
    >
      <p class="muted">{texts.about}</p>
      {!value && <Reading error={error} again={again} />}
      {value && <p class="muted">{texts.remaining(formatNumber(value.remaining))}</p>}
      {last && <Drill key={last.id} {...props} drill={last} again={again} />}
      {before.length > 0 && (
        <details>
          <summary>{texts.earlier}</summary>
          <ul>
            {before.map(({ id, created_at, site_name, severity: was, type: of }) => (
              <li key={id}>
                <Instant at={created_at} /> {`${severityLabel(was)}, ${typeLabel(of)}, ${site_name}`}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Panel>
  );
}

interface DrillProps extends DrillsProps {
  readonly drill: Alert;
  readonly again: () => void;
}

function Drill({ alerts, connection, drill, again }: DrillProps) {
  const { guard } = useConsole();
  const { id, status, created_at, site_name, acknowledged_by_name, acknowledged_at, resolved_at } = drill;
  const isOver = status === 'resolved';
  const messages = usePolled(
    (signal) => guard.alerts.listNotifications(id, { limit: 50 }, { signal }).all(),
    isOver ? EVERY_MS_AT_REST : EVERY_MS,
    [guard, id],
  );
  const isHere = connection === 'live' && alerts.some((it) => it.id === id);
  const [wasHere, setHere] = useState(false);
  useEffect(() => {
    if (isHere) setHere(true);
  }, [isHere]);
  const [problem, setProblem] = useState<string>();
  const end = () =>
    guard.alerts
      .resolve(id, { resolution: 'test' })
      .then(again, (error: unknown) => setProblem(problemText(error)));
  return (
    <>
      <h3>
        {isOver ? texts.ended : texts.running}{' '}
        <span class="muted">
          {`${severityLabel(drill.severity)}, ${typeLabel(drill.type)}, ${site_name}`},{' '}
          <Instant at={created_at} />
        </span>
      </h3>
      <ul class="drill-ticks" aria-live="polite">
        {(wasHere || !isOver) && (
          <li>
            <span class={wasHere ? 'mark' : 'mark mark-off'}>{wasHere ? texts.atDesk : texts.notAtDesk}</span>
          </li>
        )}
        <li>
          <span class={acknowledged_at ? 'mark' : 'mark mark-off'}>
            {acknowledged_at ? texts.acknowledgedBy(acknowledged_by_name ?? '') : texts.notAcknowledged}
          </span>
        </li>
        {isOver && (
          <li>
            <span class="mark">{texts.endedBy(resolverLabel(drill) ?? '')}</span>{' '}
            {resolved_at && <Instant at={resolved_at} />}
          </li>
        )}
      </ul>
      <Messages rows={messages.value} error={messages.error} />
      <p class="problem" role="alert">
        {problem}
      </p>
      <div class="buttons">
        {!isOver && (
          <button type="button" class="primary" onClick={end}>
            {texts.end}
          </button>
        )}
        <ScreenLink class="button" to={{ view: 'alerts', alertId: id }}>
          {texts.open}
        </ScreenLink>
      </div>
    </>
  );
}

interface MessagesProps {
  readonly rows: readonly Notification[] | undefined;
  readonly error: unknown;
}

/** The messages of a drill: whether each was handed over and delivered, or why not. */
function Messages({ rows, error }: MessagesProps) {
  return (
    <section class="history">
      <h4>{texts.messages}</h4>
      {error !== undefined && <p class="problem">{problemText(error)}</p>}
      {!rows && error === undefined && <p class="muted">{common.reading}</p>}
      {rows?.length === 0 && <p class="muted">{texts.noMessages}</p>}
      <ol>
        {rows?.map((row) => (
          <NotifiedRow key={row.id} {...row} zone={undefined} />
        ))}
      </ol>
    </section>
  );
}
