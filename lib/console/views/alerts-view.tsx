import { useRef } from 'preact/hooks';
import type { Screen } from '../state/screen.ts';
import { AlertDetail } from './alert-detail.tsx';
import { AlertFilters } from './alert-filters.tsx';
import { HiddenCritical } from './hidden-critical.tsx';
import { OpenAlertList } from './open-alert-list.tsx';
import { ResolvedAlertList } from './resolved-alert-list.tsx';
import type { AlertsViewProps } from './shared-props.ts';

export function AlertsView(props: AlertsViewProps) {
  const { screen, change, alerts } = props;
  const heading = useRef<HTMLHeadingElement>(null);

  function close() {
    change({ alertId: undefined });
    // The list takes the focus, where it has rows.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) heading.current?.focus();
    });
  }

  return (
    <main class={screen.alertId ? 'alerts-view with-detail' : 'alerts-view'}>
      <h1 id="alerts-heading" ref={heading} tabIndex={-1} class="unseen">
        Alerts
      </h1>
      <section class="listed" aria-labelledby="alerts-heading">
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
          told={alerts.find(({ id }) => id === screen.alertId)}
          onClose={close}
        />
      )}
    </main>
  );
}

/** Other filters are another list: nothing of the one before stays, and no page of it arrives late. */
function filtersOf({ severities, siteId, type }: Screen): string {
  return JSON.stringify([severities, siteId, type]);
}
