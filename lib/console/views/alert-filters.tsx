import { useMemo } from 'preact/hooks';
import { countSeverities, matchingAlerts, typesOf } from '../state/alerts.ts';
import { sitesToChoose } from '../state/premises.ts';
import { STATUS_FILTERS } from '../state/screen.ts';
import { SEVERITIES } from '../state/severities.ts';
import { STATUS_FILTER_LABELS, typeLabel } from '../state/words.ts';
import { common } from '../texts/common.ts';
import { desk } from '../texts/desk.ts';
import type { DeskProps } from './desk-props.ts';
import { Severity } from './severity.tsx';

/** The filters of the list. The numbers count the open alerts that match the other filters. */
export function AlertFilters({ screen, change, alerts, sites: { value: sites } }: DeskProps) {
  const offered = useMemo(() => sitesToChoose(sites, screen.siteId), [sites, screen.siteId]);
  const counts = countSeverities(matchingAlerts(alerts, { ...screen, severities: [] }));
  const { severities } = screen;
  const isLive = screen.status !== 'resolved';
  return (
    <form class="filters" aria-label={desk.list.filters} onSubmit={(event) => event.preventDefault()}>
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
          value={screen.status}
          onChange={({ currentTarget: { value } }) =>
            change({ status: STATUS_FILTERS.find((it) => it === value) ?? 'open' }, 'in place')
          }
        >
          {STATUS_FILTERS.map((status) => (
            <option key={status} value={status}>
              {STATUS_FILTER_LABELS[status]}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span class="unseen">{common.site}</span>
        <select
          value={screen.siteId ?? ''}
          onChange={({ currentTarget: { value } }) => change({ siteId: value || undefined }, 'in place')}
        >
          <option value="">{desk.list.allSites}</option>
          {offered.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
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
    </form>
  );
}
