import { useCallback, useMemo } from 'preact/hooks';
import { useWatch } from '../hooks/use-watch.ts';
import { problemText } from '../services/problem.ts';
import { groupBySite } from '../state/premises.ts';
import { NO_SITE } from '../state/words.ts';
import type { SharedProps } from './shared-props.ts';
import { SiteDevices } from './site-devices.tsx';

/** The sites, and which of their devices are silent, as that changes. */
export function DevicesView({ guard, sites: read, now, tenantId }: SharedProps) {
  const watch = useCallback(
    (signal: AbortSignal) => guard.devices.watch({ status: 'offline', tenant_id: tenantId }, { signal }),
    [guard, tenantId],
  );
  const { snapshot } = useWatch(watch);
  const { value: sites, error } = read;
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
          {grouped.length === 0
            ? NO_SITE
            : silent?.length === 0
              ? 'No device is silent.'
              : `${silent?.length} silent, at ${silentSites.length} of ${grouped.length} sites.`}
        </p>
      )}
      {grouped?.map((site) => (
        <SiteDevices key={site.id} guard={guard} site={site} now={now} />
      ))}
    </main>
  );
}
