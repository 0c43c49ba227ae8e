import { useMemo, useState } from 'preact/hooks';
import type { DevicesSnapshot } from '../../../client/index.ts';
import { Table } from '../../parts/table.tsx';
import { offlineInOrder } from '../../state/devices.ts';
import { common } from '../../texts/common.ts';
import { deviceColumns } from './device-columns.tsx';
import type { DevicesProps } from './devices-props.ts';
import { texts } from './devices-texts.ts';

/** The number of devices that are shown at first, and with each further step: the list of all devices is below. */
const STEP = 10;

interface OfflineNowProps extends DevicesProps {
  readonly snapshot: DevicesSnapshot;
}

/** The devices that are offline: the most recently heard first. */
export function OfflineNow({ snapshot, ...props }: OfflineNowProps) {
  const { screen, change, guard, now, sites } = props;
  const [most, setMost] = useState(STEP);
  const devices = useMemo(() => offlineInOrder(snapshot.devices), [snapshot]);
  const places = new Set(devices.map(({ site_id }) => site_id)).size;
  if (devices.length === 0) return <p>{texts.noneOffline}</p>;
  return (
    <>
      {snapshot.capped && <p class="notice">{texts.capped}</p>}
      <p>{texts.silentAt(devices.length, places)}</p>
      <Table
        caption={texts.offlineNow}
        columns={deviceColumns({ screen, change, guard, now, sites: sites.value })}
        rows={devices.slice(0, most)}
      />
      {devices.length > most && (
        <div class="buttons">
          <button type="button" onClick={() => setMost(most + STEP)}>
            {common.showMore}
          </button>
        </div>
      )}
    </>
  );
}
