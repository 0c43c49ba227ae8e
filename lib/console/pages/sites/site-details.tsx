import { useCallback } from 'preact/hooks';
import { isPermitted } from '../../../../shared/base/access.ts';
import { useItem } from '../../hooks/use-item.ts';
import { useList } from '../../hooks/use-list.ts';
import { AuditLink } from '../../parts/audit-link.tsx';
import { ScreenLink } from '../../parts/link.tsx';
import { PageLayout, Reading } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { TestNotice } from '../../parts/test-notice.tsx';
import { DeleteSite } from './delete-site.tsx';
import { SiteContacts } from './site-contacts.tsx';
import { SiteDevices } from './site-devices.tsx';
import { SiteFacts } from './site-facts.tsx';
import { SiteForm } from './site-form.tsx';
import { SiteTests } from './site-tests.tsx';
import { SiteZones } from './site-zones.tsx';

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
