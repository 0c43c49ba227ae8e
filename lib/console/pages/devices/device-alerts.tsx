import type { Alert } from '../../../client/index.ts';
import { Age } from '../../components/instant.tsx';
import { ScreenLink } from '../../components/link.tsx';
import { Panel } from '../../components/page-layout.tsx';
import { Severity } from '../../components/severity.tsx';
import { Table } from '../../components/table.tsx';
import { useConsole } from '../../hooks/use-console.ts';
import { usePolled } from '../../hooks/use-polled.ts';
import { NO_FILTER } from '../../state/screen.ts';
import { resolutionLabel, statusLabel } from '../../state/words.ts';
import { common } from '../../texts/common.ts';
import type { DeviceProps } from './devices-props.ts';
import { texts } from './devices-texts.ts';

const EVERY_MS = 60_000;
const MOST_RESOLVED = 10;

/** The open alerts of a device, which the console follows, and the newest resolved ones. Each leads to the desk. */
export function DeviceAlerts({ now, device: { id }, alerts }: DeviceProps) {
  const { guard, tenantId } = useConsole();
  const open = alerts.filter(({ device_id }) => device_id === id);
  const { value: resolved = [] } = usePolled(
    async (signal) => {
      const filters = {
        device_id: id,
        status: ['resolved' as const],
        limit: MOST_RESOLVED,
        tenant_id: tenantId,
      };
      return (await guard.alerts.list(filters, { signal }).page()).data;
    },
    EVERY_MS,
    [guard, id, tenantId, open.length],
  );
  const rows = [...open, ...resolved.filter((it) => open.every((other) => other.id !== it.id))];
  const link = ({ id: alertId, message, status }: Alert) => (
    <ScreenLink
      to={{
        ...NO_FILTER,
        ...(status === 'resolved' ? { status } : {}),
        view: 'alerts',
        itemId: undefined,
        alertId,
      }}
    >
      {message}
    </ScreenLink>
  );
  return (
    <Panel title={texts.alerts}>
      {open.length === 0 && <p class="muted">{texts.noOpenAlerts}</p>}
      {rows.length > 0 && (
        <Table
          caption={texts.alerts}
          rows={rows}
          columns={[
            { title: texts.alert, cell: link },
            {
              title: texts.severity,
              cell: ({ severity }) => <Severity severity={severity} />,
              onPhone: 'beside',
            },
            {
              title: common.status,
              cell: ({ status, resolution }) =>
                [statusLabel(status), resolution && resolutionLabel(resolution)].filter(Boolean).join(' · '),
              onPhone: 'below',
            },
            {
              title: texts.raised,
              cell: ({ created_at }) => <Age since={created_at} now={now} />,
              onPhone: 'below',
            },
          ]}
        />
      )}
    </Panel>
  );
}
