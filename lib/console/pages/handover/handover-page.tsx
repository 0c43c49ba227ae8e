import type { ComponentChildren } from 'preact';
import { isPermitted } from '../../../../shared/base/access.ts';
import type { Alert, Handover } from '../../../client/index.ts';
import { Instant, instantText, shortly, timeOfDay } from '../../components/instant.tsx';
import { ScreenLink } from '../../components/link.tsx';
import { PageLayout, Panel, Reading } from '../../components/page-layout.tsx';
import type { PageProps } from '../../components/page-props.ts';
import { Severity } from '../../components/severity.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { useConsole } from '../../hooks/use-console.ts';
import { usePolled } from '../../hooks/use-polled.ts';
import { problemText } from '../../services/problem.ts';
import { deviceTypeLabel, messageOf } from '../../state/words.ts';
import { common } from '../../texts/common.ts';
import { texts } from './handover-texts.ts';
import { NoteForm } from './note-form.tsx';

/** How far back the notes go, in hours, by the word in the URL. A little less than a week, which the service allows. */
const SPANS = { eight: 8, usual: 12, day: 24, days: 72, week: 168 } as const;
type Span = keyof typeof SPANS;

const EVERY_MS = 60_000;

/** What one shift leaves to the next: open, parked, on test, silent, who has what, notes; print. */
export function HandoverPage(props: PageProps) {
  const { guard, user, screen, change, tenantId } = useConsole();
  const { now, title } = props;
  const span = (Object.keys(SPANS) as Span[]).find((it) => it === screen.by) ?? 'usual';
  const {
    value: handover,
    error,
    again,
  } = usePolled(
    (signal) => {
      const since = new Date(Date.now() - SPANS[span] * 3_600_000).toISOString();
      return guard.handover.get({ since, tenant_id: tenantId }, { signal });
    },
    EVERY_MS,
    [guard, tenantId, span],
  );
  return (
    <PageLayout
      title={title}
      actions={
        <>
          <label class="handover-span">
            {texts.since}{' '}
            <select
              value={span}
              onChange={({ currentTarget: { value } }) =>
                change({ by: value === 'usual' ? undefined : value }, 'in place')
              }
            >
              {(Object.keys(SPANS) as Span[]).map((it) => (
                <option key={it} value={it}>
                  {texts.spans[it]}
                </option>
              ))}
            </select>
          </label>
          <button type="button" onClick={() => print()}>
            {texts.print}
          </button>
        </>
      }
    >
      {handover ? (
        <div class="handover">
          <p class="paper-head">
            {texts.paper(handover.tenant_name, instantText(handover.since), instantText(handover.at))}
          </p>
          <p class={error === undefined ? 'muted' : 'problem'} role="status">
            {texts.readAt(timeOfDay(new Date(handover.at)))}
            {error !== undefined && ` · ${problemText(error)}`}
          </p>
          <Notes notes={handover.notes} now={now} />
          {isPermitted(user.role, 'alerts:acknowledge') && <NoteForm {...props} onLeft={again} />}
          <Alerts {...props} title={texts.open} list={handover.open} none={texts.none.open} />
          <Alerts
            {...props}
            title={texts.parked}
            list={handover.parked}
            none={texts.none.parked}
            further={[
              { title: texts.back, cell: ({ parked }) => parked && shortly(new Date(parked.until), now) },
              { title: texts.reason, cell: ({ parked }) => parked?.reason },
            ]}
          />
          <Listed
            title={texts.taken}
            list={handover.taken}
            none={texts.none.taken}
            id={({ user_id }) => user_id}
            columns={[
              {
                title: texts.person,
                cell: ({ user_id, name }) => (
                  <ScreenLink to={{ view: 'alerts', status: 'acknowledged', holderId: user_id }}>
                    {name}
                  </ScreenLink>
                ),
              },
              { title: texts.alerts, cell: ({ alerts }) => alerts, isNumber: true },
              { title: texts.critical, cell: ({ critical }) => critical, isNumber: true },
            ]}
          />
          <Listed
            title={texts.onTest}
            list={handover.on_test}
            none={texts.none.onTest}
            id={({ test_id }) => test_id}
            columns={[
              { title: common.site, cell: (it) => <SiteLink {...props} site={it} /> },
              { title: texts.reason, cell: ({ reason }) => reason },
              { title: texts.until, cell: ({ ends_at }) => shortly(new Date(ends_at), now) },
            ]}
          />
          <Listed
            title={texts.extended}
            list={handover.extended}
            none={texts.none.extended}
            id={({ supervision_id }) => supervision_id}
            columns={[
              { title: common.name, cell: ({ name }) => name },
              { title: common.site, cell: (it) => <SiteLink {...props} site={it} /> },
              { title: texts.until, cell: ({ until }) => shortly(new Date(until), now) },
              { title: texts.reason, cell: ({ note }) => note },
              { title: texts.person, cell: ({ by }) => by.name },
            ]}
          />
          <Listed
            title={texts.silent}
            list={handover.silent}
            none={texts.none.silent}
            id={({ device_id }) => device_id}
            columns={[
              {
                title: common.device,
                cell: ({ device_id, name }) => (
                  <ScreenLink to={{ view: 'devices', itemId: device_id }}>{name}</ScreenLink>
                ),
              },
              { title: common.type, cell: ({ type }) => deviceTypeLabel(type) },
              { title: common.site, cell: (it) => <SiteLink {...props} site={it} /> },
              {
                title: texts.lastSeen,
                cell: ({ last_seen_at: at }) => (at ? <Instant at={at} /> : texts.never),
              },
            ]}
          />
        </div>
      ) : (
        <Reading error={error} again={again} />
      )}
    </PageLayout>
  );
}

