import { useCallback, useState } from 'preact/hooks';
import { useItem } from '../../hooks/use-item.ts';
import { useSites } from '../../hooks/use-sites.ts';
import type { PageProps } from '../../parts/page-props.ts';
import { typesOf } from '../../state/alerts.ts';
import { DeviceItem } from './device-item.tsx';
import { DevicesOverview } from './devices-overview.tsx';
import type { DeviceChoice } from './devices-props.ts';
import { ImportPage } from './import-page.tsx';
import { NewDevice } from './new-device.tsx';

/** What is offline; all devices; CSV import and export. */
export function DevicesPage(props: PageProps) {
  const { guard, tenantId, screen } = props;
  const sites = useSites(guard, tenantId, true);
  const readTypes = useCallback(
    async (signal: AbortSignal) => {
      const { data } = await guard.devices.list({ limit: 100, tenant_id: tenantId }, { signal }).page();
      return typesOf(data, undefined);
    },
    [guard, tenantId],
  );
  const types = useItem(readTypes).value ?? [];
  // The choice is kept while a device is shown, but not in the URL: the alert desk has filters of the same names.
  const [choice, choose] = useState<DeviceChoice>({});
  const shared = { ...props, sites, types };
  if (screen.itemId === 'new') return <NewDevice {...shared} />;
  if (screen.itemId === 'import') return <ImportPage {...props} />;
  if (screen.itemId) return <DeviceItem key={screen.itemId} {...shared} deviceId={screen.itemId} />;
  return <DevicesOverview {...shared} choice={choice} onChoose={choose} />;
}
