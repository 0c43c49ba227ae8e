import type { CsvColumn } from '../../../../shared/base/csv.ts';
import type { Device, DeviceFilters, GuardClient, Site } from '../../../client/index.ts';
import { ExportButton } from '../../parts/export-button.tsx';
import type { ZoneBook } from '../../services/zone-book.ts';

interface ExportDevicesProps {
  readonly guard: GuardClient;
  readonly filters: DeviceFilters;
  readonly sites: readonly Site[] | undefined;
  readonly book: ZoneBook;
  readonly now: number;
}

interface ExportedDevice extends Device {
  readonly site: string | undefined;
  readonly zone: string | undefined;
}

/** The first six are the columns of an import, which ignores the others. */
const COLUMNS: readonly CsvColumn<ExportedDevice>[] = [
  { title: 'site', value: ({ site }) => site },
  { title: 'zone', value: ({ zone }) => zone },
  { title: 'name', value: ({ name }) => name },
  { title: 'type', value: ({ type }) => type },
  { title: 'serial', value: ({ serial }) => serial },
  { title: 'heartbeat_seconds', value: ({ heartbeat_seconds }) => heartbeat_seconds },
  { title: 'status', value: ({ status }) => status },
  { title: 'id', value: ({ id }) => id },
];

/** Saves the devices that match the filters, with the names of their sites and zones. */
export function ExportDevices({ guard, filters, sites, book, now }: ExportDevicesProps) {
  async function* pages(signal: AbortSignal) {
    const names = new Map(sites?.map(({ id, name }) => [id, name]));
    for await (const { data } of guard.devices.list(filters, { signal }).pages()) {
      const page: ExportedDevice[] = [];
      for (const device of data) {
        if (signal.aborted) return;
        const zones = device.zone_id === null ? [] : await book.zonesOf(device.site_id);
        const zone = zones.find(({ id }) => id === device.zone_id)?.name;
        page.push({ ...device, site: names.get(device.site_id) ?? device.site_id, zone });
      }
      yield page;
    }
  }
  return <ExportButton name="devices" columns={COLUMNS} pages={pages} now={now} />;
}
