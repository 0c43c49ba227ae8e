import type { StageSettings } from '../../lib/cdk/stage-settings.ts';
import type { Measurements } from '../cost/measurements.ts';
import type { Stream } from './load.ts';

/** What bounds Guard: the stage's own settings, quotas of the account, and what no quota raises. */
export type BoundKind =
  | 'throttle'
  | 'address'
  | 'account'
  | 'Lambda'
  | 'new table'
  | 'table quota'
  | 'key'
  | 'place';

/** What a scenario wants a second, of something that there is only so much of. */
export interface Demand {
  readonly kind: BoundKind;
  readonly what: string;
  readonly amount: number;
  readonly limit: number;
}

export interface Model {
  readonly measured: Measurements;
  readonly settings: StageSettings;
}

export function totalOf(streams: readonly Stream[], amountOf: (stream: Stream) => number): number {
  return streams.reduce((sum, stream) => sum + stream.perSecond * amountOf(stream), 0);
}
