/** A metric; a dimension's value is a name or, in braces, a resource's logical id. */
export interface MetricId {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
}

/** What was measured in a minute: each value, and how often it came. */
export type Samples = readonly (readonly [value: number, times: number])[];

/** Made-up metrics: what CloudWatch would hold. Minutes count from any beginning. */
export interface World {
  samples(metric: MetricId, minute: number): Samples;
  /** The dimensions of every series that a metric has. */
  series(metric: Pick<MetricId, 'namespace' | 'name'>): readonly MetricId['dimensions'][];
  /** The quota that a usage metric belongs to. */
  quota(metric: MetricId): number | undefined;
}

/** One of an alarm's queries: a metric's statistic, or an expression over the others. */
export interface Query {
  readonly id: string;
  readonly metric?: MetricId | undefined;
  readonly statistic?: string | undefined;
  readonly expression?: string | undefined;
  /** Whether it is what the alarm watches. */
  readonly isWatched: boolean;
  readonly periodMinutes: number | undefined;
}
