import { BOTH, isNamed, type Scenario } from './scenario.ts';

export const LIVE_SCENARIOS: readonly Scenario[] = [
  {
    entry: 'live-late',
    what: 'the function that tells clients fails, and changes wait',
    loads: BOTH,
    minutes: 3,
    change: (moment) => (isNamed(moment, 'AWS/Lambda', 'IteratorAge') ? [[20_000, 1]] : undefined),
  },
];
