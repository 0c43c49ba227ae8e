import type { SitesOverview } from '../../../client/index.ts';
import { type Bar, Chart } from '../../components/chart.tsx';
import { SEVERITIES } from '../../state/severities.ts';
import { severityLabel } from '../../state/words.ts';
import { formatNumber } from '../../texts/language.ts';
import { alertsIn } from './overview-state.ts';
import { texts } from './overview-texts.ts';
import { clockText } from './overview-times.ts';

const HOUR_MS = 3_600_000;
/** A name under every sixth bar. */
const HOURS_PER_NAME = 6;

/** The alerts of the last 24 hours by hour and severity, the same hours a week before behind them. */
export function HoursChart({ overview }: { readonly overview: SitesOverview }) {
  const { hours, hours_a_week_before: before } = overview;
  if (!hours) return <p class="empty">{texts.tooMany}</p>;
  if ([...hours, ...(before ?? [])].every((hour) => alertsIn(hour) === 0)) {
    return <p class="empty">{texts.quietDay}</p>;
  }
  const bars = hours.map((hour, place): Bar => {
    const name = texts.span(clockText(hour.since), clockText(Date.parse(hour.since) + HOUR_MS));
    const said = SEVERITIES.filter((it) => hour[it] > 0).map((it) => `${severityLabel(it)} ${hour[it]}`);
    const behind = before && alertsIn(before[place]);
    const compared = behind === null ? '' : `. ${texts.weekBefore}: ${formatNumber(behind)}`;
    return {
      id: hour.since,
      name,
      title: `${name}: ${said.join(', ') || '0'}${compared}`,
      // What matters most lies on the axis, where heights compare best.
      counts: SEVERITIES.map((it) => hour[it]),
      ...(behind === null ? {} : { behind }),
    };
  });
  const names = hours.flatMap(({ since }, place) => (place % HOURS_PER_NAME === 0 ? [clockText(since)] : []));
  return (
    <Chart
      label={texts.hoursMost(formatNumber(Math.max(...hours.map(alertsIn))))}
      series={SEVERITIES.map((it) => ({ name: severityLabel(it), class: `bar-${it}` }))}
      bars={bars}
      names={[...names, texts.now]}
      behind={before ? texts.weekBefore : undefined}
      table={{ caption: texts.hours, summary: texts.asTable, first: texts.hour }}
    />
  );
}
