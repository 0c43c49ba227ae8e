import { useCallback, useMemo, useState } from 'preact/hooks';
import { isPermitted } from '../../../../shared/base/access.ts';
import type { Contact, DevicesSnapshot } from '../../../client/index.ts';
import { clockWithZone } from '../../components/instant.tsx';
import { ScreenLink } from '../../components/link.tsx';
import { PageLayout, Reading } from '../../components/page-layout.tsx';
import type { PageProps } from '../../components/page-props.ts';
import { PlaceLine, PlaceMark } from '../../components/place-mark.tsx';
import { TestNotice } from '../../components/test-notice.tsx';
import { useConsole } from '../../hooks/use-console.ts';
import { useList } from '../../hooks/use-list.ts';
import { useRead } from '../../hooks/use-read.ts';
import { useWatch } from '../../hooks/use-watch.ts';
import { listedAlerts } from '../../state/alerts.ts';
import { mapUrl } from '../../state/links.ts';
import { siteStates } from '../../state/place-state.ts';
import { NO_FILTER } from '../../state/screen.ts';
import { desk } from '../../texts/desk.ts';
import { formatNumber } from '../../texts/language.ts';
import { SiteContacts } from './site-contacts.tsx';
import { SiteNow } from './site-now.tsx';
import { SiteOpeningsTab } from './site-openings.tsx';
import type { SiteProps } from './site-props.ts';
import { SiteSettings } from './site-settings.tsx';
import { StartTest } from './site-tests.tsx';
import { SiteTimeline } from './site-timeline.tsx';
import { texts } from './sites-texts.ts';
import { texts as openings } from './supervision-texts.ts';

/** One site: its state first, then what is there now, its time line, its contacts and its settings. */
export function SitePage(props: PageProps & { readonly id: string }) {
  const { guard, user, screen, tenantId } = useConsole();
  const { now, id, title } = props;
  const read = (signal?: AbortSignal) => guard.sites.get(id, { signal });
  const { value: site, error, show, again } = useRead(read, [guard, id]);
  const zones = useList((signal) => guard.zones.listOfSite(id, { limit: 100 }, { signal }), [guard, id]);
  const [openingsHeard, setOpeningsHeard] = useState(0);
  const watch = useCallback(
    (signal: AbortSignal) => {
      const onOpenings = () => setOpeningsHeard((it) => it + 1);
      return guard.devices.watch({ site_id: id, tenant_id: tenantId }, { signal, onOpenings });
    },
    [guard, id, tenantId],
  );
  const { snapshot } = useWatch(watch);
  const mayReadContacts = isPermitted(user.role, 'contacts:read');
  const contacts = useRead(
    async (signal): Promise<readonly Contact[]> =>
      mayReadContacts ? guard.contacts.listOfSite(id, { signal }) : [],
    [guard, id, mayReadContacts],
  );
  const alerts = useMemo(
    () => listedAlerts(props.alerts, { ...screen, ...NO_FILTER, siteId: id }),
    [props.alerts, screen, id],
  );
  const tests = props.tests.running.filter(({ site_id }) => site_id === id);
  const offline = snapshot?.devices.filter(({ status }) => status === 'offline') ?? [];
  const state = siteStates({ alerts, offline, tests })(id);
  const { connection, isCapped } = props;
  const isKnown = connection !== undefined && snapshot !== undefined && !isCapped && !snapshot.capped;
  const isStarting = screen.tab === 'test' && isPermitted(user.role, 'tests:create');
  return (
    <PageLayout
      title={site?.name ?? title}
      back={<ScreenLink to={{ itemId: undefined }}>{title}</ScreenLink>}
      actions={
        isPermitted(user.role, 'tests:create') &&
        !isStarting && (
          <ScreenLink class="button" to={{ tab: 'test' }}>
            {desk.onTest.put}
          </ScreenLink>
        )
      }
    >
      {site && (
        <div class="place-head">
          <PlaceMark state={state} isKnown={isKnown} isSite />
          <PlaceLine state={state} zone={site.timezone} />
          {site.address && (
            <a
              class="found-link"
              href={mapUrl(site.address, navigator.userAgent)}
              target="_blank"
              rel="noopener noreferrer"
              title={texts.map}
            >
              {site.address}
            </a>
          )}
          <span>{clockWithZone(now, site.timezone) ?? site.timezone}</span>
        </div>
      )}
      {!site && <Reading error={error} again={again} />}
      {site && (
        <SiteTabs
          {...props}
          site={site}
          read={read}
          show={show}
          zones={zones}
          devices={snapshot?.devices}
          openingsRound={`${openingsHeard} ${roundOf(snapshot)}`}
          hasMoreDevices={snapshot?.capped ?? false}
          alerts={alerts}
          contacts={contacts}
        />
      )}
    </PageLayout>
  );
}

/** Without a live connection, each list may be the first after an opening. */
const roundOf = (snapshot: Pick<DevicesSnapshot, 'connection' | 'at'> | undefined) =>
  snapshot?.connection === 'live' ? 'live' : snapshot?.at.getTime();

/** The tabs as links, so that each has an address of its own, and Back returns to the one before. */
function SiteTabs(props: SiteProps) {
  const { user, screen } = useConsole();
  const { now, id, site, alerts, isCapped, contacts } = props;
  const { running } = props.tests;
  const counted = (count: number, hasMore = false) =>
    count === 0 ? '' : ` ${formatNumber(count)}${hasMore ? '+' : ''}`;
  const tabs = [
    { tab: undefined, label: `${texts.tabs.now}${counted(alerts.length, isCapped)}`, View: SiteNow },
    { tab: 'timeline', label: texts.tabs.timeline, View: SiteTimeline },
    { tab: 'openings', label: openings.tab, View: SiteOpeningsTab },
    {
      tab: 'contacts',
      label: `${texts.tabs.contacts}${counted(contacts.value?.length ?? 0)}`,
      View: SiteContacts,
    },
    { tab: 'settings', label: texts.tabs.settings, View: SiteSettings },
  ];
  if (screen.tab === 'test' && isPermitted(user.role, 'tests:create')) return <StartTest {...props} />;
  const shown = tabs.find(({ tab }) => tab === screen.tab) ?? tabs[0];
  const tests = running.filter(({ site_id }) => site_id === id);
  return (
    <>
      <nav class="tabs" aria-label={site.name}>
        {tabs.map(({ tab, label }) => (
          <ScreenLink key={label} to={{ tab }} isCurrent={tab === shown?.tab}>
            {label}
          </ScreenLink>
        ))}
      </nav>
      {shown?.tab !== undefined && <TestNotice tests={tests} now={now} siteOf={() => site} />}
      {shown && <shown.View {...props} />}
    </>
  );
}
