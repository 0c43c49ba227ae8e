import { BOTH, isNamed, type Scenario } from './scenario.ts';

const isAge = (moment: Parameters<Scenario['change']>[0]) => isNamed(moment, 'Guard', 'OldestTimerAge');

export const TIMER_SCENARIOS: readonly Scenario[] = [
  {
    entry: 'late-timers',
    what: 'nobody gets the messages',
    loads: BOTH,
    minutes: 5,
    change: (moment) => (isAge(moment) ? [[180, 1]] : undefined),
  },
  {
    entry: 'late-timers',
    what: 'nobody looks what is due',
    loads: BOTH,
    minutes: 4,
    change: (moment) => (isAge(moment) ? [] : undefined),
  },
  {
    entry: 'failing-timers',
    what: 'the work of one timer always fails, which is tried every 5 minutes in the end',
    loads: BOTH,
    minutes: 60,
    change: (moment) =>
      isNamed(moment, 'Guard', 'FailedTimers') && moment.minute % 5 === 0 ? [[1, 1]] : undefined,
  },
];
