import { Panel, Reading } from '../../components/page-layout.tsx';
import { Timeline } from '../../components/timeline.tsx';
import { useConsole } from '../../hooks/use-console.ts';
import { usePolled } from '../../hooks/use-polled.ts';
import { ageText } from '../../state/age.ts';
import { siteLanes } from '../../state/site-lanes.ts';
import { coveredMs, STRETCHES, stretchUntil, within } from '../../state/timeline.ts';
import { placeTexts } from '../../texts/place-texts.ts';
import type { DeviceProps } from './devices-props.ts';
import { texts } from './devices-texts.ts';

const EVERY_MS = 60_000;
/** The maximum number of offline alerts that are read for the strip. */
const MOST_SILENCES = 100;

/** The silence of the last 30 days, as its offline alerts say it: from the alert until it was resolved. */
export function DeviceSilence({ device, site, now, alerts: open }: DeviceProps) {
  const { guard, tenantId } = useConsole();
  const { id, heartbeat_seconds, last_seen_at } = device;
  const { value, error, again } = usePolled(
    async (signal) => {
      const filters = { device_id: id, type: ['device-offline'], limit: MOST_SILENCES, tenant_id: tenantId };
      return guard.alerts.list(filters, { signal }).page();
    },
    EVERY_MS,
    [guard, id, tenantId],
  );
  const stretch = stretchUntil(now, STRETCHES.month);
  const alerts = [...(value?.data ?? []), ...open.filter(({ device_id }) => device_id === id)];
  const lanes = siteLanes({ alerts, tests: [] }, { silence: placeTexts.silent, test: '' }).filter(
    ({ isKept }) => isKept,
  );
  const silences = lanes
    .flatMap(({ spans }) => spans)
    .flatMap(({ from, until }) => within(stretch, from, until) ?? []);
  if (heartbeat_seconds === null && silences.length === 0) return null;
  const oldest = value?.data.at(-1);
  const isCut = value?.meta.next_cursor != null && oldest && Date.parse(oldest.created_at) > stretch.from;
  const silentMs = coveredMs(silences);
  return (
    <Panel title={texts.silence}>
      {value ? (
        <>
          <p>
            {silences.length === 0
              ? last_seen_at === null
                ? texts.neverReported
                : texts.neverSilent
              : texts.silentFor(
                  silences.length,
                  ageText(new Date(0).toISOString(), Math.max(silentMs, SHORTEST_MS)),
                )}{' '}
            {isCut && <span class="muted">{texts.silenceCut}</span>}
          </p>
          <Timeline caption={texts.silence} stretch={stretch} zone={site?.timezone ?? 'UTC'} lanes={lanes} />
        </>
      ) : (
        <Reading error={error} again={again} />
      )}
    </Panel>
  );
}

/** A shorter silence is said as this one: the words of ages call it now. */
const SHORTEST_MS = 10_000;
