import { type Versioned, versioned } from '../etag.ts';
import { GuardList } from '../list.ts';
import type { ListFilters } from '../operation.ts';
import type { CallOptions, ChangeOptions, CreateOptions, RepeatableOptions } from '../options.ts';
import type { Requests } from '../requests.ts';
import type { Site, SiteChanges, SiteInput } from '../types.ts';

export type SiteFilters = ListFilters<'/api/v1/sites'>;

export class Sites {
  readonly #requests: Requests;

  constructor(requests: Requests) {
    this.#requests = requests;
  }

  /** The sites in reach, newest first. */
  list(filters: SiteFilters = {}, options: CallOptions = {}): GuardList<Site> {
    return new GuardList(async (cursor) => {
      const query = { ...filters, cursor };
      return (await this.#requests.send('get', '/api/v1/sites', { ...options, query })).body;
    }, filters.cursor);
  }

  async get(id: string, options: CallOptions = {}): Promise<Versioned<Site>> {
    const path = { site_id: id };
    const answer = await this.#requests.send('get', '/api/v1/sites/{site_id}', { ...options, path });
    return versioned(answer.body, answer.etag);
  }

  async create(
    site: SiteInput,
    { tenantId, ...options }: CreateOptions & RepeatableOptions = {},
  ): Promise<Versioned<Site>> {
    const input = { ...options, query: { tenant_id: tenantId }, body: site };
    const answer = await this.#requests.send('post', '/api/v1/sites', input);
    return versioned(answer.body, answer.etag);
  }

  /** Changes the fields that are given. */
  async update(id: string, changes: SiteChanges, options: ChangeOptions = {}): Promise<Versioned<Site>> {
    const input = { ...options, path: { site_id: id }, body: changes };
    const answer = await this.#requests.send('patch', '/api/v1/sites/{site_id}', input);
    return versioned(answer.body, answer.etag);
  }

  /** Fails with `site_not_empty` while it has zones or devices. */
  async delete(id: string, options: ChangeOptions = {}): Promise<void> {
    const path = { site_id: id };
    await this.#requests.send('delete', '/api/v1/sites/{site_id}', { ...options, path });
  }
}
