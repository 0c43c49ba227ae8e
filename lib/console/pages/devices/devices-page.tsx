import { useCallback, useMemo } from 'preact/hooks';
import { useSites } from '../../hooks/use-sites.ts';
import { useWatch } from '../../hooks/use-watch.ts';
import { NoSites } from '../../parts/no-sites.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { problemText } from '../../services/problem.ts';
import { offlineText } from '../../state/devices.ts';
import { groupBySite } from '../../state/premises.ts';
import { SiteDevices } from './site-devices.tsx';

/** The sites with their offline devices. */
export function DevicesPage({ guard, now, tenantId, user }: PageProps) {
  const read = useSites(guard, tenantId, true);
  const watch = useCallback(
    (signal: AbortSignal) => guard.devices.watch({ status: 'offline', tenant_id: tenantId }, { signal }),
    [guard, tenantId],
  );
  const { snapshot } = useWatch(watch);
  const { value: sites, error } = read;
  const offline = snapshot?.devices;
  const grouped = useMemo(() => sites && offline && groupBySite(sites, offline), [sites, offline]);
  return (
    <main class="devices-view">
      <h1>Devices</h1>
      {error !== undefined && (
        <p class="problem" role="alert">
          {problemText(error)}
        </p>
      )}
      {!grouped && error === undefined && <p class="empty">Reading the devices …</p>}
      {snapshot?.capped && <p class="notice">More devices are offline than this screen holds.</p>}
      {grouped && offline && grouped.length > 0 && <p>{offlineText(offline, grouped.length)}</p>}
      {grouped?.length === 0 && <NoSites role={user.role} />}
      {grouped?.map((site) => (
        <SiteDevices key={site.id} guard={guard} site={site} now={now} />
      ))}
    </main>
  );
}