interface ListedProps<T> {
  readonly title: string;
  readonly list: { readonly data: readonly T[]; readonly capped: boolean };
  readonly none: string;
  readonly id: (entry: T) => string;
  readonly columns: readonly Column<T & { readonly id: string }>[];
}

/** One list of the handover, with its number. */
function Listed<T>({ title, list: { data, capped }, none, id, columns }: ListedProps<T>) {
  return (
    <Panel title={`${title} (${data.length}${capped ? '+' : ''})`}>
      {data.length === 0 ? (
        <p class="muted">{none}</p>
      ) : (
        <Table caption={title} columns={columns} rows={data.map((it) => ({ ...it, id: id(it) }))} />
      )}
      {capped && <p class="notice">{texts.capped(data.length)}</p>}
    </Panel>
  );
}

interface AlertsProps extends PageProps {
  readonly list: Handover['open'];
  readonly none: string;
  readonly further?: readonly Column<Alert>[];
}

function Alerts({ title, list, none, further = [] }: AlertsProps) {
  const columns: readonly Column<Alert>[] = [
    {
      title: texts.alert,
      cell: (alert) => <ScreenLink to={{ view: 'alerts', alertId: alert.id }}>{messageOf(alert)}</ScreenLink>,
    },
    { title: common.site, cell: ({ site_name }) => site_name },
    { title: texts.severity, cell: ({ severity }) => <Severity severity={severity} /> },
    {
      title: texts.holder,
      cell: ({ status, acknowledged_by_name: name }) =>
        status === 'active' ? <strong>{texts.nobody}</strong> : name,
    },
    { title: texts.raised, cell: ({ created_at }) => <Instant at={created_at} /> },
    ...further,
  ];
  return <Listed title={title} list={list} none={none} id={({ id }) => id} columns={columns} />;
}

interface SiteLinkProps {
  readonly site: { readonly site_id: string; readonly site_name: string | null };
}

function SiteLink({ site: { site_id, site_name } }: SiteLinkProps) {
  if (site_name === null) return null;
  return <ScreenLink to={{ view: 'sites', itemId: site_id }}>{site_name}</ScreenLink>;
}

interface NotesProps {
  readonly notes: Handover['notes'];
  readonly now: number;
}

function Notes({ notes: { data, capped }, now }: NotesProps): ComponentChildren {
  return (
    <Panel title={`${texts.notes} (${data.length}${capped ? '+' : ''})`}>
      {data.length === 0 ? (
        <p class="muted">{texts.noNotes}</p>
      ) : (
        <ul class="handover-notes">
          {data.map(({ id, text, by, at, site_name }) => (
            <li key={id}>
              <p class="muted">
                {[by.name, shortly(new Date(at), now), site_name].filter(Boolean).join(' · ')}
              </p>
              <p class="note">{text}</p>
            </li>
          ))}
        </ul>
      )}
      {capped && <p class="notice">{texts.capped(data.length)}</p>}
    </Panel>
  );
}
