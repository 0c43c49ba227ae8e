/** Evaluates alarms on invented metrics, with the part of CloudWatch that Guard's alarms use. */

/** A dimension's value is a name or, in braces, a resource's logical id. */
export interface MetricId {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
}

/** One of an alarm's queries: a metric's statistic, or an expression over the other queries. */
export interface Query {
  readonly id: string;
  readonly metric?: MetricId | undefined;
  readonly statistic?: string | undefined;
  readonly expression?: string | undefined;
  /** Whether the alarm watches its value. */
  readonly isWatched: boolean;
  readonly periodMinutes: number | undefined;
}

export interface EvaluatedAlarm {
  readonly name: string;
  readonly queries: readonly Query[];
  readonly isBad: (value: number) => boolean;
  readonly periods: { readonly bad: number; readonly of: number };
  readonly periodMinutes: number;
  readonly missingData: string;
}

/** The values measured in a period, and how often each was. */
export type Samples = readonly (readonly [value: number, times: number])[];

/** The metrics of one period. */
export type Period = (metric: MetricId) => Samples;

type Value = number | undefined;

/**
 * Whether an alarm is on after these periods (AWS, "Configuring how CloudWatch alarms treat missing data"). `wasOn` is its
 * state before.
 */
export function isOn(alarm: EvaluatedAlarm, periods: readonly Period[], wasOn = false): boolean {
  const values = periods.slice(-alarm.periods.of).map((period) => watchedValue(alarm, period));
  const missing = values.filter((value) => value === undefined).length;
  const bad = values.filter((value) => value !== undefined && alarm.isBad(value)).length;
  switch (alarm.missingData) {
    case 'breaching':
      return bad + missing >= alarm.periods.bad;
    case 'notBreaching':
      return bad >= alarm.periods.bad;
    case 'ignore':
      return bad >= alarm.periods.bad || (wasOn && bad + missing >= alarm.periods.bad);
    default:
      throw new Error(`${alarm.name} treats missing data as ${alarm.missingData}`);
  }
}

/** The ids of the alarms in a composite alarm's rule. */
export const childrenOf = (rule: string): string[] =>
  [...rule.matchAll(/ALARM\("([^"]+)"\)/g)].map(([, id = '']) => id);

/** Whether a composite alarm is on. Its rule may join alarms with AND, OR and parentheses. */
export function isRuleMet(rule: string, isChildOn: (id: string) => boolean): boolean {
  const states = rule.replace(/ALARM\("([^"]+)"\)/g, (_, id: string) => String(isChildOn(id)));
  const script = states.replaceAll(' AND ', ' && ').replaceAll(' OR ', ' || ');
  if (!/^(?:true|false|&&|\|\||[() ])+$/.test(script)) throw new Error(`Cannot read the rule ${rule}`);
  return new Function(`return ${script}`)() === true;
}

/** When a composite alarm notifies. Without a suppressor, it does so whenever its state changes. */
export interface Suppression {
  readonly waitMinutes: number;
  readonly extensionMinutes: number;
}

/** The states of a composite alarm and of its suppressor in a minute. */
export interface CompositeState {
  readonly isOn: boolean;
  readonly isSuppressed: boolean;
}

/**
 * The minutes in which a composite alarm notifies of its state. A change of its state begins the wait period, and the end of
 * its suppressor the extension period. When a period ends and the suppressor is off, the alarm notifies of the state that it
 * then has, if that changed since it last notified or was suppressed (AWS, "Suppressing composite alarm actions"). So a page
 * that was suppressed may be followed by an OK.
 */
export function notificationsOf(
  states: readonly CompositeState[],
  { waitMinutes, extensionMinutes }: Suppression,
): { readonly minute: number; readonly isOn: boolean }[] {
  const sent: { minute: number; isOn: boolean }[] = [];
  let due: number | undefined;
  let hasChanged = false;
  let before: CompositeState = { isOn: false, isSuppressed: false };
  for (const [minute, state] of states.entries()) {
    const changes = state.isOn !== before.isOn;
    hasChanged ||= changes;
    if (state.isSuppressed) due = undefined;
    else if (changes) due = minute + waitMinutes;
    else if (before.isSuppressed) due = minute + extensionMinutes;
    if (hasChanged && due !== undefined && minute >= due) {
      sent.push({ minute, isOn: state.isOn });
      hasChanged = false;
      due = undefined;
    }
    before = state;
  }
  return sent;
}

function watchedValue({ name, queries }: EvaluatedAlarm, period: Period): Value {
  const watched = queries.find(({ isWatched }) => isWatched);
  if (!watched) throw new Error(`${name} watches nothing`);
  const { metric, statistic = '', expression = '' } = watched;
  if (metric) return statisticOf(statistic, period(metric));
  // A Metrics Insights query over the series of many dimensions: the alarm is on while one of them is bad.
  const [, insights, namespace = ''] = /^SELECT MAX\((\w+)\) FROM SCHEMA\("(\w+)"/.exec(expression) ?? [];
  if (insights) return statisticOf('Maximum', period({ namespace, name: insights, dimensions: {} }));
  const values = queries.flatMap((it) =>
    it.metric ? [[it.id, statisticOf(it.statistic ?? '', period(it.metric))] as const] : [],
  );
  return evaluateExpression(expression, Object.fromEntries(values));
}

const FUNCTIONS = {
  SUM: (values: readonly Value[]) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0),
  MAX: (values: readonly Value[]) => Math.max(...values.flatMap((value) => value ?? [])),
  IF: (condition: boolean, then: number, otherwise: number) => (condition ? then : otherwise),
};

/**
 * The value of a metric math expression (AWS, "Using math expressions with CloudWatch metrics"), whose syntax is
 * JavaScript's as far as Guard uses it. There is no value if all metrics of an array have none.
 */
export function evaluateExpression(expression: string, values: Readonly<Record<string, Value>>): Value {
  const arrays = [...expression.matchAll(/\[([^\]]+)\]/g)].map(([, ids = '']) => ids.split(', '));
  if (arrays.some((ids) => ids.every((id) => values[id] === undefined))) return undefined;
  const names = { ...FUNCTIONS, ...values };
  const value: unknown = new Function(...Object.keys(names), `return ${expression}`)(...Object.values(names));
  return Number.isFinite(value) ? Number(value) : undefined;
}

/** AWS, "CloudWatch statistics definitions". */
export function statisticOf(statistic: string, samples: Samples): Value {
  const measured = samples.filter(([, times]) => times > 0).toSorted(([a], [b]) => a - b);
  if (measured.length === 0) return undefined;
  const count = (from = Number.NEGATIVE_INFINITY) =>
    measured.reduce((sum, [value, times]) => sum + (value > from ? times : 0), 0);
  const [, kind, parameter] = /^(p|PR\(:|\w+)([\d.]*)/.exec(statistic) ?? [];
  switch (kind) {
    case 'SampleCount':
      return count();
    case 'Sum':
      return measured.reduce((sum, [value, times]) => sum + value * times, 0);
    case 'Maximum':
      return measured.at(-1)?.[0];
    case 'Minimum':
      return measured[0]?.[0];
    case 'PR(:':
      return (100 * (count() - count(Number(parameter)))) / count();
    case 'p': {
      const rank = (Number(parameter) / 100) * count();
      return measured.find(([value]) => count() - count(value) >= rank)?.[0];
    }
    default:
      throw new Error(`Unknown statistic ${statistic}`);
  }
}
