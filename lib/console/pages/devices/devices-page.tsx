import { useCallback, useState } from 'preact/hooks';
import { isPermitted } from '../../../../shared/base/access.ts';
import type { DeviceInput, DevicesSnapshot } from '../../../client/index.ts';
import { Form } from '../../components/form.tsx';
import { ScreenLink } from '../../components/link.tsx';
import { NoSites } from '../../components/no-sites.tsx';
import { PageLayout, Panel, Reading } from '../../components/page-layout.tsx';
import type { PageProps } from '../../components/page-props.ts';
import { useConsole } from '../../hooks/use-console.ts';
import { useRead } from '../../hooks/use-read.ts';
import { useSites } from '../../hooks/use-sites.ts';
import { useWatch } from '../../hooks/use-watch.ts';
import { typesOf } from '../../state/alerts.ts';
import { bodyOf, type Values, valuesOf } from '../../state/fields.ts';
import { common } from '../../texts/common.ts';
import { DEVICE_IMPORT } from '../import/import-kinds.ts';
import { ImportPage } from '../import/import-page.tsx';
import { detailFields, placeFields } from './device-fields.ts';
import { DeviceItem } from './device-item.tsx';
import { DeviceList } from './device-list.tsx';
import type { DeviceChoice, DevicesProps } from './devices-props.ts';
import { texts } from './devices-texts.ts';
import { InboundPage } from './inbound-page.tsx';
import { MailPage } from './mail-page.tsx';
import { UnknownPanels } from './panel-frames.tsx';
import { texts as panelTexts } from './panel-texts.ts';
import { PanelWizard } from './panel-wizard.tsx';
import { useSiteChoice } from './use-site-choice.ts';

/** The state of each device, silent ones first; its silence, alerts and keys; CSV import and export. */
export function DevicesPage(props: PageProps) {
  const { guard, tenantId, screen } = useConsole();
  const sites = useSites(guard, tenantId, true);
  const types =
    useRead(
      async (signal) => {
        const { data } = await guard.devices.list({ limit: 100, tenant_id: tenantId }, { signal }).page();
        return typesOf(data, undefined);
      },
      [guard, tenantId],
    ).value ?? [];
  // The choice is kept while a device is shown, but not in the URL: the alert desk has filters of the same names.
  const [choice, choose] = useState<DeviceChoice>({});
  const shared = { ...props, sites, types };
  if (screen.itemId === 'new') return <NewDevice {...shared} />;
  if (screen.itemId === 'import') return <ImportPage {...props} kinds={DEVICE_IMPORT} />;
  if (screen.itemId === 'panels') return <UnknownPanels {...props} />;
  if (screen.itemId && screen.tab === 'panel') {
    return <PanelWizard key={screen.itemId} {...shared} deviceId={screen.itemId} />;
  }
  if (screen.itemId && screen.tab === 'inbound') {
    return <InboundPage key={screen.itemId} {...shared} deviceId={screen.itemId} />;
  }
  if (screen.itemId && screen.tab === 'mail') {
    return <MailPage key={screen.itemId} {...shared} deviceId={screen.itemId} />;
  }
  if (screen.itemId) return <DeviceItem key={screen.itemId} {...shared} deviceId={screen.itemId} />;
  return <AllDevices {...shared} choice={choice} onChoose={choose} />;
}

/** Creates a device. */
function NewDevice({ sites, types, title }: DevicesProps) {
  const { guard, user, screen, change } = useConsole();
  const [initial] = useState<Values>(() => ({
    ...valuesOf(detailFields([]), { offline_severity: 'high' }),
    site_id: screen.siteId ?? '',
    zone_id: '',
  }));
  const { siteId, zones, onChange } = useSiteChoice(screen.siteId);
  const fields = [...placeFields(sites.value, siteId, zones), ...detailFields(types)];

  async function create(values: Values, repeatKey: string) {
    const { site_id, ...device } = bodyOf(fields, values) as unknown as DeviceInput & { site_id: string };
    const { id } = await guard.devices.create(site_id, device, { idempotencyKey: repeatKey });
    change({ itemId: id }, 'after saving');
  }

  return (
    <PageLayout title={texts.add} back={<ScreenLink to={{ itemId: undefined }}>← {title}</ScreenLink>}>
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

interface AllDevicesProps extends DevicesProps {
  readonly choice: DeviceChoice;
  readonly onChoose: (choice: DeviceChoice) => void;
}

/** The list of all devices, above which a line says how many are silent. What is offline is watched. */
function AllDevices(props: AllDevicesProps) {
  const { guard, tenantId, user } = useConsole();
  const { sites, title } = props;
  const watch = useCallback(
    (signal: AbortSignal) => guard.devices.watch({ status: 'offline', tenant_id: tenantId }, { signal }),
    [guard, tenantId],
  );
  const { snapshot } = useWatch(watch);
  return (
    <PageLayout
      title={title}
      actions={
        isPermitted(user.role, 'devices:create') && (
          <>
            <ScreenLink to={{ itemId: 'panels' }}>{panelTexts.unknown}</ScreenLink>
            <ScreenLink to={{ itemId: 'import' }} class="button">
              {common.import}
            </ScreenLink>
            <ScreenLink to={{ itemId: 'new' }} class="button primary">
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
          <p role="status">{snapshot && silenceText(snapshot)}</p>
          <DeviceList {...props} snapshot={snapshot} />
        </>
      )}
    </PageLayout>
  );
}

function silenceText({ devices, capped }: DevicesSnapshot): string {
  if (devices.length === 0) return texts.noneOffline;
  const places = new Set(devices.map(({ site_id }) => site_id)).size;
  return [texts.silentAt(devices.length, places), capped && texts.capped].filter(Boolean).join(' ');
}
