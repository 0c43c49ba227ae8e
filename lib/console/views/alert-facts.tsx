import type { ComponentChildren } from 'preact';
import type { Alert, Site } from '../../client/index.ts';
import { Instant } from '../components/instant.tsx';
import { piecesOf } from '../state/links.ts';
import { actorLabel, cancelWords, resolutionLabel, resolverLabel, typeLabel } from '../state/words.ts';
import { common } from '../texts/common.ts';
import { desk } from '../texts/desk.ts';
import { LinkedText } from './linked-text.tsx';

/** The name in the metadata of the id of the supervision behind an alert. It says nothing to people. */
export const SUPERVISION = 'supervision';

/** The heading may cut off a longer message. */
const LONG_MESSAGE = 60;

interface AlertFactsProps {
  readonly alert: Alert;
  /** What lists do not contain. */
  readonly further: Pick<Alert, 'metadata' | 'reported_at'> | undefined;
  /** Its site, if it still exists. */
  readonly site: Site | undefined;
}

export function AlertFacts({ alert, further, site }: AlertFactsProps) {
  const { message } = alert;
  const isSilence = alert.type === 'device-offline' && alert.raised_by.kind === 'system';
  const zone = site?.timezone;
  const resolver = resolverLabel(alert);
  return (
    <dl class="facts">
      <Fact name={desk.detail.message}>
        {(message.length > LONG_MESSAGE || piecesOf(message).some(({ href }) => href !== undefined)) && (
          <LinkedText text={message} />
        )}
      </Fact>
      <Fact name={desk.detail.outcome}>{alert.resolution && resolutionLabel(alert.resolution)}</Fact>
      <Fact name={common.type}>
        {typeLabel(alert.type)}
        {alert.reported_type !== undefined && ` · ${typeLabel(alert.reported_type)}`}
      </Fact>
      <Fact name={common.device}>{alert.device_name}</Fact>
      <Fact name={desk.detail.raised}>
        <Instant at={alert.created_at} zone={zone} /> {desk.detail.by(actorLabel(alert.raised_by))}
      </Fact>
      <Fact name={isSilence ? desk.detail.lastHeard : desk.detail.happened}>
        {alert.occurred_at !== alert.created_at && <Instant at={alert.occurred_at} zone={zone} />}
      </Fact>
      <Fact name={desk.detail.reportedAt}>{further?.reported_at}</Fact>
      <Fact name={desk.detail.occurred}>
        {alert.occurrences > 1 && (
          <>
            {desk.detail.timesLast(alert.occurrences)} <Instant at={alert.last_occurred_at} zone={zone} />
          </>
        )}
      </Fact>
      <Fact name={desk.events.restored}>
        {alert.restored_at !== undefined && <Instant at={alert.restored_at} zone={zone} />}
      </Fact>
      <Fact name={desk.events.cancelled}>
        {alert.cancelled && (
          <>
            <Instant at={alert.cancelled.at} zone={zone} /> {cancelWords(alert)}
          </>
        )}
      </Fact>
      <Fact name={desk.detail.escalated}>
        {alert.escalation_level > 0 && desk.detail.level(alert.escalation_level)}
      </Fact>
      <Fact name={common.statuses.acknowledged}>
        {alert.acknowledged_at && (
          <>
            <Instant at={alert.acknowledged_at} zone={zone} />
            {alert.acknowledged_by_name && ` ${desk.detail.by(alert.acknowledged_by_name)}`}
          </>
        )}
      </Fact>
      <Fact name={common.statuses.resolved}>
        {alert.resolved_at && (
          <>
            <Instant at={alert.resolved_at} zone={zone} />
            {resolver && ` ${desk.detail.by(resolver)}`}
          </>
        )}
      </Fact>
      {/* The service returns them in any order; they must not change places. */}
      {Object.entries(further?.metadata ?? {})
        .filter(([name]) => name !== SUPERVISION)
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
