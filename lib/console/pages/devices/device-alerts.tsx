import { useCallback } from 'preact/hooks';
import { usePolled } from '../../hooks/use-polled.ts';
import { Age } from '../../parts/instant.tsx';
import { ScreenLink } from '../../parts/link.tsx';
import { Reading } from '../../parts/page-layout.tsx';
import { Table } from '../../parts/table.tsx';
import { NO_FILTER } from '../../state/screen.ts';
import { STATUS_LABELS, severityLabel } from '../../state/words.ts';
import { common } from '../../texts/common.ts';
import type { DevicesProps } from './devices-props.ts';
import { texts } from './devices-texts.ts';

const EVERY_MS = 30_000;
const MOST = 20;

/** The newest open alerts of a device; each leads to the alert desk. */
export function DeviceAlerts({
  guard,
  tenantId,
  screen,
  change,
  now,
  deviceId,
}: DevicesProps & { readonly deviceId: string }) {
  const read = useCallback(
    async (signal: AbortSignal) => {
      const status = ['active', 'acknowledged'] as const;
      const filters = { device_id: deviceId, status, limit: MOST, tenant_id: tenantId };
      return (await guard.alerts.list(filters, { signal }).page()).data;
    },
    [guard, deviceId, tenantId],
  );
  const { value: alerts, error, again } = usePolled(read, EVERY_MS);
  if (!alerts) return <Reading error={error} again={again} />;
  if (alerts.length === 0) return <p class="muted">{texts.noOpenAlerts}</p>;
  return (
    <Table
      caption={texts.openAlerts}
      rows={alerts}
      columns={[
        {
          title: texts.alert,
          cell: ({ id, message }) => (
            <ScreenLink
              screen={screen}
              change={change}
              to={{ ...NO_FILTER, view: 'alerts', itemId: undefined, alertId: id }}
            >
              {message}
            </ScreenLink>
          ),
        },
        { title: texts.severity, cell: ({ severity }) => severityLabel(severity) },
        { title: common.status, cell: ({ status }) => STATUS_LABELS[status] },
        { title: texts.raised, cell: ({ created_at }) => <Age since={created_at} now={now} /> },
      ]}
    />
  );
}
