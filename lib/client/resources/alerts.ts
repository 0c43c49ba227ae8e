import { type Versioned, versioned } from '../etag.ts';
import { GuardList } from '../list.ts';
import type { ListFilters } from '../operation.ts';
import type { CallOptions, CreateOptions, RepeatableOptions } from '../options.ts';
import type { Requests } from '../requests.ts';
import type {
  Alert,
  AlertActionResult,
  AlertDetails,
  AlertEvent,
  AlertInput,
  AlertSummary,
  Resolution,
} from '../types.ts';
import { beginWatch } from '../watch/begin-watch.ts';
import { PAGE_SIZE, type Snapshot, type WatchSettings } from '../watch/watch.ts';
import { watchableAlerts, withStatus } from '../watch/watch-alerts.ts';
import type { AlertsSnapshot, AlertWatchFilters, WatchOptions } from '../watch/watch-options.ts';

export type AlertFilters = ListFilters<'/api/v1/alerts'>;
export type AlertSummaryFilters = ListFilters<'/api/v1/alerts/summary'>;
export type SiteAlertFilters = ListFilters<'/api/v1/sites/{site_id}/alerts'>;
export type AlertEventFilters = ListFilters<'/api/v1/alerts/{alert_id}/events'>;

/** What can be read together with an alert. */
export type AlertInclude = 'history';

export interface GetAlertOptions<I extends AlertInclude> extends CallOptions {
  readonly include?: readonly I[] | undefined;
}

/** What is said of an alert that is acted on. */
export interface AcknowledgeOptions extends CallOptions {
  /** Kept in the alert's history, where the action changes the alert. */
  readonly note?: string | undefined;
}

export interface ResolveOptions extends AcknowledgeOptions {
  /** What the alert turned out to be. */
  readonly resolution?: Resolution | undefined;
}

export class Alerts {
  readonly #requests: Requests;

  readonly #watching: WatchSettings;

  constructor(requests: Requests, watching: WatchSettings) {
    this.#requests = requests;
    this.#watching = watching;
  }

