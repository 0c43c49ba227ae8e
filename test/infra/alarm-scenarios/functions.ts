import { groupOf, runsPerMinute } from './ordinary.ts';
import { BOTH, counted, countIn, isNamed, type Moment, type Scenario } from './scenario.ts';

/** Whether a metric is of the group that the alarm watches; a part of a group ends in a number. */
function isOfGroup({ metric: { dimensions }, key }: Moment): boolean {
  const group = dimensions['group'] ?? groupOf(dimensions['FunctionName']);
  return group === key.replace(/-\d+$/, '');
}

/** On a quiet stage somebody whom a function fails tries again every four minutes. */
function runsNow({ load, minute, key }: Moment): number {
  return countIn(minute, Math.max(0.25, runsPerMinute(key.replace(/-\d+$/, ''), load)));
}

const ofLambda = (moment: Moment, name: string) => isNamed(moment, 'AWS/Lambda', name) && isOfGroup(moment);
const ofGuard = (moment: Moment, name: string) => isNamed(moment, 'Guard', name) && isOfGroup(moment);

export const FUNCTION_SCENARIOS: readonly Scenario[] = [
  {
    entry: 'function-errors',
    what: 'every run of the group crashes, so that Guard measures none',
    loads: BOTH,
    minutes: 15,
    change: (moment) => {
      if (ofLambda(moment, 'Errors')) return counted(runsNow(moment));
      if (ofGuard(moment, 'Runs') || ofGuard(moment, 'ServerErrors')) return [];
      return undefined;
    },
  },
  {
    entry: 'function-errors',
    what: 'every run of the group answers 5xx',
    loads: BOTH,
    minutes: 15,
    change: (moment) =>
      ofGuard(moment, 'Runs') || ofGuard(moment, 'ServerErrors') ? counted(runsNow(moment)) : undefined,
  },
  {
    entry: 'function-throttles',
    what: 'Lambda runs nothing of the group',
    loads: BOTH,
    minutes: 15,
    change: (moment) => {
      if (ofLambda(moment, 'Throttles')) return counted(runsNow(moment));
      return ofGuard(moment, 'Runs') ? [] : undefined;
    },
  },
  {
    entry: 'function-duration',
    what: 'every run of the group takes nearly all of its time',
    loads: BOTH,
    minutes: 15,
    change: (moment) => {
      if (ofLambda(moment, 'Duration')) return [[54_000, runsNow(moment)]];
      return ofGuard(moment, 'Runs') ? counted(runsNow(moment)) : undefined;
    },
  },
  {
    entry: 'function-concurrency',
    what: 'nine tenths of the quota run at once',
    loads: BOTH,
    minutes: 15,
    change: (moment) => (isNamed(moment, 'AWS/Lambda', 'ConcurrentExecutions') ? [[900, 1]] : undefined),
  },
  {
    entry: 'function-concurrency',
    what: 'nothing is known of what runs at once',
    loads: BOTH,
    minutes: 15,
    change: (moment) => (isNamed(moment, 'AWS/Lambda', 'ConcurrentExecutions') ? [] : undefined),
  },
  {
    entry: 'dead-letters',
    what: 'a message lies among the dead letters',
    loads: BOTH,
    minutes: 5,
    change: (moment) =>
      isNamed(moment, 'AWS/SQS', 'ApproximateNumberOfMessagesVisible') ? [[1, 1]] : undefined,
  },
];
