import { useMemo } from 'preact/hooks';
import { isPermitted } from '../../../../shared/base/access.ts';
import type { Device, Zone } from '../../../client/index.ts';
import type { List } from '../../hooks/use-list.ts';
import { ScreenLink } from '../../parts/link.tsx';
import { ListView } from '../../parts/list-view.tsx';
import { Panel } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import type { Column } from '../../parts/table.tsx';
import { typeLabel } from '../../state/words.ts';
import { common } from '../../texts/common.ts';
import { DeviceStatus } from '../devices/device-status.tsx';
import { texts } from './sites-texts.ts';

interface SiteDevicesProps extends PageProps {
  readonly id: string;
  readonly devices: List<Device>;
  readonly zones: readonly Zone[];
}

/** The devices of a site. Their own page changes them. */
export function SiteDevices({ user, screen, change, id, devices, zones }: SiteDevicesProps) {
  const columns = useMemo<readonly Column<Device>[]>(() => {
    const zoneNames = new Map(zones.map((zone) => [zone.id, zone.name]));
    return [
      {
        title: common.name,
        cell: (device) => (
          <ScreenLink screen={screen} change={change} to={{ view: 'devices', itemId: device.id }}>
            {device.name}
          </ScreenLink>
        ),
      },
      { title: common.type, cell: ({ type }) => typeLabel(type) },
      { title: common.zone, cell: ({ zone_id }) => zoneNames.get(zone_id ?? '') },
      {
        title: common.status,
        cell: (device) => <DeviceStatus device={device} />,
      },
    ];
  }, [screen, change, zones]);
  return (
    <Panel
      title={texts.devices}
      actions={
        isPermitted(user.role, 'devices:create') && (
          <ScreenLink
            class="button"
            screen={screen}
            change={change}
            to={{ view: 'devices', itemId: 'new', siteId: id }}
          >
            {texts.addDevice}
          </ScreenLink>
        )
      }
    >
      <ListView caption={texts.devices} list={devices} columns={columns} empty={texts.noDevices} />
    </Panel>
  );
}
