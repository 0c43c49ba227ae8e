import type { CallOptions } from './options.ts';
import type { Requests } from './requests.ts';
import { GeneratedDevices } from './resources.ts';
import type { Device } from './types.ts';
import { beginWatch } from './watch/begin-watch.ts';
import { PAGE_SIZE, type Snapshot, type WatchSettings } from './watch/watch.ts';
import { watchableDevices } from './watch/watch-devices.ts';
import type { DevicesSnapshot, DeviceWatchFilters, DeviceWatchOptions } from './watch/watch-options.ts';

export class Devices extends GeneratedDevices {
  readonly #requests: Requests;
  readonly #watching: WatchSettings;

  constructor(requests: Requests, watching: WatchSettings) {
    super(requests);
    this.#requests = requests;
    this.#watching = watching;
  }

  /** Watches the devices within the scope, as `alerts.watch` watches alerts. */
  watch(
    filters: DeviceWatchFilters = {},
    { onOpenings, ...options }: DeviceWatchOptions = {},
  ): AsyncIterable<DevicesSnapshot> {
    const watched = {
      ...watchableDevices(filters, { onOpenings }),
      tenantId: filters.tenant_id,
      list: (call: CallOptions) => this.list({ ...filters, limit: PAGE_SIZE }, call),
      get: (id: string, call: CallOptions) => this.get(id, call),
      show: ({ items: devices, ...snapshot }: Snapshot<Device>) => ({ devices, ...snapshot }),
    };
    return beginWatch(this.#requests, this.#watching, watched, options);
  }
}
