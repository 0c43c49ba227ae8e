import { useCallback, useMemo } from 'preact/hooks';
import { isPermitted } from '../../../../shared/base/access.ts';
import type { Device, Site, Versioned, Zone } from '../../../client/index.ts';
import { useItem } from '../../hooks/use-item.ts';
import { type List, useList } from '../../hooks/use-list.ts';
import { AuditLink } from '../../parts/audit-link.tsx';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { EditForm } from '../../parts/edit-form.tsx';
import { escalationSentences } from '../../parts/escalation.ts';
import { ScreenLink } from '../../parts/link.tsx';
import { ListView } from '../../parts/list-view.tsx';
import { PageLayout, Panel, Reading } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import type { Column } from '../../parts/table.tsx';
import { TestNotice } from '../../parts/test-notice.tsx';
import { typeLabel } from '../../state/words.ts';
import { common } from '../../texts/common.ts';
import { DeviceStatus } from '../devices/device-status.tsx';
import { SiteContacts } from './site-contacts.tsx';
import { changesOf, formOf } from './site-escalation.ts';
import { SiteFacts } from './site-facts.tsx';
import { escalationFields, SITE_FIELDS } from './site-fields.ts';
import { SiteTests } from './site-tests.tsx';
import { SiteZones } from './site-zones.tsx';
import { texts } from './sites-texts.ts';

const NOTHING: readonly never[] = [];

/** One site: its details, zones and devices. */
export function SiteDetails(props: PageProps & { readonly id: string }) {
  const { guard, user, screen, change, id, title } = props;
  const read = useCallback((signal?: AbortSignal) => guard.sites.get(id, { signal }), [guard, id]);
  const { value: site, error, show, again } = useItem(read);
  const readZones = useCallback(
    (signal: AbortSignal) => guard.zones.listOfSite(id, { limit: 100 }, { signal }),
    [guard, id],
  );
  const readDevices = useCallback(
    (signal: AbortSignal) => guard.devices.listOfSite(id, { limit: 20 }, { signal }),
    [guard, id],
  );
  const zones = useList(readZones);
  const devices = useList(readDevices);
  return (
    <PageLayout
      title={site?.name ?? title}
      back={
        <ScreenLink screen={screen} change={change} to={{ itemId: undefined }}>
          {title}
        </ScreenLink>
      }
      actions={
        site && (
          <>
            <AuditLink {...props} entityId={id} />
            {isPermitted(user.role, 'sites:delete') && (
              <DeleteSite {...props} site={site} zones={zones} devices={devices} />
            )}
          </>
        )
      }
    >
      {site ? (
        <>
          <TestNotice
            tests={props.tests.running.filter((it) => it.site_id === id)}
            now={props.now}
            siteOf={() => site}
          />
          <SiteFacts {...props} site={site} />
          <SiteTests {...props} zone={site.timezone} zones={zones.items ?? NOTHING} />
          {isPermitted(user.role, 'sites:update') && (
            <SiteForm {...props} site={site} read={read} onSaved={show} />
          )}
          {isPermitted(user.role, 'contacts:read') && <SiteContacts {...props} />}
          <SiteZones {...props} zones={zones} />
          <SiteDevices {...props} devices={devices} zones={zones.items ?? []} />
        </>
      ) : (
        <Reading error={error} again={again} />
      )}
    </PageLayout>
  );
}

interface DeleteSiteProps extends PageProps {
  readonly site: Site;
  readonly zones: List<Zone>;
  readonly devices: List<Device>;
}

/** Deletes a site, or says what must be deleted before. */
function DeleteSite({ guard, change, site, zones, devices }: DeleteSiteProps) {
  if ([zones, devices].some(({ items = [] }) => items.length > 0)) {
    return (
      <ConfirmButton
        label={common.delete}
        title={texts.notEmpty(site.name)}
        text={texts.notEmptyText}
        action={common.delete}
      />
    );
  }
  return (
    <ConfirmButton
      label={common.delete}
      title={texts.deleteTitle(site.name)}
      text={texts.deleteText}
      action={common.delete}
      onConfirm={async () => {
        await guard.sites.delete(site.id);
        change({ itemId: undefined }, 'after saving');
      }}
    />
  );
}

interface SiteFormProps extends PageProps {
  readonly site: Versioned<Site>;
  readonly read: () => Promise<Versioned<Site>>;
  readonly onSaved: (site: Versioned<Site>) => void;
}

/** Changes a site. Only those who may set the tenant's escalation set the site's. */
function SiteForm({ guard, user, site, read, onSaved }: SiteFormProps) {
  const maySet = isPermitted(user.role, 'escalation:update');
  const { tenant_id: tenantId } = site;
  const readInherited = useCallback(
    async (signal: AbortSignal) => (maySet ? guard.escalation.get({ tenantId, signal }) : undefined),
    [guard, maySet, tenantId],
  );
  const { value: inherited } = useItem(readInherited);
  const fields = useMemo(() => {
    const hint = inherited && texts.ofTenant(escalationSentences(inherited).join(' '));
    return maySet ? [...SITE_FIELDS, ...escalationFields(hint)] : SITE_FIELDS;
  }, [maySet, inherited]);
  return (
    <Panel title={texts.details}>
      <EditForm
        fields={fields}
        item={formOf(site)}
        read={async () => formOf(await read())}
        save={async (changes, ifMatch) =>
          formOf(await guard.sites.update(site.id, changesOf(changes, ifMatch), { ifMatch }))
        }
        onSaved={(form) => onSaved(form.site)}
      />
    </Panel>
  );
}

interface SiteDevicesProps extends PageProps {
  readonly id: string;
  readonly devices: List<Device>;
  readonly zones: readonly Zone[];
}

/** The devices of a site. Their own page changes them. */
function SiteDevices({ user, screen, change, id, devices, zones }: SiteDevicesProps) {
  const columns = useMemo<readonly Column<Device>[]>(() => {
    const zoneNames = new Map(zones.map((zone) => [zone.id, zone.name]));
    return [
      {
        title: common.name,
        cell: (device) => (
          <ScreenLink screen={screen} change={change} to={{ view: 'devices', itemId: device.id }}>
            {device.name}
          </ScreenLink>
        ),
      },
      { title: common.type, cell: ({ type }) => typeLabel(type) },
      { title: common.zone, cell: ({ zone_id }) => zoneNames.get(zone_id ?? '') },
      {
        title: common.status,
        cell: (device) => <DeviceStatus device={device} />,
      },
    ];
  }, [screen, change, zones]);
  return (
    <Panel
      title={texts.devices}
      actions={
        isPermitted(user.role, 'devices:create') && (
          <ScreenLink
            class="button"
            screen={screen}
            change={change}
            to={{ view: 'devices', itemId: 'new', siteId: id }}
          >
            {texts.addDevice}
          </ScreenLink>
        )
      }
    >
      <ListView caption={texts.devices} list={devices} columns={columns} empty={texts.noDevices} />
    </Panel>
  );
}
