import { type Versioned, versioned } from '../etag.ts';
import { GuardList } from '../list.ts';
import type { ListFilters } from '../operation.ts';
import type { CallOptions, ChangeOptions, RepeatableOptions } from '../options.ts';
import type { Requests } from '../requests.ts';
import type { Device, DeviceChanges, DeviceInput } from '../types.ts';

export type DeviceFilters = ListFilters<'/api/v1/devices'>;
export type SiteDeviceFilters = ListFilters<'/api/v1/sites/{site_id}/devices'>;

export class Devices {
  readonly #requests: Requests;

  constructor(requests: Requests) {
    this.#requests = requests;
  }

  /** The devices in reach, newest first. */
  list(filters: DeviceFilters = {}, options: CallOptions = {}): GuardList<Device> {
    return new GuardList(async (cursor) => {
      const query = { ...filters, cursor };
      return (await this.#requests.send('get', '/api/v1/devices', { ...options, query })).body;
    }, filters.cursor);
  }

  /** The devices of one site, newest first. */
  listOfSite(siteId: string, filters: SiteDeviceFilters = {}, options: CallOptions = {}): GuardList<Device> {
    const path = { site_id: siteId };
    return new GuardList(async (cursor) => {
      const input = { ...options, path, query: { ...filters, cursor } };
      return (await this.#requests.send('get', '/api/v1/sites/{site_id}/devices', input)).body;
    }, filters.cursor);
  }

  async get(id: string, options: CallOptions = {}): Promise<Versioned<Device>> {
    const path = { device_id: id };
    const answer = await this.#requests.send('get', '/api/v1/devices/{device_id}', { ...options, path });
    return versioned(answer.body, answer.etag);
  }

  async create(
    siteId: string,
    device: DeviceInput,
    options: RepeatableOptions = {},
  ): Promise<Versioned<Device>> {
    const input = { ...options, path: { site_id: siteId }, body: device };
    const answer = await this.#requests.send('post', '/api/v1/sites/{site_id}/devices', input);
    return versioned(answer.body, answer.etag);
  }

  /** Changes the fields that are given; another `site_id` or `zone_id` moves it. */
  async update(id: string, changes: DeviceChanges, options: ChangeOptions = {}): Promise<Versioned<Device>> {
    const input = { ...options, path: { device_id: id }, body: changes };
    const answer = await this.#requests.send('patch', '/api/v1/devices/{device_id}', input);
    return versioned(answer.body, answer.etag);
  }

  /** Its alerts stay. */
  async delete(id: string, options: ChangeOptions = {}): Promise<void> {
    const path = { device_id: id };
    await this.#requests.send('delete', '/api/v1/devices/{device_id}', { ...options, path });
  }
}
