import { type Versioned, versioned } from '../etag.ts';
import { GuardList } from '../list.ts';
import type { ListFilters } from '../operation.ts';
import type { CallOptions, CreateOptions, RepeatableOptions } from '../options.ts';
import type { Requests } from '../requests.ts';
import type { Alert, AlertInput, AlertSummary } from '../types.ts';

export type AlertFilters = ListFilters<'/api/v1/alerts'>;
export type AlertSummaryFilters = ListFilters<'/api/v1/alerts/summary'>;
export type SiteAlertFilters = ListFilters<'/api/v1/sites/{site_id}/alerts'>;

export class Alerts {
  readonly #requests: Requests;

  constructor(requests: Requests) {
    this.#requests = requests;
  }

  /** The alerts in reach, newest first. */
  list(filters: AlertFilters = {}, options: CallOptions = {}): GuardList<Alert> {
    return new GuardList(async (cursor) => {
      const query = { ...filters, cursor };
      return (await this.#requests.send('get', '/api/v1/alerts', { ...options, query })).body;
    }, filters.cursor);
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

  async get(id: string, options: CallOptions = {}): Promise<Versioned<Alert>> {
    const path = { alert_id: id };
    const answer = await this.#requests.send('get', '/api/v1/alerts/{alert_id}', { ...options, path });
    return versioned(answer.body, answer.etag);
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
  async acknowledge(id: string, options: CallOptions = {}): Promise<Versioned<Alert>> {
    const input = { ...options, path: { alert_id: id }, idempotent: true };
    const answer = await this.#requests.send('post', '/api/v1/alerts/{alert_id}/acknowledge', input);
    return versioned(answer.body, answer.etag);
  }

  /** Repeating it changes nothing. */
  async resolve(id: string, options: CallOptions = {}): Promise<Versioned<Alert>> {
    const input = { ...options, path: { alert_id: id }, idempotent: true };
    const answer = await this.#requests.send('post', '/api/v1/alerts/{alert_id}/resolve', input);
    return versioned(answer.body, answer.etag);
  }
}
