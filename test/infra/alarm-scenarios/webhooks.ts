import { BOTH, isNamed, type Scenario } from './scenario.ts';

export const WEBHOOK_SCENARIOS: readonly Scenario[] = [
  {
    entry: 'webhooks-late',
    what: 'the function that has webhooks told fails, and changes wait',
    loads: BOTH,
    minutes: 10,
    change: (moment) => (isNamed(moment, 'AWS/Lambda', 'IteratorAge') ? [[400_000, 1]] : undefined),
  },
  {
    entry: 'webhook-backlog',
    what: 'one receiver is slower than its events come',
    loads: BOTH,
    minutes: 15,
    change: (moment) =>
      isNamed(moment, 'AWS/SQS', 'ApproximateAgeOfOldestMessage') ? [[7_200, 1]] : undefined,
  },
];
