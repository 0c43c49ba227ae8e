import { useCallback } from 'preact/hooks';
import { isPermitted } from '../../../../shared/base/access.ts';
import { useWatch } from '../../hooks/use-watch.ts';
import { ScreenLink } from '../../parts/link.tsx';
import { NoSites } from '../../parts/no-sites.tsx';
import { PageLayout, Panel, Reading } from '../../parts/page-layout.tsx';
import { AllDevices } from './all-devices.tsx';
import type { DeviceChoice, DevicesProps } from './devices-props.ts';
import { texts } from './devices-texts.ts';
import { OfflineNow } from './offline-now.tsx';

interface DevicesOverviewProps extends DevicesProps {
  readonly choice: DeviceChoice;
  readonly onChoose: (choice: DeviceChoice) => void;
}

/** The devices that are offline now, which are watched, above the list of all devices. */
export function DevicesOverview(props: DevicesOverviewProps) {
  const { guard, tenantId, user, sites, screen, change, title } = props;
  const watch = useCallback(
    (signal: AbortSignal) => guard.devices.watch({ status: 'offline', tenant_id: tenantId }, { signal }),
    [guard, tenantId],
  );
  const { snapshot } = useWatch(watch);
  const isReady = sites.value !== undefined && snapshot !== undefined;
  const mayCreate = isPermitted(user.role, 'devices:create');
  return (
    <PageLayout
      title={title}
      actions={
        mayCreate && (
          <>
            <ScreenLink screen={screen} change={change} to={{ itemId: 'import' }} class="button">
              {texts.importing}
            </ScreenLink>
            <ScreenLink screen={screen} change={change} to={{ itemId: 'new' }} class="button primary">
              {texts.add}
            </ScreenLink>
          </>
        )
      }
    >
      {sites.value?.length === 0 ? (
        <NoSites role={user.role} />
      ) : (
        <>
          <Panel title={texts.offlineNow}>
            {isReady ? (
              <OfflineNow {...props} snapshot={snapshot} />
            ) : (
              <Reading error={sites.error} again={sites.again} />
            )}
          </Panel>
          <Panel title={texts.all}>
            <AllDevices {...props} snapshot={snapshot} />
          </Panel>
        </>
      )}
    </PageLayout>
  );
}
