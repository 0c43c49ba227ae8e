import type { MetricId } from './metric.ts';

/** A Metrics Insights query, in the one form that Guard uses. */
export interface InsightsQuery {
  readonly statistic: 'Maximum';
  readonly metric: Pick<MetricId, 'namespace' | 'name'>;
  /** The dimensions that a series has, no more and no less. */
  readonly schema: readonly string[];
  readonly where: Readonly<Record<string, string>>;
  readonly groupBy: string;
}

const QUERY =
  /^SELECT MAX\((\w+)\) FROM SCHEMA\("([^"]+)", ([\w, ]+)\) WHERE (\w+) = '([^']+)' GROUP BY (\w+) ORDER BY MAX\(\) DESC$/;

/** The query that an expression is; `undefined` where it is metric math. Throws at a query of another form. */
export function readInsightsQuery(expression: string): InsightsQuery | undefined {
  if (!expression.startsWith('SELECT ')) return undefined;
  const [, name, namespace, schema, dimension, value, groupBy] = QUERY.exec(expression) ?? [];
  if (!name || !namespace || !schema || !dimension || !value || !groupBy) {
    throw new Error(`Cannot read ${expression}`);
  }
  return {
    statistic: 'Maximum',
    metric: { namespace, name },
    schema: schema.split(', '),
    where: { [dimension]: value },
    groupBy,
  };
}
