import { useCallback } from 'preact/hooks';
import { useWatch } from '../../hooks/use-watch.ts';
import { ScreenLink } from '../../parts/link.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { TEST_DEDUP_KEY } from '../../state/report-command.ts';
import { texts } from './start-texts.ts';

/** Waits for the test alert of a site. */
export function FirstAlert({
  guard,
  screen,
  change,
  tenantId,
  siteId,
}: PageProps & { readonly siteId: string }) {
  const watch = useCallback(
    (signal: AbortSignal) => guard.alerts.watch({ tenant_id: tenantId }, { signal }),
    [guard, tenantId],
  );
  const { snapshot } = useWatch(watch);
  const alert = snapshot?.alerts.find(
    ({ site_id, dedup_key }) => site_id === siteId && dedup_key === TEST_DEDUP_KEY,
  );
  return (
    <>
      <p role="status">{alert ? texts.done : texts.waiting}</p>
      {alert && (
        <p>
          <ScreenLink
            class="button primary"
            screen={screen}
            change={change}
            to={{ view: 'alerts', itemId: undefined, alertId: alert.id }}
          >
            {texts.toAlerts}
          </ScreenLink>
        </p>
      )}
    </>
  );
}
