import type { Samples } from './metric.ts';

/** A statistic of samples as CloudWatch names it (AWS, "CloudWatch statistics definitions"); none where nothing was measured. */
export function statisticOf(statistic: string, samples: Samples): number | undefined {
  const measured = samples.filter(([, times]) => times > 0);
  const count = measured.reduce((sum, [, times]) => sum + times, 0);
  if (count === 0) return undefined;
  const values = measured.map(([value]) => value);
  const sum = measured.reduce((total, [value, times]) => total + value * times, 0);
  switch (statistic) {
    case 'SampleCount':
      return count;
    case 'Sum':
      return sum;
    case 'Average':
      return sum / count;
    case 'Maximum':
      return Math.max(...values);
    case 'Minimum':
      return Math.min(...values);
  }
  const [, percentile] = /^p([\d.]+)$/.exec(statistic) ?? [];
  if (percentile !== undefined) return percentileOf(Number(percentile), measured, count);
  const [, above] = /^TC\(([\d.]+):\)$/.exec(statistic) ?? [];
  if (above !== undefined) {
    return measured.reduce((total, [value, times]) => total + (value > Number(above) ? times : 0), 0);
  }
  throw new Error(`No statistic ${statistic}`);
}

function percentileOf(percentile: number, measured: Samples, count: number): number {
  let left = Math.ceil((percentile / 100) * count);
  for (const [value, times] of measured.toSorted(([a], [b]) => a - b)) {
    left -= times;
    if (left <= 0) return value;
  }
  throw new Error('A percentile beyond all values');
}
