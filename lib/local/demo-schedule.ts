import type { User } from '../../shared/accounts/user.ts';
import { formatTimestamp } from '../../shared/base/time.ts';
import { SCHEDULES } from '../../shared/schedules/schedule.ts';
import type { DemoSeed } from './demo-seed.ts';

const DAY_MS = 86_400_000;
const WEEKS_AGO = 4;
const PEOPLE = 3;

/** A week of on-call duty for each of three people, from a Monday four weeks before the seed. */
export function demoSchedule(users: readonly User[], createdAt: Date, seed: DemoSeed) {
  const people = users
    .filter(({ status, role }) => status === 'active' && role !== 'viewer')
    .slice(0, PEOPLE);
  const daysSinceMonday = (seed.now.getUTCDay() + 6) % 7;
  const start = new Date(seed.now.getTime() - (daysSinceMonday + WEEKS_AGO * 7) * DAY_MS);
  const at = formatTimestamp(createdAt);
  return SCHEDULES.item({
    id: seed.makeId(createdAt),
    tenant_id: users[0]?.tenant_id ?? '',
    name: 'Keyholder duty',
    time_zone: 'Europe/Berlin',
    rotations: [
      {
        user_ids: people.map(({ id }) => id),
        starts_on: start.toISOString().slice(0, 10),
        handoff_time: '08:00',
        every: 'week',
        length: 1,
        weekdays: null,
        from: null,
        to: null,
      },
    ],
    created_at: at,
    updated_at: at,
  });
}
