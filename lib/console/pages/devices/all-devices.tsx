import { useCallback, useMemo } from 'preact/hooks';
import { isPermitted } from '../../../../shared/base/access.ts';
import type { Device, DevicesSnapshot } from '../../../client/index.ts';
import { useList } from '../../hooks/use-list.ts';
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
import { ExportDevices } from './export-devices.tsx';
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
        guard,
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
