import type { ResponseTimeGroup } from '../../../client/index.ts';
import { formatNumber } from '../../texts/language.ts';
import { texts } from './reports-texts.ts';
import { responseText } from './response-text.ts';

const HEIGHT = 100;
const STEP = 10;
const WIDTH = 8;

interface DayBarsProps {
  readonly days: readonly string[];
  /** The groups of the days that have alerts. */
  readonly groups: readonly ResponseTimeGroup[];
  readonly dayText: (day: string) => string;
}

/** A bar for each day: its alerts, and the part of them to which somebody responded within 90 seconds. */
export function DayBars({ days, groups, dayText }: DayBarsProps) {
  const byDay = new Map(groups.map((group) => [group.key, group]));
  const most = Math.max(1, ...groups.map(({ alerts }) => alerts));
  const heightOf = (count: number) => (count / most) * HEIGHT;
  return (
    <svg
      class="day-bars"
      role="img"
      aria-label={texts.chart(formatNumber(most))}
      viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
    >
      {days.map((day, place) => {
        const { alerts = 0, within, p90_seconds = null } = byDay.get(day) ?? {};
        const soon = within?.[90] ?? 0;
        const bar = { x: place * STEP + 1, width: WIDTH };
        return (
          <g key={day} data-day={day}>
            <title>
              {texts.bar(dayText(day), formatNumber(alerts), formatNumber(soon), responseText(p90_seconds))}
            </title>
            <rect {...bar} class="bar" y={HEIGHT - heightOf(alerts)} height={heightOf(alerts)} />
            <rect {...bar} class="bar-soon" y={HEIGHT - heightOf(soon)} height={heightOf(soon)} />
          </g>
        );
      })}
    </svg>
  );
}
