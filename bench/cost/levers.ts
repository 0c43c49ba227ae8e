import type { StageSettings } from '../../lib/cdk/stage-settings.ts';
import type { Row } from '../print-table.ts';
import { dollars, grouped, percent } from './format.ts';
import type { StackFacts } from './measurements.ts';
import { MONTH_HOURS } from './month.ts';
import type { Workload } from './workload.ts';

/** What is other than in the baseline. */
export interface Variant {
  readonly workload?: Partial<Workload>;
  readonly settings?: Partial<StageSettings>;
  readonly stack?: Partial<StackFacts>;
}

/** Eight hours of five days a week. */
const SHIFT_HOURS = (MONTH_HOURS * 40) / 168;

const LEVERS: readonly (Variant & { readonly lever: string })[] = [
  { lever: 'as above' },
  { lever: 'polling every 60 s', workload: { pollSeconds: 60 } },
  { lever: 'connected screens', workload: { screens: 'connected' } },
  { lever: 'a webhook is told of every alert and what is done to it', workload: { tellsWebhook: true } },
  { lever: 'polling every 10 s', workload: { pollSeconds: 10 } },
  { lever: 'users on shift 8 hours of 5 days', workload: { hours: SHIFT_HOURS } },
  { lever: 'nothing active in the polled lists', workload: { poll: 'poll, nothing active' } },
  { lever: 'tenant masters poll instead of operators', workload: { poll: 'poll, tenant master' } },
  { lever: 'functions with 256 MiB', settings: { functionMemoryMib: 256 } },
  { lever: 'functions with 1,024 MiB', settings: { functionMemoryMib: 1_024 } },
  { lever: 'logs kept for 30 days', settings: { logRetentionDays: 30 } },
  { lever: 'no tracing', stack: { isTraced: false } },
  { lever: 'no firewall', stack: { webAcls: 0, webAclRules: 0 } },
];

const USERS = [100, 10_000];

const IMPOSSIBLE = '–';

/** What each lever makes of the bill. There is none of what the stage would not let through. */
export function leverRows(total: (users: number, variant: Variant) => number | undefined): Row[] {
  return LEVERS.map(({ lever, ...variant }) => {
    const cells = USERS.flatMap((users) => {
      const changed = total(users, variant);
      const before = total(users, {});
      return [
        [`${grouped(users)} users`, changed === undefined ? IMPOSSIBLE : dollars(changed)],
        [`change, ${grouped(users)}`, changed && before ? changeText(changed / before - 1) : IMPOSSIBLE],
      ];
    });
    return { lever, ...Object.fromEntries(cells) };
  });
}

const changeText = (change: number) => `${change > 0 ? '+' : ''}${percent(change)}`;
