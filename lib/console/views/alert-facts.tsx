import type { ComponentChildren } from 'preact';
import type { Alert, Site } from '../../client/index.ts';
import { clockAtSite, Instant } from '../parts/instant.tsx';
import { partsOf } from '../state/links.ts';
import { actorLabel, resolutionLabel, resolverLabel, STATUS_LABELS, typeLabel } from '../state/words.ts';
import { LinkedText } from './linked-text.tsx';

/** The heading may cut off a longer message. */
const LONG_MESSAGE = 60;

interface AlertFactsProps {
  readonly alert: Alert;
  /** Lists do not contain the metadata. */
  readonly metadata: Alert['metadata'];
  /** Its site, if it still exists. */
  readonly site: Site | undefined;
  readonly now: number;
}

export function AlertFacts({ alert, metadata, site, now }: AlertFactsProps) {
  const { message } = alert;
  const isSilence = alert.type === 'device-offline' && alert.raised_by?.kind === 'system';
  const zone = site?.timezone;
  const resolver = resolverLabel(alert);
  return (
    <dl class="facts">
      <Fact name="Message">
        {(message.length > LONG_MESSAGE || partsOf(message).some(({ href }) => href !== undefined)) && (
          <LinkedText text={message} />
        )}
      </Fact>
      <Fact name="Status">{STATUS_LABELS[alert.status]}</Fact>
      <Fact name="Outcome">{alert.resolution && resolutionLabel(alert.resolution)}</Fact>
      <Fact name="Type">{typeLabel(alert.type)}</Fact>
      <Fact name="Site">{alert.site_name}</Fact>
      <Fact name="Address">{site?.address}</Fact>
      <Fact name="Local time">{clockAtSite(now, zone)}</Fact>
      <Fact name="Zone">{alert.zone_name}</Fact>
      <Fact name="Device">{alert.device_name}</Fact>
      <Fact name="Raised">
        <Instant at={alert.created_at} zone={zone} /> by{' '}
        {alert.raised_by ? actorLabel(alert.raised_by) : 'somebody'}
      </Fact>
      <Fact name={isSilence ? 'Last heard' : 'Happened'}>
        {alert.occurred_at !== alert.created_at && <Instant at={alert.occurred_at} zone={zone} />}
      </Fact>
      <Fact name="Occurred">
        {alert.occurrences > 1 && (
          <>
            {alert.occurrences} times, last <Instant at={alert.last_occurred_at} zone={zone} />
          </>
        )}
      </Fact>
      <Fact name="Escalated">{alert.escalation_level > 0 && `Level ${alert.escalation_level}`}</Fact>
      <Fact name="Acknowledged">
        {alert.acknowledged_at && (
          <>
            <Instant at={alert.acknowledged_at} zone={zone} />
            {alert.acknowledged_by_name && ` by ${alert.acknowledged_by_name}`}
          </>
        )}
      </Fact>
      <Fact name="Resolved">
        {alert.resolved_at && (
          <>
            <Instant at={alert.resolved_at} zone={zone} />
            {resolver && ` by ${resolver}`}
          </>
        )}
      </Fact>
      {/* The service returns them in any order; they must not change places. */}
      {Object.entries(metadata ?? {})
        .sort(([one], [other]) => one.localeCompare(other))
        .map(([name, value]) => (
          <Fact key={name} name={name}>
            <LinkedText text={value} name={name} />
          </Fact>
        ))}
    </dl>
  );
}

/** A row, unless it is empty. */
function Fact({ name, children }: { readonly name: string; readonly children?: ComponentChildren }) {
  if (children === null || children === undefined || children === false || children === '') return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
