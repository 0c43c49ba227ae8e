import { type Versioned, versioned } from '../etag.ts';
import { GuardList } from '../list.ts';
import type { ListFilters } from '../operation.ts';
import type { CallOptions, ChangeOptions, RepeatableOptions } from '../options.ts';
import type { Requests } from '../requests.ts';
import type { Zone, ZoneChanges, ZoneInput } from '../types.ts';

export type SiteZoneFilters = ListFilters<'/api/v1/sites/{site_id}/zones'>;

export class Zones {
  readonly #requests: Requests;

  constructor(requests: Requests) {
    this.#requests = requests;
  }

  /** The zones of one site, newest first. */
  listOfSite(siteId: string, filters: SiteZoneFilters = {}, options: CallOptions = {}): GuardList<Zone> {
    const path = { site_id: siteId };
    return new GuardList(async (cursor) => {
      const input = { ...options, path, query: { ...filters, cursor } };
      return (await this.#requests.send('get', '/api/v1/sites/{site_id}/zones', input)).body;
    }, filters.cursor);
  }

  async get(id: string, options: CallOptions = {}): Promise<Versioned<Zone>> {
    const path = { zone_id: id };
    const answer = await this.#requests.send('get', '/api/v1/zones/{zone_id}', { ...options, path });
    return versioned(answer.body, answer.etag);
  }

  async create(siteId: string, zone: ZoneInput, options: RepeatableOptions = {}): Promise<Versioned<Zone>> {
    const input = { ...options, path: { site_id: siteId }, body: zone };
    const answer = await this.#requests.send('post', '/api/v1/sites/{site_id}/zones', input);
    return versioned(answer.body, answer.etag);
  }

  /** Changes the fields that are given. */
  async update(id: string, changes: ZoneChanges, options: ChangeOptions = {}): Promise<Versioned<Zone>> {
    const input = { ...options, path: { zone_id: id }, body: changes };
    const answer = await this.#requests.send('patch', '/api/v1/zones/{zone_id}', input);
    return versioned(answer.body, answer.etag);
  }

  /** Fails with `zone_not_empty` while it has devices. */
  async delete(id: string, options: ChangeOptions = {}): Promise<void> {
    const path = { zone_id: id };
    await this.#requests.send('delete', '/api/v1/zones/{zone_id}', { ...options, path });
  }
}
