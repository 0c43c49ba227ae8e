import { useCallback, useMemo } from 'preact/hooks';
import type { CsvColumn } from '../../../../shared/base/csv.ts';
import type { AuditEvent, GuardClient } from '../../../client/index.ts';
import { Combobox } from '../../components/combobox.tsx';
import { Day } from '../../components/day.tsx';
import { ExportButton } from '../../components/export-button.tsx';
import { Instant } from '../../components/instant.tsx';
import { ScreenLink } from '../../components/link.tsx';
import { ListView } from '../../components/list-view.tsx';
import { PageLayout } from '../../components/page-layout.tsx';
import type { PageProps } from '../../components/page-props.ts';
import type { Column } from '../../components/table.tsx';
import { useConsole } from '../../hooks/use-console.ts';
import { useList } from '../../hooks/use-list.ts';
import { useRead } from '../../hooks/use-read.ts';
import { optionsByName } from '../../state/fields.ts';
import { startOfDay } from '../../state/local-time.ts';
import { typeLabel } from '../../state/words.ts';
import { ACTIONS, actionLabel, sentenceOf } from './audit-sentences.ts';
import { texts } from './audit-texts.ts';
import { changeText, type Names, namesIn } from './audit-values.ts';

/** Who changed what: sentences with names, by person, action and day; CSV. */
export function AuditPage({ title }: PageProps) {
  const { guard, screen, change, tenantId } = useConsole();
  const { itemId, since, until } = screen;
  const filter = useMemo(() => readFilter(itemId), [itemId]);
  const list = useCallback(
    (limit: number, signal: AbortSignal) => {
      const days = { since: since && startOfDay(since), until: until && startOfDay(until, 1) };
      return guard.audit.list({ limit, tenant_id: tenantId, ...days, ...filter }, { signal });
    },
    [guard, tenantId, filter, since, until],
  );
  const pages = async function* (signal: AbortSignal) {
    for await (const { data } of list(100, signal).pages()) yield data;
  };
  const events = useList<AuditEvent>((signal) => list(50, signal), [list]);
  const named = useNamed(guard, tenantId);
  const names = useMemo(
    () => new Map([...namesIn(events.items ?? []), ...named.all.map(({ id, name }) => [id, name] as const)]),
    [events.items, named],
  );
  const columns = useMemo<readonly Column<AuditEvent>[]>(
    () => [
      { title: texts.when, cell: ({ at }) => <Instant at={at} /> },
      {
        title: texts.event,
        onPhone: 'below',
        cell: (event) => (
          <span class="audit-sentence">
            {sentenceOf(event.action).map((it) => {
              if ('text' in it) return it.text;
              const [name, to] =
                it.name === 'who'
                  ? [actorName(event), event.actor.id && filterWord({ actor_id: event.actor.id })]
                  : [entityName(event), filterWord({ entity_id: event.entity.id })];
              return to ? (
                <ScreenLink key={it.name} to={{ itemId: to }}>
                  {name}
                </ScreenLink>
              ) : (
                name
              );
            })}
          </span>
        ),
      },
      {
        title: texts.changes,
        cell: ({ changes }) => changes.map((it) => <div key={it.field}>{changeText(it, names)}</div>),
      },
      { title: texts.address, cell: ({ ip_address }) => ip_address ?? '–' },
    ],
    [screen, change, names],
  );
  const { action = '', actor_id: actorId } = filter;
  const filterBy = (changed: AuditFilter) => change({ itemId: filterWord({ ...filter, ...changed }) });
  return (
    <PageLayout
      title={title}
      actions={<ExportButton name="audit" columns={csvColumns(names)} pages={pages} />}
    >
      <p>{texts.about}</p>
      <ListView
        caption={title}
        list={events}
        columns={columns}
        empty={texts.none}
        foot={events.items?.length === 0 && events.hasMore && <p role="status">{texts.noneYet}</p>}
      >
        <PersonFilter
          people={named.people}
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
          <ScreenLink class="button" to={{ itemId: undefined, since: undefined, until: undefined }}>
            {texts.all}
          </ScreenLink>
        )}
      </ListView>
    </PageLayout>
  );
}

/** The columns of the screen. */
const csvColumns = (names: Names): readonly CsvColumn<AuditEvent>[] => [
  { title: texts.when, value: ({ at }) => at },
  {
    title: texts.event,
    value: (event) =>
      sentenceOf(event.action)
        .map((it) => {
          if ('text' in it) return it.text;
          return it.name === 'who' ? actorName(event) : entityName(event);
        })
        .join(''),
  },
  { title: texts.changes, value: ({ changes }) => changes.map((it) => changeText(it, names)).join('\n') },
  { title: texts.address, value: ({ ip_address }) => ip_address },
];

const actorName = ({ actor: { kind, name } }: AuditEvent) =>
  kind === 'command' ? `${texts.command} ${name}` : name;

/** The log names an alert by its type. */
const entityName = ({ entity: { kind, name } }: AuditEvent) => (kind === 'alert' ? typeLabel(name) : name);

interface Named {
  readonly id: string;
  readonly name: string;
}

interface PersonFilterProps {
  readonly people: readonly Named[] | undefined;
  readonly chosen: string | undefined;
  /** The name of a chosen actor who is no person of the tenant, such as a key. */
  readonly known: string | undefined;
  readonly onChange: (id: string | undefined) => void;
}

/** The number of people that the filter offers, and of sites and schedules whose names are known. */
const MOST_NAMED = 500;

/** The people that the filter offers, by name and e-mail, and the names of what changes mention by id. */
function useNamed(guard: GuardClient, tenantId: string | undefined) {
  const { value = NONE_NAMED } = useRead(
    async (signal) => {
      const query = { tenant_id: tenantId, limit: 100 };
      const firstOf = async <T,>(list: AsyncIterable<T>) => {
        const found: T[] = [];
        for await (const it of list) if (found.push(it) === MOST_NAMED) break;
        return found;
      };
      const [users, sites, schedules] = await Promise.all([
        firstOf(guard.users.list(query, { signal })),
        firstOf(guard.sites.list(query, { signal })),
        firstOf(guard.schedules.list(query, { signal })),
      ]);
      const people = users.map(({ id, name, email }) => ({ id, name: `${name} (${email})` }));
      return { people, all: [...users, ...sites, ...schedules] as readonly Named[] };
    },
    [guard, tenantId],
  );
  return value;
}

const NONE_NAMED: { readonly people: readonly Named[] | undefined; readonly all: readonly Named[] } = {
  people: undefined,
  all: [],
};

function PersonFilter({ people, chosen, known, onChange }: PersonFilterProps) {
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
  const words = word?.split(BETWEEN).map((it): AuditFilter => {
    if (it.startsWith(BY)) return { actor_id: it.slice(BY.length) };
    return ID.test(it) ? { entity_id: it } : { action: it.replace('-', '.') };
  });
  return Object.assign({}, ...(words ?? []));
}

/** The word of filters in the URL. */
export function filterWord({ actor_id, action, entity_id }: AuditFilter): string | undefined {
  const words = [actor_id && `${BY}${actor_id}`, entity_id, action?.replace('.', '-')];
  return words.filter(Boolean).join(BETWEEN) || undefined;
}
