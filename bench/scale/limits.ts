/** Something that AWS gives only so much of, by default. */
export interface AwsLimit {
  readonly what: string;
  readonly amount: number;
  /** Whether AWS raises it on request; DynamoDB raises a new table's by itself. */
  readonly canGrow: boolean;
  /** The page of AWS that says so. */
  readonly source: string;
}

const PARTITIONS = 'Best practices for designing and using partition keys effectively in DynamoDB';
const ON_DEMAND = 'DynamoDB on-demand capacity mode';
const DYNAMODB_QUOTAS = 'Quotas in Amazon DynamoDB';

/** Of an account that is not new. */
const CONCURRENT_RUNS = 1_000;

export const AWS_LIMITS = {
  partitionReads: {
    what: 'read units a second of a partition',
    amount: 3_000,
    canGrow: false,
    source: PARTITIONS,
  },
  partitionWrites: {
    what: 'write units a second of a partition',
    amount: 1_000,
    canGrow: false,
    source: PARTITIONS,
  },
  newTableReads: {
    what: 'read units a second of a new table or index',
    amount: 12_000,
    canGrow: true,
    source: ON_DEMAND,
  },
  newTableWrites: {
    what: 'write units a second of a new table or index',
    amount: 4_000,
    canGrow: true,
    source: ON_DEMAND,
  },
  tableReads: {
    what: 'read units a second of a table or index',
    amount: 40_000,
    canGrow: true,
    source: DYNAMODB_QUOTAS,
  },
  tableWrites: {
    what: 'write units a second of a table or index',
    amount: 40_000,
    canGrow: true,
    source: DYNAMODB_QUOTAS,
  },
  itemBytes: { what: 'bytes of an item', amount: 400 * 1_024, canGrow: false, source: DYNAMODB_QUOTAS },
  concurrentRuns: {
    what: 'runs of functions at the same time, in an account and region',
    amount: CONCURRENT_RUNS,
    canGrow: true,
    source: 'Lambda quotas',
  },
  runsPerSecond: {
    what: 'runs of functions a second, in an account and region: ten for each at the same time',
    amount: 10 * CONCURRENT_RUNS,
    canGrow: true,
    source: 'Understanding Lambda function scaling',
  },
  newEnvironments: {
    what: 'new execution environments of a function in 10 seconds',
    amount: 1_000,
    canGrow: false,
    source: 'Lambda scaling behavior',
  },
  accountRequests: {
    what: 'requests a second to API Gateway, in an account and region',
    amount: 10_000,
    canGrow: true,
    source: 'Amazon API Gateway quotas',
  },
} as const satisfies Record<string, AwsLimit>;
