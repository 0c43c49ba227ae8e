import { atLeast, BOTH, counted, countIn, isNamed, type Moment, type Scenario } from './scenario.ts';

/** One request in a hundred meets it; on a quiet stage one a minute. */
const oftenEnough = ({ load, minute }: Moment) => counted(countIn(minute, atLeast(load, 0.01, 1)));

const throttled =
  (name: 'ReadThrottleEvents' | 'WriteThrottleEvents', isThere: (moment: Moment, index: string) => boolean) =>
  (moment: Moment) => {
    const index = moment.metric.dimensions['GlobalSecondaryIndexName'] ?? '';
    return isNamed(moment, 'AWS/DynamoDB', name) && isThere(moment, index) ? oftenEnough(moment) : undefined;
  };

const ofTable = (_: Moment, index: string) => index === '';
/** One index of the alarm's scope, or the only one. */
const ofIndex = ({ key }: Moment, index: string) => index === `${key}_status` || index === key;

const SHARED = { loads: BOTH, minutes: 15 } as const;

export const TABLE_SCENARIOS: readonly Scenario[] = [
  {
    ...SHARED,
    entry: 'table-read-throttles',
    what: 'reads of the table are throttled',
    change: throttled('ReadThrottleEvents', ofTable),
  },
  {
    ...SHARED,
    entry: 'table-write-throttles',
    what: 'writes to the table are throttled',
    change: throttled('WriteThrottleEvents', ofTable),
  },
  {
    ...SHARED,
    entry: 'index-read-throttles',
    what: 'reads of one index of the scope are throttled',
    change: throttled('ReadThrottleEvents', ofIndex),
  },
  {
    ...SHARED,
    entry: 'index-write-throttles',
    what: 'one index of the scope throttles writes',
    change: throttled('WriteThrottleEvents', ofIndex),
  },
  {
    ...SHARED,
    entry: 'table-system-errors',
    what: 'DynamoDB fails now and then',
    change: (moment) =>
      isNamed(moment, 'AWS/DynamoDB', 'SystemErrors') && moment.metric.dimensions['Operation'] === 'Query'
        ? oftenEnough(moment)
        : undefined,
  },
];
