import { useCallback, useEffect, useMemo } from 'preact/hooks';
import { usePolled } from '../hooks/use-polled.ts';
import { problemText } from '../services/problem.ts';
import { groupBySite } from '../state/premises.ts';
import type { SharedProps } from './shared-props.ts';
import { SiteDevices } from './site-devices.tsx';

const EVERY_MS = 10_000;
const SITES_EVERY_MS = 60_000;
/** The alert that comes and goes with the silence of a device. */
const OFFLINE = 'device-offline';

/** The sites, and which of their devices are silent. Read again when an alert says that one fell silent or is back. */
export function DevicesView({ guard, alerts, now, tenantId }: SharedProps) {
  const filters = useMemo(() => ({ limit: 100, tenant_id: tenantId }), [tenantId]);
  const readSites = useCallback(
    (signal: AbortSignal) => guard.sites.list(filters, { signal }).all(),
    [guard, filters],
  );
  const readSilent = useCallback(
    (signal: AbortSignal) => guard.devices.list({ ...filters, status: 'offline' }, { signal }).all(),
    [guard, filters],
  );
  const sites = usePolled(readSites, SITES_EVERY_MS);
  const silent = usePolled(readSilent, EVERY_MS);

  const told = alerts
    .filter(({ type }) => type === OFFLINE)
    .map(({ id }) => id)
    .sort()
    .join();
  const { again } = silent;
  // Other alerts, other silent devices
  useEffect(() => again(), [told, again]);

  const error = silent.error ?? sites.error;
  const grouped = sites.value && silent.value && groupBySite(sites.value, silent.value);
  const silentSites = grouped?.filter((site) => site.silent.length > 0) ?? [];
  return (
    <main class="devices-view">
      <h1>Devices</h1>
      {error !== undefined && (
        <p class="problem" role="alert">
          {problemText(error)}
        </p>
      )}
      {!grouped && error === undefined && <p class="empty">Reading the devices …</p>}
      {grouped && (
        <p>
          {silent.value?.length === 0
            ? 'Every device is online.'
            : `${silent.value?.length} silent, at ${silentSites.length} of ${grouped.length} sites.`}
        </p>
      )}
      {grouped?.map((site) => (
        <SiteDevices key={site.id} guard={guard} site={site} now={now} />
      ))}
    </main>
  );
}
