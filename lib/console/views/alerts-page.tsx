import { useRef } from 'preact/hooks';
import { TestNotice } from '../parts/test-notice.tsx';
import type { Screen } from '../state/screen.ts';
import { desk } from '../texts/desk.ts';
import { AlertDetail } from './alert-detail.tsx';
import { AlertFilters } from './alert-filters.tsx';
import type { DeskProps } from './desk-props.ts';
import { HiddenCritical } from './hidden-critical.tsx';
import { OpenAlertList } from './open-alert-list.tsx';
import { ResolvedAlertList } from './resolved-alert-list.tsx';

/** Alerts to watch, acknowledge and resolve. */
export function AlertsPage(props: DeskProps) {
  const { screen, change, alerts, tests, sites, now } = props;
  const heading = useRef<HTMLHeadingElement>(null);

  function close() {
    change({ alertId: undefined });
    // A list with rows takes the focus itself.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) heading.current?.focus();
    });
  }

  return (
    <main class={screen.alertId ? 'alerts-view with-detail' : 'alerts-view'}>
      <h1 id="alerts-heading" ref={heading} tabIndex={-1} class="unseen">
        {desk.list.alerts}
      </h1>
      <section class="listed" aria-labelledby="alerts-heading">
        <TestNotice
          tests={tests.running.filter(({ site_id }) => !screen.siteId || site_id === screen.siteId)}
          now={now}
          siteOf={(id) => sites.value?.find((site) => site.id === id)}
          isNamed
        />
        <AlertFilters {...props} />
        <HiddenCritical {...props} />
        {screen.status === 'resolved' ? (
          <ResolvedAlertList key={filtersOf(screen)} {...props} />
        ) : (
          <OpenAlertList {...props} />
        )}
      </section>
      {screen.alertId && (
        <AlertDetail
          key={screen.alertId}
          {...props}
          alertId={screen.alertId}
          watched={alerts.find(({ id }) => id === screen.alertId)}
          onClose={close}
        />
      )}
    </main>
  );
}

/** The key of a list: other filters are a new component, which a late page of the former one cannot reach. */
function filtersOf({ severities, siteId, type }: Screen): string {
  return JSON.stringify([severities, siteId, type]);
}
