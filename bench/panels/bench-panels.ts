import { randomBytes } from 'node:crypto';
import { newId } from '../../shared/base/ids.ts';
import { formatTimestamp } from '../../shared/base/time.ts';
import { DEVICES, type Device, deviceInputSchema, newDevice } from '../../shared/devices/device.ts';
import { watchAfterHeartbeat, watchItem } from '../../shared/devices/heartbeat.ts';
import { claimedAccount, normalAccount, PANEL_ACCOUNT } from '../../shared/devices/panel-account.ts';
import { PANELS } from '../../shared/panels/panel.ts';

interface PanelPlace {
  readonly tenantId: string;
  readonly siteId: string;
  /** From where the panel sends, in clear text. */
  readonly address: string;
}

/** The items of a panel that is online, as the API would write them in minutes for many. */
export function panelItems(
  { tenantId, siteId, address }: PanelPlace,
  account: string,
  heartbeatSeconds: number,
): Record<string, unknown>[] {
  const now = new Date();
  const at = formatTimestamp(now);
  const id = newId(now, randomBytes);
  const input = deviceInputSchema.parse({
    name: `Panel ${account}`,
    type: 'alarm-panel',
    heartbeat_seconds: heartbeatSeconds,
  });
  const site = { id: siteId, tenant_id: tenantId };
  const device: Device = { ...newDevice(input, { id, site, at }), status: 'online', last_seen_at: at };
  const panel = PANELS.item({
    id,
    tenant_id: tenantId,
    account,
    line_prefix: null,
    encryption: 'none',
    allowed_addresses: [address],
    trusts_udp: false,
    time_check: 'lenient',
    maker: 'other',
    zones: [],
    users: [],
    created_at: at,
    updated_at: at,
  });
  const claimed = normalAccount(account, null);
  return [
    { ...DEVICES.item(device), revision: 1, [PANEL_ACCOUNT]: claimed },
    { ...watchItem(device, watchAfterHeartbeat(device, now)), revision: 1 },
    { ...panel, revision: 1 },
    claimedAccount({ tenant_id: tenantId, device_id: id }, claimed, at),
  ];
}