  /** The alerts in reach, newest first. */
  list(filters: AlertFilters = {}, options: CallOptions = {}): GuardList<Alert> {
    return new GuardList(async (cursor) => {
      const query = { ...filters, cursor };
      return (await this.#requests.send('get', '/api/v1/alerts', { ...options, query })).body;
    }, filters.cursor);
  }

  /**
   * What is in reach, as it changes: the alerts now, and again with each change, for as long as it is iterated. It connects
   * to the service and connects again, lists what it may have missed, and polls where it cannot connect; no alert goes back
   * to an older version. It throws where the session has ended. Each iteration is a watch of its own.
   */
  watch(filters: AlertWatchFilters = {}, options: WatchOptions = {}): AsyncIterable<AlertsSnapshot> {
    const watched = {
      ...watchableAlerts(filters),
      tenantId: filters.tenant_id,
      list: (call: CallOptions) => this.list({ ...withStatus(filters), limit: PAGE_SIZE }, call),
      get: (id: string, call: CallOptions) => this.get(id, call),
      show: ({ items: alerts, ...snapshot }: Snapshot<Alert>) => ({ alerts, ...snapshot }),
    };
    return beginWatch(this.#requests, this.#watching, watched, options);
  }

  /** The alerts of one site, newest first. */
  listOfSite(siteId: string, filters: SiteAlertFilters = {}, options: CallOptions = {}): GuardList<Alert> {
    const path = { site_id: siteId };
    return new GuardList(async (cursor) => {
      const input = { ...options, path, query: { ...filters, cursor } };
      return (await this.#requests.send('get', '/api/v1/sites/{site_id}/alerts', input)).body;
    }, filters.cursor);
  }

  /** The open alerts in reach, counted by status and severity: the newest 1,000, and whether there are more. */
  async summary(filters: AlertSummaryFilters = {}, options: CallOptions = {}): Promise<AlertSummary> {
    const input = { ...options, query: filters };
    return (await this.#requests.send('get', '/api/v1/alerts/summary', input)).body;
  }

  /** One alert, with what `include` names beside it: `history` is its newest 20 entries, newest first. */
  async get<I extends AlertInclude = never>(
    id: string,
    { include, ...options }: GetAlertOptions<I> = {},
  ): Promise<Versioned<Alert & Required<Pick<AlertDetails, I>>>> {
    const input = { ...options, path: { alert_id: id }, query: { include } };
    const answer = await this.#requests.send('get', '/api/v1/alerts/{alert_id}', input);
    // The service answers what it was asked to include.
    return versioned(answer.body as Alert & Required<Pick<AlertDetails, I>>, answer.etag);
  }

  async raise(
    alert: AlertInput,
    { tenantId, ...options }: CreateOptions & RepeatableOptions = {},
  ): Promise<Versioned<Alert>> {
    const input = { ...options, query: { tenant_id: tenantId }, body: alert };
    const answer = await this.#requests.send('post', '/api/v1/alerts', input);
    return versioned(answer.body, answer.etag);
  }

  /** Repeating it changes nothing; an alert that is resolved already fails with `alert_already_resolved`. */
  async acknowledge(id: string, { note, ...options }: AcknowledgeOptions = {}): Promise<Versioned<Alert>> {
    const input = { ...options, path: { alert_id: id }, body: { note }, idempotent: true };
    const answer = await this.#requests.send('post', '/api/v1/alerts/{alert_id}/acknowledge', input);
    return versioned(answer.body, answer.etag);
  }

  /** Repeating it changes nothing. */
  async resolve(
    id: string,
    { note, resolution, ...options }: ResolveOptions = {},
  ): Promise<Versioned<Alert>> {
    const path = { alert_id: id };
    const input = { ...options, path, body: { note, resolution }, idempotent: true };
    const answer = await this.#requests.send('post', '/api/v1/alerts/{alert_id}/resolve', input);
    return versioned(answer.body, answer.etag);
  }

  /**
   * Takes a resolve back, within 24 hours of it: the alert is acknowledged again, by the caller. The note says why. Later, and
   * where the alert is not resolved, it fails with `not_reopenable`; where another open alert has its dedup key, with
   * `dedup_key_taken`.
   */
  async reopen(id: string, note: string, options: CallOptions = {}): Promise<Versioned<Alert>> {
    const input = { ...options, path: { alert_id: id }, body: { note }, idempotent: true };
    const answer = await this.#requests.send('post', '/api/v1/alerts/{alert_id}/reopen', input);
    return versioned(answer.body, answer.etag);
  }

  /** Acknowledges up to 25 alerts; the results are in the order of the ids. One that fails is told there, and spoils no other. */
  async acknowledgeMany(
    ids: readonly string[],
    { note, ...options }: AcknowledgeOptions = {},
  ): Promise<AlertActionResult[]> {
    const input = { ...options, body: { alert_ids: [...ids], note }, idempotent: true };
    return (await this.#requests.send('post', '/api/v1/alerts/acknowledge', input)).body.results;
  }

  /** Resolves up to 25 alerts, as `acknowledgeMany` acknowledges them. */
  async resolveMany(
    ids: readonly string[],
    { note, resolution, ...options }: ResolveOptions = {},
  ): Promise<AlertActionResult[]> {
    const input = { ...options, body: { alert_ids: [...ids], note, resolution }, idempotent: true };
    return (await this.#requests.send('post', '/api/v1/alerts/resolve', input)).body.results;
  }

  /** Adds a note to the alert's history, whatever its status. Each call adds one, but for those with one `idempotencyKey`. */
  async addNote(id: string, text: string, options: RepeatableOptions = {}): Promise<AlertEvent> {
    const input = { ...options, path: { alert_id: id }, body: { text } };
    return (await this.#requests.send('post', '/api/v1/alerts/{alert_id}/notes', input)).body;
  }

  /** The alert's history, newest first: what was done, when and by whom. */
  events(id: string, filters: AlertEventFilters = {}, options: CallOptions = {}): GuardList<AlertEvent> {
    const path = { alert_id: id };
    return new GuardList(async (cursor) => {
      const input = { ...options, path, query: { ...filters, cursor } };
      return (await this.#requests.send('get', '/api/v1/alerts/{alert_id}/events', input)).body;
    }, filters.cursor);
  }
}
