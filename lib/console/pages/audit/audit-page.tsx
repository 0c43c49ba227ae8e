import { useCallback, useMemo } from 'preact/hooks';
import type { CsvColumn } from '../../../../shared/base/csv.ts';
import type { AuditEvent, GuardClient } from '../../../client/index.ts';
import { useItem } from '../../hooks/use-item.ts';
import { useList } from '../../hooks/use-list.ts';
import { Combobox } from '../../parts/combobox.tsx';
import { ExportButton } from '../../parts/export-button.tsx';
import { Instant } from '../../parts/instant.tsx';
import { ScreenLink } from '../../parts/link.tsx';
import { ListView } from '../../parts/list-view.tsx';
import { PageLayout } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import type { Column } from '../../parts/table.tsx';
import { optionsByName } from '../../state/fields.ts';
import { startOfDay } from '../../state/local-time.ts';
import { typeLabel } from '../../state/words.ts';
import { ACTIONS, actionLabel, sentenceOf } from './audit-sentences.ts';
import { texts } from './audit-texts.ts';

/** Who changed what: sentences with names, by person, action and day; CSV. */
export function AuditPage({ guard, screen, change, tenantId, title }: PageProps) {
  const { itemId, since, until } = screen;
  const filter = useMemo(() => readFilter(itemId), [itemId]);
  const list = useCallback(
    (limit: number, signal: AbortSignal) => {
      const days = { since: since && startOfDay(since), until: until && startOfDay(until, 1) };
      return guard.audit.list({ limit, tenant_id: tenantId, ...days, ...filter }, { signal });
    },
    [guard, tenantId, filter, since, until],
  );
  const read = useCallback((signal: AbortSignal) => list(50, signal), [list]);
  const pages = async function* (signal: AbortSignal) {
    for await (const { data } of list(100, signal).pages()) yield data;
  };
  const events = useList<AuditEvent>(read);
  const columns = useMemo<readonly Column<AuditEvent>[]>(
    () => [
      { title: texts.when, cell: ({ at }) => <Instant at={at} /> },
      {
        title: texts.event,
        onPhone: 'below',
        cell: (event) => (
          <span class="audit-sentence">
            {sentenceOf(event.action).map((part) => {
              if ('text' in part) return part.text;
              const [name, to] =
                part.name === 'who'
                  ? [actorName(event), event.actor.id && filterWord({ actor_id: event.actor.id })]
                  : [entityName(event), filterWord({ entity_id: event.entity.id })];
              return to ? (
                <ScreenLink key={part.name} screen={screen} change={change} to={{ itemId: to }}>
                  {name}
                </ScreenLink>
              ) : (
                name
              );
            })}
          </span>
        ),
      },
      { title: texts.changes, cell: ({ changes }) => <Changes changes={changes} /> },
      { title: texts.address, cell: ({ ip_address }) => ip_address ?? '–' },
    ],
    [screen, change],
  );
  const { action = '', actor_id: actorId } = filter;
  const filterBy = (changed: AuditFilter) => change({ itemId: filterWord({ ...filter, ...changed }) });
  return (
    <PageLayout title={title} actions={<ExportButton name="audit" columns={CSV_COLUMNS} pages={pages} />}>
      <p>{texts.about}</p>
      <ListView
        caption={title}
        list={events}
        columns={columns}
        empty={texts.none}
        foot={events.items?.length === 0 && events.hasMore && <p role="status">{texts.noneYet}</p>}
      >
        <PersonFilter
          guard={guard}
          tenantId={tenantId}
          chosen={actorId}
          known={events.items?.find(({ actor }) => actor.id === actorId)?.actor.name}
          onChange={(id) => filterBy({ actor_id: id })}
        />
        <label>
          {texts.action}{' '}
          <select
            value={action}
            onChange={({ currentTarget: { value } }) => filterBy({ action: value || undefined })}
          >
            <option value="">{texts.all}</option>
            {ACTIONS.every((it) => it.action !== action) && action !== '' && (
              <option value={action}>{actionLabel(action)}</option>
            )}
            {ACTIONS.map((it) => (
              <option key={it.action} value={it.action}>
                {it.label}
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

/** The columns of the screen. */
const CSV_COLUMNS: readonly CsvColumn<AuditEvent>[] = [
  { title: texts.when, value: ({ at }) => at },
  {
    title: texts.event,
    value: (event) =>
      sentenceOf(event.action)
        .map((part) => {
          if ('text' in part) return part.text;
          return part.name === 'who' ? actorName(event) : entityName(event);
        })
        .join(''),
  },
  { title: texts.changes, value: ({ changes }) => changes.map(changeText).join('\n') },
  { title: texts.address, value: ({ ip_address }) => ip_address },
];

const actorName = ({ actor: { kind, name } }: AuditEvent) =>
  kind === 'command' ? `${texts.command} ${name}` : name;

/** The log names an alert by its type. */
const entityName = ({ entity: { kind, name } }: AuditEvent) => (kind === 'alert' ? typeLabel(name) : name);

interface PersonFilterProps {
  readonly guard: GuardClient;
  readonly tenantId: string | undefined;
  readonly chosen: string | undefined;
  /** The name of a chosen actor who is no person of the tenant, such as a key. */
  readonly known: string | undefined;
  readonly onChange: (id: string | undefined) => void;
}

/** The number of people that the filter offers. Others are chosen by their links in the list. */
const MOST_PEOPLE = 500;

function PersonFilter({ guard, tenantId, chosen, known, onChange }: PersonFilterProps) {
  const read = useCallback(
    async (signal: AbortSignal) => {
      const found: { readonly id: string; readonly name: string }[] = [];
      const users = guard.users.list({ tenant_id: tenantId, limit: 100 }, { signal });
      for await (const { id, name, email } of users) {
        if (found.push({ id, name: `${name} (${email})` }) === MOST_PEOPLE) break;
      }
      return found;
    },
    [guard, tenantId],
  );
  const { value: people } = useItem(read);
  const options = useMemo(() => {
    const isUnknown = chosen !== undefined && people?.every(({ id }) => id !== chosen) !== false;
    return [
      { value: '', label: texts.everybody },
      ...(isUnknown ? [{ value: chosen, label: known ?? chosen }] : []),
      ...optionsByName(people ?? []),
    ];
  }, [people, chosen, known]);
  return (
    <Combobox
      label={texts.person}
      options={options}
      value={chosen ?? ''}
      onChange={(id) => onChange(id || undefined)}
    />
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
      {changes.map((it) => (
        <div key={it.field}>{changeText(it)}</div>
      ))}
    </>
  );
}

function changeText({ field, from, to }: AuditEvent['changes'][number]): string {
  const values = from === null && to === null ? texts.hidden : `${valueText(from)} → ${valueText(to)}`;
  return `${field}: ${values}`;
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return texts.nothing;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The filters of the audit log that the URL contains besides the days. */
export interface AuditFilter {
  readonly actor_id?: string | undefined;
  readonly action?: string | undefined;
  readonly entity_id?: string | undefined;
}

const BY = 'by-';
const ID = /^[0-9a-f]{8}-/;
const BETWEEN = '--';

/** Reads filters from the URL: `#/audit/by-<actor id>`, `#/audit/<entity id>`, `#/audit/user-updated`, or several with `--`. */
export function readFilter(word: string | undefined): AuditFilter {
  const parts = word?.split(BETWEEN).map((part): AuditFilter => {
    if (part.startsWith(BY)) return { actor_id: part.slice(BY.length) };
    return ID.test(part) ? { entity_id: part } : { action: part.replace('-', '.') };
  });
  return Object.assign({}, ...(parts ?? []));
}

/** The word of filters in the URL. */
export function filterWord({ actor_id, action, entity_id }: AuditFilter): string | undefined {
  const parts = [actor_id && `${BY}${actor_id}`, entity_id, action?.replace('.', '-')];
  return parts.filter(Boolean).join(BETWEEN) || undefined;
}
