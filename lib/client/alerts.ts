import type { Versioned } from './etag.ts';
import type { Filters } from './filters.ts';
import type { CallOptions } from './options.ts';
import type { Requests } from './requests.ts';
import { GeneratedAlerts } from './resources.ts';
import type { Alert, AlertDetails } from './types.ts';
import { beginWatch } from './watch/begin-watch.ts';
import { PAGE_SIZE, type Snapshot, type WatchSettings } from './watch/watch.ts';
import { watchableAlerts, withStatus } from './watch/watch-alerts.ts';
import type { AlertsSnapshot, AlertWatchFilters, AlertWatchOptions } from './watch/watch-options.ts';

/** The parts that can be read together with an alert. */
export type AlertInclude = Extract<
  Exclude<Filters<'/api/v1/alerts/{alert_id}'>['include'], readonly unknown[] | undefined>,
  keyof AlertDetails
>;

export interface GetAlertOptions<I extends AlertInclude> extends CallOptions {
  readonly include?: readonly I[] | undefined;
}

export class Alerts extends GeneratedAlerts {
  readonly #requests: Requests;
  readonly #watching: WatchSettings;

  constructor(requests: Requests, watching: WatchSettings) {
    super(requests);
    this.#requests = requests;
    this.#watching = watching;
  }

  /**
   * Read an alert, with what `include` names: its `history` (the newest 20 entries), its action `plan` or the `contacts` of
   * its site.
   */
  get<I extends AlertInclude = never>(
    id: string,
    { include, ...options }: GetAlertOptions<I> = {},
  ): Promise<Versioned<Alert & Required<Pick<AlertDetails, I>>>> {
    const input = { ...options, path: { alert_id: id }, query: { include } };
    return this.sendVersioned('get', '/api/v1/alerts/{alert_id}', input);
  }

  /**
   * Watches the alerts within the scope: yields the current alerts, and the new state after each change, for as long as it
   * is iterated. It connects to the service, reconnects, lists what it may have missed, and polls where it cannot connect.
   * No alert goes back to an older version. It throws when the session has ended. Each iteration is a watch of its own.
   */
  watch(
    filters: AlertWatchFilters = {},
    { onTest, onViewers, openAlert, ...options }: AlertWatchOptions = {},
  ): AsyncIterable<AlertsSnapshot> {
    const watched = {
      ...watchableAlerts(filters, { onTest, onViewers }),
      openAlert,
      tenantId: filters.tenant_id,
      list: (call: CallOptions) => this.list({ ...withStatus(filters), limit: PAGE_SIZE }, call),
      get: (id: string, call: CallOptions) => this.get(id, call),
      show: ({ items: alerts, ...snapshot }: Snapshot<Alert>) => ({ alerts, ...snapshot }),
    };
    return beginWatch(this.#requests, this.#watching, watched, options);
  }
}
