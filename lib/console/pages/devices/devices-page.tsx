import { useCallback, useMemo, useState } from 'preact/hooks';
import { isPermitted } from '../../../../shared/base/access.ts';
import type { DeviceInput, DevicesSnapshot } from '../../../client/index.ts';
import { useItem } from '../../hooks/use-item.ts';
import { useSites } from '../../hooks/use-sites.ts';
import { useWatch } from '../../hooks/use-watch.ts';
import { Form } from '../../parts/form.tsx';
import { ScreenLink } from '../../parts/link.tsx';
import { NoSites } from '../../parts/no-sites.tsx';
import { PageLayout, Panel, Reading } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { Table } from '../../parts/table.tsx';
import { typesOf } from '../../state/alerts.ts';
import { offlineInOrder } from '../../state/devices.ts';
import { bodyOf, type Values, valuesOf } from '../../state/fields.ts';
import { common } from '../../texts/common.ts';
import { AllDevices } from './all-devices.tsx';
import { deviceColumns } from './device-columns.tsx';
import { detailFields, placeFields } from './device-fields.ts';
import { DeviceItem } from './device-item.tsx';
import type { DeviceChoice, DevicesProps } from './devices-props.ts';
import { texts } from './devices-texts.ts';
import { ImportPage } from './import-page.tsx';
import { useSiteChoice } from './use-site-choice.ts';

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

/** The number of devices that are shown at first, and with each further step: the list of all devices is below. */
const STEP = 10;

interface OfflineNowProps extends DevicesProps {
  readonly snapshot: DevicesSnapshot;
}

/** The devices that are offline: the most recently heard first. */
function OfflineNow({ snapshot, ...props }: OfflineNowProps) {
  const { screen, change, now, sites } = props;
  const [most, setMost] = useState(STEP);
  const devices = useMemo(() => offlineInOrder(snapshot.devices), [snapshot]);
  const places = new Set(devices.map(({ site_id }) => site_id)).size;
  if (devices.length === 0) return <p>{texts.noneOffline}</p>;
  return (
    <>
      {snapshot.capped && <p class="notice">{texts.capped}</p>}
      <p>{texts.silentAt(devices.length, places)}</p>
      <Table
        caption={texts.offlineNow}
        columns={deviceColumns({ screen, change, now, sites: sites.value })}
        rows={devices.slice(0, most)}
      />
      {devices.length > most && (
        <div class="buttons">
          <button type="button" onClick={() => setMost(most + STEP)}>
            {common.showMore}
          </button>
        </div>
      )}
    </>
  );
}

/** Creates a device. */
function NewDevice({ guard, user, screen, change, sites, types, title }: DevicesProps) {
  const [initial] = useState<Values>(() => ({
    ...valuesOf(detailFields([]), { offline_severity: 'high' }),
    site_id: screen.siteId ?? '',
    zone_id: '',
  }));
  const { siteId, zones, onChange } = useSiteChoice(guard, screen.siteId);
  const fields = [...placeFields(sites.value, siteId, zones), ...detailFields(types)];

  async function create(values: Values, repeatKey: string) {
    const { site_id, ...device } = bodyOf(fields, values) as unknown as DeviceInput & { site_id: string };
    const { id } = await guard.devices.create(site_id, device, { idempotencyKey: repeatKey });
    change({ itemId: id }, 'after saving');
  }

  return (
    <PageLayout
      title={texts.add}
      back={
        <ScreenLink screen={screen} change={change} to={{ itemId: undefined }}>
          ← {title}
        </ScreenLink>
      }
    >
      {!sites.value && <Reading error={sites.error} again={sites.again} />}
      {sites.value?.length === 0 && <NoSites role={user.role} />}
      {sites.value && sites.value.length > 0 && (
        <Panel title={texts.details}>
          <Form
            fields={fields}
            initial={initial}
            action={common.create}
            onSubmit={create}
            onCancel={() => change({ itemId: undefined })}
            hasFocus
            onChange={onChange}
          />
        </Panel>
      )}
    </PageLayout>
  );
}

interface DevicesOverviewProps extends DevicesProps {
  readonly choice: DeviceChoice;
  readonly onChoose: (choice: DeviceChoice) => void;
}

/** The devices that are offline now, which are watched, above the list of all devices. */
function DevicesOverview(props: DevicesOverviewProps) {
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
