import { Check, CircleCheck, CircleDashed, FlaskConical, Unplug } from 'lucide-preact';
import type { PlaceState } from '../state/place-state.ts';
import { severityLabel } from '../state/words.ts';
import { common } from '../texts/common.ts';
import { desk } from '../texts/desk.ts';
import { placeTexts as texts } from '../texts/place-texts.ts';
import { clockAtSite, timeOfDay } from './instant.tsx';
import { SeverityShape } from './severity.tsx';

/** Each state has a shape, so that nobody needs to distinguish colours. Unacknowledged alerts have those of their severities. */
export const PLACE_ICONS = {
  acknowledged: Check,
  silent: Unplug,
  on_test: FlaskConical,
  never_heard: CircleDashed,
  fine: CircleCheck,
} as const;

type Marked = Pick<PlaceState, 'worst' | 'severity'>;

/** The word for a state. That of an alert names its severity. */
function placeWord({ worst, severity }: Marked): string {
  if (worst === 'on_test') return desk.onTest.title;
  if (worst !== 'active' && worst !== 'acknowledged') return texts[worst];
  return [severity && severityLabel(severity), common.statuses[worst]].filter(Boolean).join(' · ');
}

interface PlaceMarkProps {
  readonly state: Marked;
  /** Whether all that is followed is known. Otherwise nothing is called fine. */
  readonly isKnown?: boolean;
  /** Whether it is a site: it may have no device that could be heard, so it is not called fine. */
  readonly isSite?: boolean;
}

/** The worst state of a site or device as a colour, a shape and a word. */
export function PlaceMark({ state: { worst, severity }, isKnown = true, isSite = false }: PlaceMarkProps) {
  if (worst === 'fine' && !isKnown) return <span class="muted">…</span>;
  const isAlert = worst === 'active' || worst === 'acknowledged';
  const Icon = worst === 'active' ? undefined : PLACE_ICONS[worst];
  return (
    <span class={`place-mark place-${worst}${isAlert ? ` severity-${severity}` : ''}`}>
      {Icon ? <Icon aria-hidden="true" /> : <SeverityShape severity={severity ?? 'info'} />}
      {worst === 'fine' && isSite ? texts.nothingOpen : placeWord({ worst, severity })}
    </span>
  );
}

interface PlaceLineProps {
  readonly state: PlaceState;
  /** The time zone of the site. */
  readonly zone: string | undefined;
}

/** What else is true of a place, in one line. */
export function PlaceLine({ state, zone }: PlaceLineProps) {
  const { worst, worseAcknowledged, active, acknowledged, silent, neverHeard, test } = state;
  const alerts = active + acknowledged;
  const end = test && Date.parse(test.ends_at);
  const parts = [
    worseAcknowledged && placeWord({ worst: 'acknowledged', severity: worseAcknowledged }),
    alerts > 0 && texts.alerts(alerts),
    silent > 0 && texts.silentDevices(silent),
    neverHeard > 0 && texts.neverHeard(neverHeard),
    end && texts.onTestUntil(clockAtSite(end, zone) ?? timeOfDay(new Date(end))),
  ].filter(Boolean);
  return parts.length === 0 || worst === 'fine' ? null : <span class="muted">{parts.join(' · ')}</span>;
}
