import { useCallback, useMemo } from 'preact/hooks';
import type { AuditEvent } from '../../../client/index.ts';
import { useList } from '../../hooks/use-list.ts';
import { Instant } from '../../parts/instant.tsx';
import { ScreenLink } from '../../parts/link.tsx';
import { ListView } from '../../parts/list-view.tsx';
import { PageLayout } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import type { Column } from '../../parts/table.tsx';
import { startOfDay } from '../../state/local-time.ts';
import { ACTIONS, actionText } from './action-text.ts';
import { texts } from './audit-texts.ts';

/** Who changed what. */
export function AuditPage({ guard, screen, change, tenantId, title }: PageProps) {
  const { itemId, since, until } = screen;
  const filter = useMemo(() => readFilter(itemId), [itemId]);
  const read = useCallback(
    (signal: AbortSignal) => {
      const days = { since: since && startOfDay(since), until: until && startOfDay(until, 1) };
      return guard.audit.list({ limit: 50, tenant_id: tenantId, ...days, ...filter }, { signal });
    },
    [guard, tenantId, filter, since, until],
  );
  const list = useList<AuditEvent>(read);
  const columns = useMemo<readonly Column<AuditEvent>[]>(
    () => [
      { title: texts.when, cell: ({ at }) => <Instant at={at} /> },
      {
        title: texts.who,
        cell: ({ actor }) =>
          actor.id === null ? (
            `${actor.kind === 'command' ? `${texts.command} ` : ''}${actor.name}`
          ) : (
            <ScreenLink screen={screen} change={change} to={{ itemId: filterWord({ actor_id: actor.id }) }}>
              {actor.name}
            </ScreenLink>
          ),
      },
      {
        title: texts.what,
        cell: ({ action, entity }) => (
          <>
            {actionText(action)}{' '}
            <ScreenLink screen={screen} change={change} to={{ itemId: entity.id }}>
              {entity.name}
            </ScreenLink>
          </>
        ),
      },
      { title: texts.changes, cell: ({ changes }) => <Changes changes={changes} /> },
      { title: texts.address, cell: ({ ip_address }) => ip_address ?? '–' },
    ],
    [screen, change],
  );
  const { action = '' } = filter;
  return (
    <PageLayout title={title}>
      <p>{texts.about}</p>
      <ListView caption={title} list={list} columns={columns} empty={texts.none}>
        <label>
          {texts.action}{' '}
          <select
            value={action}
            onChange={({ currentTarget: { value } }) => change({ itemId: filterWord({ action: value }) })}
          >
            <option value="">{texts.all}</option>
            {(ACTIONS.includes(action) || action === '' ? ACTIONS : [action, ...ACTIONS]).map((it) => (
              <option key={it} value={it}>
                {actionText(it)}
              </option>
            ))}
          </select>
        </label>
        <Day label={texts.since} value={since} onChange={(day) => change({ since: day }, 'in place')} />
        <Day label={texts.until} value={until} onChange={(day) => change({ until: day }, 'in place')} />
        {(itemId ?? since ?? until) !== undefined && (
          <ScreenLink
            class="button"
            screen={screen}
            change={change}
            to={{ itemId: undefined, since: undefined, until: undefined }}
          >
            {texts.all}
          </ScreenLink>
        )}
      </ListView>
    </PageLayout>
  );
}

interface DayProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (day: string | undefined) => void;
}

function Day({ label, value = '', onChange }: DayProps) {
  return (
    <label>
      {label}{' '}
      <input
        type="date"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
      />
    </label>
  );
}

function Changes({ changes }: Pick<AuditEvent, 'changes'>) {
  return (
    <>
      {changes.map(({ field, from, to }) => (
        <div key={field}>
          <code>{field}</code>{' '}
          {from === null && to === null ? texts.hidden : `${valueText(from)} → ${valueText(to)}`}
        </div>
      ))}
    </>
  );
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return texts.nothing;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** One filter of the audit log: an actor, an action or an entity. */
export interface AuditFilter {
  readonly actor_id?: string;
  readonly action?: string;
  readonly entity_id?: string;
}

const BY = 'by-';
const ID = /^[0-9a-f]{8}-/;

/** Reads the filter from the URL: `#/audit/by-<actor id>`, `#/audit/<entity id>` or `#/audit/user-updated`. */
export function readFilter(word: string | undefined): AuditFilter {
  if (word === undefined) return {};
  if (word.startsWith(BY)) return { actor_id: word.slice(BY.length) };
  return ID.test(word) ? { entity_id: word } : { action: word.replace('-', '.') };
}

/** The word of a filter in the URL. */
export function filterWord({ actor_id, action, entity_id }: AuditFilter): string | undefined {
  if (actor_id) return `${BY}${actor_id}`;
  return entity_id ?? (action?.replace('.', '-') || undefined);
}
