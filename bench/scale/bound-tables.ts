import { SETTINGS } from '../cost/baseline.ts';
import { grouped } from '../cost/format.ts';
import type { Measurements } from '../cost/measurements.ts';
import type { Row } from '../print-table.ts';
import { type Bound, boundsOf } from './bounds.ts';
import type { BoundKind } from './demand.ts';
import { SCENARIOS, type Scenario, SECONDS_EACH } from './scenarios.ts';

const COLUMNS: Readonly<Record<string, BoundKind>> = {
  'one address': 'address',
  'stage throttle': 'throttle',
  'API Gateway quota': 'account',
  'Lambda quotas': 'Lambda',
  'new table': 'new table',
  'table quota': 'table quota',
  'one key, not yet split': 'key',
  'hottest place': 'place',
};

/** At which size each scenario meets the bounds, and which places of the table are the hottest. */
export function boundTables(measured: Measurements): { bounds: Row[]; places: Row[] } {
  const model = { measured, settings: SETTINGS };
  const all = SCENARIOS.map((scenario) => ({ scenario, bounds: boundsOf(scenario, model) }));
  return {
    bounds: all.map(({ scenario, bounds }) => boundRow(scenario, bounds)),
    places: all.flatMap(({ scenario, bounds }) => placeRows(scenario, bounds)),
  };
}

/** The nearest bound of each kind. */
function boundRow({ name, unit }: Scenario, bounds: readonly Bound[]): Row {
  const cell = (kind: BoundKind) => {
    const nearest = bounds.find((bound) => bound.kind === kind);
    return nearest ? sizeText(nearest.size) : '–';
  };
  return {
    'what grows': name,
    counted: unit,
    ...Object.fromEntries(Object.entries(COLUMNS).map(([column, kind]) => [column, cell(kind)])),
  };
}

/** Places that take more than this are no bound of anything. */
const LARGEST_SIZE = 1_000_000;
const GROUPS_SHOWN = 2;

/** The hottest places of a scenario; those that bite at the same size are one row. */
function placeRows({ name, unit }: Scenario, bounds: readonly Bound[]): Row[] {
  const hot = bounds.filter(({ kind, size }) => kind === 'place' && size < LARGEST_SIZE);
  const groups = [...Map.groupBy(hot, ({ size }) => sizeText(size))].slice(0, GROUPS_SHOWN);
  return groups.flatMap(([size, [first, ...others]]) => {
    if (!first) return [];
    const [units = '', place = ''] = first.what.split(/ (?:of|to) (.*)/s);
    const perRequest = (first.limit / first.size) * (SECONDS_EACH[unit] ?? Number.NaN);
    return {
      'what grows': name,
      place: `\`${place}\`${others.length > 0 ? `, ${others.length} more` : ''}`,
      'units each': `${grouped(perRequest, 2)} ${units}`,
      'bites at': `${size} ${unit}`,
    };
  });
}

/** Limits are met by whole users; a rate below one has a decimal. A millionth is what fractions may lose. */
function sizeText(size: number): string {
  return size < 1 ? grouped(size, 1) : grouped(Math.floor(size + 1e-6));
}
