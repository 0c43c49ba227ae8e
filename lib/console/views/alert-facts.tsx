import type { ComponentChildren } from 'preact';
import type { Alert } from '../../client/index.ts';
import { resolutionLabel, STATUS_LABELS, typeLabel } from '../state/words.ts';
import { Instant } from './instant.tsx';

/** A message of more characters may be cut off in the heading. */
const LONG_MESSAGE = 60;

interface AlertFactsProps {
  readonly alert: Alert;
  /** What only a single alert tells. */
  readonly metadata: Alert['metadata'];
}

export function AlertFacts({ alert, metadata }: AlertFactsProps) {
  return (
    <dl class="facts">
      <Fact name="Message">{alert.message.length > LONG_MESSAGE && alert.message}</Fact>
      <Fact name="Status">{STATUS_LABELS[alert.status]}</Fact>
      <Fact name="Outcome">{alert.resolution && resolutionLabel(alert.resolution)}</Fact>
      <Fact name="Type">{typeLabel(alert.type)}</Fact>
      <Fact name="Site">{alert.site_name}</Fact>
      <Fact name="Zone">{alert.zone_name}</Fact>
      <Fact name="Device">{alert.device_name}</Fact>
      <Fact name="Raised">
        <Instant at={alert.created_at} /> by {alert.raised_by?.name ?? 'somebody'}
      </Fact>
      <Fact name="Happened">
        {alert.occurred_at !== alert.created_at && <Instant at={alert.occurred_at} />}
      </Fact>
      <Fact name="Occurred">
        {alert.occurrences > 1 && (
          <>
            {alert.occurrences} times, last <Instant at={alert.last_occurred_at} />
          </>
        )}
      </Fact>
      <Fact name="Escalated">{alert.escalation_level > 0 && `Level ${alert.escalation_level}`}</Fact>
      <Fact name="Acknowledged">
        {alert.acknowledged_at && (
          <>
            <Instant at={alert.acknowledged_at} />
            {alert.acknowledged_by_name && ` by ${alert.acknowledged_by_name}`}
          </>
        )}
      </Fact>
      <Fact name="Resolved">
        {alert.resolved_at && (
          <>
            <Instant at={alert.resolved_at} />
            {alert.resolved_by_name && ` by ${alert.resolved_by_name}`}
          </>
        )}
      </Fact>
      {Object.entries(metadata ?? {}).map(([name, value]) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
    </dl>
  );
}

/** Nothing where nothing is known. */
function Fact({ name, children }: { readonly name: string; readonly children?: ComponentChildren }) {
  if (children === null || children === undefined || children === false || children === '') return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
