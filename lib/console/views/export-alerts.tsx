import type { CsvColumn } from '../../../shared/base/csv.ts';
import type { Alert } from '../../client/index.ts';
import { ExportButton } from '../components/export-button.tsx';
import { useConsole } from '../hooks/use-console.ts';
import { matchingAlerts } from '../state/alerts.ts';
import { startOfDay } from '../state/local-time.ts';

export interface ExportAlertsProps {
  /** The listed alerts, if the screen holds all of them. */
  readonly listed?: readonly Alert[] | undefined;
}

const FIELDS = [
  'created_at',
  'occurred_at',
  'status',
  'severity',
  'type',
  'message',
  'site_name',
  'zone_name',
  'device_name',
  'occurrences',
  'acknowledged_at',
  'acknowledged_by_name',
  'resolved_at',
  'resolved_by_name',
  'resolution',
  'id',
] as const satisfies readonly (keyof Alert)[];

const COLUMNS: readonly CsvColumn<Alert>[] = FIELDS.map((title) => ({
  title,
  value: (alert) => alert[title],
}));

/** Saves the alerts that match the filters: those on the screen, or page by page if it lacks some. */
export function ExportAlerts({ listed }: ExportAlertsProps) {
  const { guard, screen, tenantId } = useConsole();
  async function* pages(signal: AbortSignal): AsyncGenerator<readonly Alert[]> {
    if (listed) {
      yield listed;
      return;
    }
    const { status, severities, siteId, type, holderId, since, until } = screen;
    const filters = {
      limit: 100,
      type,
      acknowledged_by: holderId,
      since: since && startOfDay(since),
      until: until && startOfDay(until, 1),
      severity: severities.length > 0 ? severities : undefined,
      ...(status === 'parked'
        ? { parked: 'true' as const }
        : { status: status === 'open' ? (['active', 'acknowledged'] as const) : status }),
    };
    const list = siteId
      ? guard.alerts.listOfSite(siteId, filters, { signal })
      : guard.alerts.list({ ...filters, tenant_id: tenantId }, { signal });
    for await (const { data } of list.pages()) {
      // Only the list of open alerts is searched.
      yield status === 'resolved' ? data : matchingAlerts(data, screen);
    }
  }
  return <ExportButton name="alerts" columns={COLUMNS} pages={pages} />;
}
