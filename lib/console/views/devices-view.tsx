import { useCallback, useMemo } from 'preact/hooks';
import { usePolled } from '../hooks/use-polled.ts';
import { useWatch } from '../hooks/use-watch.ts';
import { problemText } from '../services/problem.ts';
import { groupBySite } from '../state/premises.ts';
import type { SharedProps } from './shared-props.ts';
import { SiteDevices } from './site-devices.tsx';

const SITES_EVERY_MS = 60_000;

/** The sites, and which of their devices are silent, as that changes. */
export function DevicesView({ guard, now, tenantId }: SharedProps) {
  const watch = useCallback(
    (signal: AbortSignal) => guard.devices.watch({ status: 'offline', tenant_id: tenantId }, { signal }),
    [guard, tenantId],
  );
  const { snapshot } = useWatch(watch);
  const readSites = useCallback(
    (signal: AbortSignal) => guard.sites.list({ limit: 100, tenant_id: tenantId }, { signal }).all(),
    [guard, tenantId],
  );
  const { value: sites, error } = usePolled(readSites, SITES_EVERY_MS);
  const silent = snapshot?.devices;
  const grouped = useMemo(() => sites && silent && groupBySite(sites, silent), [sites, silent]);
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
      {snapshot?.capped && <p class="notice">More devices are silent than this screen holds.</p>}
      {grouped && (
        <p>
          {silent?.length === 0
            ? 'Every device is online.'
            : `${silent?.length} silent, at ${silentSites.length} of ${grouped.length} sites.`}
        </p>
      )}
      {grouped?.map((site) => (
        <SiteDevices key={site.id} guard={guard} site={site} now={now} />
      ))}
    </main>
  );
}
