import { useCallback } from 'preact/hooks';
import { isPermitted } from '../../../../shared/base/access.ts';
import type { Site } from '../../../client/index.ts';
import { usePolled } from '../../hooks/use-polled.ts';
import { EscalationText } from '../../parts/escalation-text.tsx';
import { clockIn } from '../../parts/instant.tsx';
import { ScreenLink } from '../../parts/link.tsx';
import { Panel } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { NO_FILTER } from '../../state/screen.ts';
import { common } from '../../texts/common.ts';
import { desk } from '../../texts/desk.ts';
import { formatNumber } from '../../texts/language.ts';
import { texts } from './sites-texts.ts';

const EVERY_MS = 60_000;

/** The current facts of a site, with the details for those who may not change them. */
export function SiteFacts({ guard, user, screen, change, now, site }: PageProps & { readonly site: Site }) {
  const { id, address, timezone, escalation, instructions } = site;
  const read = useCallback(
    (signal: AbortSignal) => guard.alerts.summary({ site_id: id }, { signal }),
    [guard, id],
  );
  const { value: summary } = usePolled(read, EVERY_MS);
  return (
    <Panel>
      <dl class="facts">
        {!isPermitted(user.role, 'sites:update') && (
          <>
            <div>
              <dt>{texts.address}</dt>
              <dd>{address ?? common.none}</dd>
            </div>
            <div>
              <dt>{desk.siteSheet.instructions}</dt>
              <dd class="note">{instructions ?? common.none}</dd>
            </div>
            <div>
              <dt>{texts.escalation}</dt>
              <dd>{escalation ? <EscalationText escalation={escalation} /> : texts.modes.inherit}</dd>
            </div>
          </>
        )}
        <div>
          <dt>{texts.localTime}</dt>
          <dd>{clockIn(now, timezone) ?? timezone}</dd>
        </div>
        <div>
          <dt>{texts.openAlerts}</dt>
          <dd>
            <ScreenLink
              screen={screen}
              change={change}
              to={{ ...NO_FILTER, view: 'alerts', itemId: undefined, siteId: id }}
            >
              {summary ? `${formatNumber(summary.open)}${summary.capped ? '+' : ''}` : '…'}
            </ScreenLink>
          </dd>
        </div>
      </dl>
    </Panel>
  );
}
