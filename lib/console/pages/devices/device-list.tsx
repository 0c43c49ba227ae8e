import { useMemo } from 'preact/hooks';
import { isPermitted } from '../../../../shared/base/access.ts';
import type { CsvColumn } from '../../../../shared/base/csv.ts';
import type { Device, DeviceFilters, DevicesSnapshot, Site, Zone } from '../../../client/index.ts';
import { ExportButton } from '../../components/export-button.tsx';
import { Age } from '../../components/instant.tsx';
import { ScreenLink } from '../../components/link.tsx';
import { ListView } from '../../components/list-view.tsx';
import { PlaceMark } from '../../components/place-mark.tsx';
import { SiteFilter } from '../../components/site-filter.tsx';
import type { Column } from '../../components/table.tsx';
import { useConsole } from '../../hooks/use-console.ts';
import { useList } from '../../hooks/use-list.ts';
import { useRead } from '../../hooks/use-read.ts';
import { durationText } from '../../state/age.ts';
import { typesOf } from '../../state/alerts.ts';
import { deviceStates } from '../../state/place-state.ts';
import { deviceTypeLabel } from '../../state/words.ts';
import { common } from '../../texts/common.ts';
import type { DeviceChoice, DevicesProps } from './devices-props.ts';
import { texts } from './devices-texts.ts';
import { offlineFirst } from './offline-now.ts';

interface DeviceListProps extends DevicesProps {
  readonly choice: DeviceChoice;
  readonly onChoose: (choice: DeviceChoice) => void;
  /** The devices that are offline now. */
  readonly snapshot: DevicesSnapshot | undefined;
}

/** The devices with their states, those that are silent first, with the filters of the service. */
export function DeviceList(props: DeviceListProps) {
  const { guard, tenantId, screen, change, user } = useConsole();
  const { sites, types, choice, onChoose, snapshot, now } = props;
  const { alerts, tests } = props;
  const { siteId } = screen;
  const { status, type } = choice;
  const filters = useMemo(
    () => ({ limit: 100, site_id: siteId, status, type, tenant_id: tenantId }),
    [siteId, status, type, tenantId],
  );
  const list = useList((signal) => guard.devices.list(filters, { signal }), [guard, filters]);
  const items = useMemo(() => {
    const isComplete = snapshot?.connection === 'live' && !snapshot.capped;
    const offline = { devices: snapshot?.devices ?? [], isComplete };
    return list.items && offlineFirst(list.items, offline, { siteId, status, type });
  }, [list.items, snapshot, siteId, status, type]);
  const { value: zones } = useRead(
    async (signal): Promise<readonly Zone[]> =>
      siteId === undefined ? [] : guard.zones.listOfSite(siteId, { limit: 100 }, { signal }).all(),
    [guard, siteId],
  );
  const columns = useMemo<readonly Column<Device>[]>(() => {
    const stateOf = deviceStates({ alerts, tests: tests.running });
    const names = new Map([...(sites.value ?? []), ...(zones ?? [])].map(({ id, name }) => [id, name]));
    return [
      {
        title: common.name,
        cell: ({ id, name }) => <ScreenLink to={{ itemId: id }}>{name}</ScreenLink>,
      },
      {
        title: texts.state,
        cell: (device) => {
          const state = stateOf(device);
          return state && <PlaceMark state={state} />;
        },
        onPhone: 'beside',
      },
      siteId === undefined
        ? { title: common.site, cell: ({ site_id }) => names.get(site_id) ?? '…', onPhone: 'below' }
        : { title: common.zone, cell: ({ zone_id }) => names.get(zone_id ?? ''), onPhone: 'below' },
      { title: common.type, cell: (device) => deviceTypeLabel(device.type), onPhone: 'below' },
      { title: texts.lastHeard, cell: (device) => lastHeard(device, now), onPhone: 'below' },
    ];
  }, [screen, change, alerts, tests.running, sites.value, zones, siteId, now]);
  const isFiltered = siteId !== undefined || status !== undefined || type !== undefined;
  return (
    <ListView
      caption={texts.all}
      list={{ ...list, items }}
      columns={columns}
      searched={searched}
      empty={
        isFiltered ? (
          texts.noneMatch
        ) : (
          <>
            <p>{texts.none}</p>
            {isPermitted(user.role, 'devices:create') && (
              <p>
                <ScreenLink to={{ itemId: 'new' }}>{texts.noneNext}</ScreenLink>
              </p>
            )}
          </>
        )
      }
      foot={<ExportDevices filters={filters} sites={sites.value} />}
    >
      <SiteFilter sites={sites.value} />
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
            {deviceTypeLabel(it)}
          </option>
        ))}
      </select>
    </ListView>
  );
}

const STATUSES = ['online', 'offline', 'unknown'] as const;

const searched = ({ name, serial }: Device) => `${name} ${serial ?? ''}`;

/**
 * When a device was last heard, as exactly as a list says it. A device that is online was heard within its heartbeat. Of one
 * that is not watched, lists contain an old time, so its own page says it.
 */
function lastHeard({ status, last_seen_at, heartbeat_seconds }: Device, now: number) {
  if (status === 'online') return heartbeat_seconds && `≤ ${durationText(heartbeat_seconds)}`;
  return status === 'offline' && last_seen_at !== null && <Age since={last_seen_at} now={now} />;
}

interface ExportDevicesProps {
  readonly filters: DeviceFilters;
  readonly sites: readonly Site[] | undefined;
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
function ExportDevices({ filters, sites }: ExportDevicesProps) {
  const { guard } = useConsole();
  async function* pages(signal: AbortSignal) {
    const names = new Map(sites?.map(({ id, name }) => [id, name]));
    /** The names of the zones of the sites in `read`. */
    const zones = new Map<string, string>();
    const read = new Set<string>();
    for await (const { data } of guard.devices.list(filters, { signal }).pages()) {
      for (const { site_id, zone_id } of data) {
        if (signal.aborted) return;
        if (zone_id === null || read.has(site_id)) continue;
        read.add(site_id);
        const ofSite = await guard.zones.listOfSite(site_id, { limit: 100 }, { signal }).all();
        for (const { id, name } of ofSite) zones.set(id, name);
      }
      yield data.map((device) => ({
        ...device,
        site: names.get(device.site_id) ?? device.site_id,
        zone: zones.get(device.zone_id ?? ''),
      }));
    }
  }
  return <ExportButton name="devices" columns={COLUMNS} pages={pages} />;
}
