import { SlidersHorizontal } from 'lucide-preact';
import { useId, useMemo, useState } from 'preact/hooks';
import { Day } from '../components/day.tsx';
import { Severity } from '../components/severity.tsx';
import { SiteFilter } from '../components/site-filter.tsx';
import { useConsole } from '../hooks/use-console.ts';
import { countSeverities, matchingAlerts, ownedBy, typesOf } from '../state/alerts.ts';
import { STATUS_FILTERS } from '../state/screen.ts';
import { SEVERITIES } from '../state/severities.ts';
import { STATUS_FILTER_LABELS, severityLabel, typeLabel } from '../state/words.ts';
import { common } from '../texts/common.ts';
import { desk } from '../texts/desk.ts';
import { LOCALE } from '../texts/language.ts';
import type { DeskProps } from './desk-props.ts';

const uncapitalised = (text: string) => text.charAt(0).toLocaleLowerCase(LOCALE) + text.slice(1);

/**
 * The filters of the list. The numbers count the open alerts that match the other filters. On a phone they are folded into
 * one line, so that the alerts are on the screen.
 */
export function AlertFilters({ alerts, sites: { value: sites } }: DeskProps) {
  const { screen, change, user } = useConsole();
  const { status, siteId, type, holderId, search, since, until } = screen;
  const counts = useMemo(
    () =>
      countSeverities(
        matchingAlerts(alerts, {
          ...{ status, siteId, type, holderId, search, since, until },
          severities: [],
        }),
      ),
    [alerts, status, siteId, type, holderId, search, since, until],
  );
  const { severities } = screen;
  const isOwn = holderId === user.id;
  const holderLabel = isOwn
    ? desk.list.yours
    : desk.list.ofSomebody(ownedBy(holderId ?? '', alerts)[0]?.acknowledged_by_name ?? desk.unsent.somebody);
  const isLive = screen.status !== 'resolved';
  const [isUnfolded, setUnfolded] = useState(false);
  const id = useId();
  const line = [
    holderId === undefined ? STATUS_FILTER_LABELS[status] : holderLabel,
    screen.siteId === undefined
      ? uncapitalised(desk.list.allSites)
      : (sites?.find(({ id }) => id === screen.siteId)?.name ?? (sites ? desk.list.unknownSite : '…')),
    ...(screen.type === undefined ? [] : [typeLabel(screen.type)]),
    ...(since || until ? [[since, until].map((it = '…') => it).join(' – ')] : []),
    SEVERITIES.filter((it) => (severities.length === 0 ? isLive && counts[it] > 0 : severities.includes(it)))
      .map((it) => [severityLabel(it), ...(isLive ? [counts[it]] : [])].join(' '))
      .join(', '),
  ];
  return (
    <>
      <button
        type="button"
        class="quiet filter-line"
        aria-expanded={isUnfolded}
        aria-controls={id}
        onClick={() => setUnfolded(!isUnfolded)}
      >
        <SlidersHorizontal aria-hidden="true" />
        <span>
          <span class="unseen">{desk.list.filters}: </span>
          {line.filter(Boolean).join(' · ')}
        </span>
      </button>
      <form
        id={id}
        class={isUnfolded ? 'filters' : 'filters filters-folded'}
        aria-label={desk.list.filters}
        onSubmit={(event) => event.preventDefault()}
      >
        <fieldset>
          <legend class="unseen">{desk.list.severity}</legend>
          {SEVERITIES.map((severity) => (
            <label key={severity} class="chip">
              <input
                type="checkbox"
                checked={severities.includes(severity)}
                onChange={({ currentTarget: { checked } }) =>
                  change(
                    {
                      severities: SEVERITIES.filter((it) =>
                        it === severity ? checked : severities.includes(it),
                      ),
                    },
                    'in place',
                  )
                }
              />
              <Severity severity={severity} />
              {isLive && <span class="count">{counts[severity]}</span>}
            </label>
          ))}
        </fieldset>
        <label>
          <span class="unseen">{common.status}</span>
          <select
            value={holderId ?? screen.status}
            onChange={({ currentTarget: { value } }) => {
              const status = STATUS_FILTERS.find((it) => it === value);
              const holder = status ? undefined : value;
              change({ status: status ?? 'acknowledged', holderId: holder }, 'in place');
            }}
          >
            {STATUS_FILTERS.map((status) => (
              <option key={status} value={status}>
                {STATUS_FILTER_LABELS[status]}
              </option>
            ))}
            <option value={user.id}>{desk.list.yours}</option>
            {holderId !== undefined && !isOwn && <option value={holderId}>{holderLabel}</option>}
          </select>
        </label>
        <SiteFilter sites={sites} />
        <label>
          <span class="unseen">{common.type}</span>
          <select
            value={screen.type ?? ''}
            onChange={({ currentTarget: { value } }) => change({ type: value || undefined }, 'in place')}
          >
            <option value="">{desk.list.allTypes}</option>
            {typesOf(alerts, screen.type).map((type) => (
              <option key={type} value={type}>
                {typeLabel(type)}
              </option>
            ))}
          </select>
        </label>
        {/* What is open is wanted whatever its day: the rows have the room. */}
        {(!isLive || since || until) && (
          <>
            <Day
              label={desk.list.since}
              value={since}
              onChange={(day) => change({ since: day }, 'in place')}
            />
            <Day
              label={desk.list.until}
              value={until}
              onChange={(day) => change({ until: day }, 'in place')}
            />
          </>
        )}
      </form>
    </>
  );
}
