import { type Versioned, versioned } from '../etag.ts';
import { GuardList } from '../list.ts';
import type { ListFilters } from '../operation.ts';
import type { CallOptions, ChangeOptions, RepeatableOptions } from '../options.ts';
import type { Requests } from '../requests.ts';
import type { Device, DeviceChanges, DeviceInput } from '../types.ts';
import { beginWatch } from '../watch/begin-watch.ts';
import { PAGE_SIZE, type Snapshot, type WatchSettings } from '../watch/watch.ts';
import { watchableDevices } from '../watch/watch-devices.ts';
import type { DevicesSnapshot, DeviceWatchFilters, WatchOptions } from '../watch/watch-options.ts';

export type DeviceFilters = ListFilters<'/api/v1/devices'>;
export type SiteDeviceFilters = ListFilters<'/api/v1/sites/{site_id}/devices'>;

export class Devices {
  readonly #requests: Requests;

  readonly #watching: WatchSettings;

  constructor(requests: Requests, watching: WatchSettings) {
    this.#requests = requests;
    this.#watching = watching;
  }

  /** The devices in reach, newest first. */
  list(filters: DeviceFilters = {}, options: CallOptions = {}): GuardList<Device> {
    return new GuardList(async (cursor) => {
      const query = { ...filters, cursor };
      return (await this.#requests.send('get', '/api/v1/devices', { ...options, query })).body;
    }, filters.cursor);
  }

  /** The devices in reach, as they change: as `alerts.watch`. */
  watch(filters: DeviceWatchFilters = {}, options: WatchOptions = {}): AsyncIterable<DevicesSnapshot> {
    const watched = {
      ...watchableDevices(filters),
      tenantId: filters.tenant_id,
      list: (call: CallOptions) => this.list({ ...filters, limit: PAGE_SIZE }, call),
      get: (id: string, call: CallOptions) => this.get(id, call),
      show: ({ items: devices, ...snapshot }: Snapshot<Device>) => ({ devices, ...snapshot }),
    };
    return beginWatch(this.#requests, this.#watching, watched, options);
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
