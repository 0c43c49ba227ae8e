import { useCallback, useMemo } from 'preact/hooks';
import { isPermitted } from '../../../../shared/base/access.ts';
import type { CsvColumn } from '../../../../shared/base/csv.ts';
import type { Device, DeviceFilters, DevicesSnapshot, GuardClient, Site } from '../../../client/index.ts';
import { useList } from '../../hooks/use-list.ts';
import { ExportButton } from '../../parts/export-button.tsx';
import { ScreenLink } from '../../parts/link.tsx';
import { ListView } from '../../parts/list-view.tsx';
import { ZoneBook } from '../../services/zone-book.ts';
import { typesOf } from '../../state/alerts.ts';
import { withCurrentStatus } from '../../state/devices.ts';
import { sitesToChoose } from '../../state/premises.ts';
import { typeLabel } from '../../state/words.ts';
import { common } from '../../texts/common.ts';
import { deviceColumns } from './device-columns.tsx';
import type { DeviceChoice, DevicesProps } from './devices-props.ts';
import { texts } from './devices-texts.ts';
import { ZoneName } from './zone-name.tsx';

interface AllDevicesProps extends DevicesProps {
  readonly choice: DeviceChoice;
  readonly onChoose: (choice: DeviceChoice) => void;
  readonly snapshot: DevicesSnapshot | undefined;
}

/** The list of all devices, with the filters of the service and the current status. */
export function AllDevices(props: AllDevicesProps) {
  const { guard, tenantId, screen, change, sites, types, choice, onChoose, snapshot, now, user } = props;
  const { siteId } = screen;
  const { status, type } = choice;
  const filters = useMemo(
    () => ({ limit: 100, site_id: siteId, status, type, tenant_id: tenantId }),
    [siteId, status, type, tenantId],
  );
  const read = useCallback(
    (signal: AbortSignal) => guard.devices.list(filters, { signal }),
    [guard, filters],
  );
  const list = useList(read);
  const items = useMemo(
    () =>
      list.items &&
      withCurrentStatus(
        list.items,
        snapshot?.devices ?? [],
        snapshot?.connection === 'live' && !snapshot.capped,
      ),
    [list.items, snapshot],
  );
  const book = useMemo(() => new ZoneBook(guard), [guard]);
  const isFiltered = siteId !== undefined || status !== undefined || type !== undefined;
  return (
    <ListView
      caption={texts.all}
      list={{ ...list, items }}
      columns={deviceColumns({
        screen,
        change,
        now,
        sites: sites.value,
        zoneOf: (device) => <ZoneName device={device} book={book} />,
      })}
      searched={searched}
      empty={
        isFiltered ? (
          texts.noneMatch
        ) : (
          <>
            <p>{texts.none}</p>
            {isPermitted(user.role, 'devices:create') && (
              <p>
                <ScreenLink screen={screen} change={change} to={{ itemId: 'new' }}>
                  {texts.noneNext}
                </ScreenLink>
              </p>
            )}
          </>
        )
      }
    >
      <select
        aria-label={common.site}
        value={siteId ?? ''}
        onChange={({ currentTarget: { value } }) => change({ siteId: value || undefined }, 'in place')}
      >
        <option value="">{texts.allSites}</option>
        {sitesToChoose(sites.value, siteId).map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label={common.status}
        value={status ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChoose({ ...choice, status: STATUSES.find((it) => it === value) })
        }
      >
        <option value="">{texts.allStatuses}</option>
        {STATUSES.map((it) => (
          <option key={it} value={it}>
            {texts[it]}
          </option>
        ))}
      </select>
      <select
        aria-label={common.type}
        value={type ?? ''}
        onChange={({ currentTarget: { value } }) => onChoose({ ...choice, type: value || undefined })}
      >
        <option value="">{texts.allTypes}</option>
        {[...new Set([...types, ...typesOf(items ?? [], type)])].sort().map((it) => (
          <option key={it} value={it}>
            {typeLabel(it)}
          </option>
        ))}
      </select>
      <ExportDevices guard={guard} filters={filters} sites={sites.value} book={book} now={now} />
    </ListView>
  );
}

const STATUSES = ['online', 'offline', 'unknown'] as const;

const searched = ({ name, serial }: Device) => `${name} ${serial ?? ''}`;

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
function ExportDevices({ guard, filters, sites, book, now }: ExportDevicesProps) {
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
