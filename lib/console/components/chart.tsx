import { axisMarks } from '../state/axis-marks.ts';
import { formatNumber } from '../texts/language.ts';
import { type Column, Table } from './table.tsx';

/** A layer of each bar. */
export interface Series {
  readonly name: string;
  /** `bar-critical`, for the colour (styles/chart.css). */
  readonly class: string;
}

export interface Bar {
  readonly id: string;
  /** The name of its row in the table. */
  readonly name: string;
  /** What the pointer shows. */
  readonly title: string;
  /** A number for each series, the lowest first. */
  readonly counts: readonly number[];
  /** What is drawn behind the bar, to compare it with. */
  readonly behind?: number;
}

interface ChartProps {
  /** What the chart shows, for screen readers. */
  readonly label: string;
  readonly series: readonly Series[];
  readonly bars: readonly Bar[];
  /** The names under the chart, from its first to its last bar at equal distances. */
  readonly names: readonly string[];
  /** The name of what is drawn behind the bars. */
  readonly behind?: string | undefined;
  /** The titles of a table with the same numbers; without it, the page has one of its own. */
  readonly table?: { readonly caption: string; readonly summary: string; readonly first: string };
}

const HEIGHT = 100;
const STEP = 10;
const WIDTH = 8;

/** Bars with axes, a legend and a table of the same numbers. */
export function Chart({ label, series, bars, names, behind, table }: ChartProps) {
  const most = Math.max(1, ...bars.map((bar) => Math.max(totalOf(bar), bar.behind ?? 0)));
  const marks = axisMarks(most);
  const [end = most] = marks;
  const heightOf = (count: number) => (count / end) * HEIGHT;
  const outline = bars
    .map((bar, place) => `V${HEIGHT - heightOf(bar.behind ?? 0)}H${(place + 1) * STEP}`)
    .join('');
  const legend = [...series, ...(behind === undefined ? [] : [{ name: behind, class: 'bar-behind' }])];
  return (
    <>
      <ul class="chart-legend">
        {legend.map((it) => (
          <li key={it.class}>
            <svg viewBox="0 0 10 10" aria-hidden="true">
              <rect class={it.class} width="10" height="10" />
              {it.class === 'bar-behind' && <path class="line-behind" d="M0 1H10" />}
            </svg>
            {it.name}
          </li>
        ))}
      </ul>
      <div class="chart">
        <ol class="chart-marks" aria-hidden="true">
          {marks.map((mark) => (
            <li key={mark}>{formatNumber(mark)}</li>
          ))}
        </ol>
        <svg
          class="chart-bars"
          role="img"
          aria-label={label}
          viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`}
          preserveAspectRatio="none"
        >
          {marks.slice(0, -1).map((mark) => (
            <line
              key={mark}
              class="grid"
              x1="0"
              x2={bars.length * STEP}
              y1={HEIGHT - heightOf(mark)}
              y2={HEIGHT - heightOf(mark)}
            />
          ))}
          {behind !== undefined && <path class="bar-behind" d={`M0 ${HEIGHT}${outline}V${HEIGHT}`} />}
          {bars.map((bar, place) => (
            <g key={bar.id} data-bar={bar.id}>
              <title>{bar.title}</title>
              {bar.counts.map((part, at) => (
                <rect
                  key={series[at]?.class}
                  class={series[at]?.class}
                  x={place * STEP + (STEP - WIDTH) / 2}
                  width={WIDTH}
                  y={HEIGHT - heightOf(totalOf(bar, at + 1))}
                  height={heightOf(part)}
                />
              ))}
            </g>
          ))}
          {behind !== undefined && <path class="line-behind" d={outline.replace(/^V/, 'M0 ')} />}
        </svg>
        <ol class="chart-names" aria-hidden="true">
          {names.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ol>
      </div>
      {table && (
        <details class="chart-table">
          <summary>{table.summary}</summary>
          <Table caption={table.caption} columns={columnsOf(table.first, series, behind)} rows={bars} />
        </details>
      )}
    </>
  );
}

function totalOf({ counts }: Pick<Bar, 'counts'>, count = counts.length): number {
  return counts.slice(0, count).reduce((sum, part) => sum + part, 0);
}

function columnsOf(
  first: string,
  series: readonly Series[],
  behind: string | undefined,
): readonly Column<Bar>[] {
  const number = (title: string, count: (bar: Bar) => number): Column<Bar> => ({
    title,
    isNumber: true,
    cell: (bar) => formatNumber(count(bar)),
  });
  return [
    { title: first, cell: ({ name }) => name },
    ...series.map(({ name }, at) => number(name, ({ counts }) => counts[at] ?? 0)),
    ...(behind === undefined ? [] : [number(behind, (bar) => bar.behind ?? 0)]),
  ];
}
