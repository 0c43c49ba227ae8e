import { expect, test } from 'vitest';
import { notificationWork, summaryWork } from '../../../../shared/notify/notification-work.ts';
import type { TimerRun } from '../../../../shared/table/due-timers.ts';
import { fakeTable } from '../../../support/fake-table.ts';

const TENANT_ID = '019a0000-0000-7000-8000-000000000001';

test('If the timer of a summary runs a little late, it is due again at most a minute after its due time', async () => {
  const { table, sent } = fakeTable([]);
  const queued: string[] = [];
  const tick = Date.parse('2026-11-20T12:01:00.000Z');
  const item = {
    pk: `TENANT#${TENANT_ID}`,
    sk: 'STORM#c',
    user_id: 'u',
    due: '2026-11-20T12:01:00.000+00:00',
  };
  const run: TimerRun = {
    table,
    now: new Date(tick + 200),
    randomBytes: (length) => new Uint8Array(length),
    ownHeartbeat: undefined,
    log: () => {},
  };
  await summaryWork(async ({ body }) => void queued.push(body)).run(item, run);
  expect(queued).toHaveLength(1);
  const [to] = Object.values(sent[0]?.input.ExpressionAttributeValues).toSorted().toReversed();
  expect(Date.parse(String(to))).toBeGreaterThan(tick);
  expect(Date.parse(String(to))).toBeLessThanOrEqual(tick + 60_000);
});

test('Attempts to notify of critical alerts run as soon as they are found, and other attempts in the order of severity', () => {
  const { canWait, severityOf } = notificationWork(
    async () => {},
    () => {},
  );
  expect(canWait?.({ severity: 'critical' }, {} as TimerRun)).toBe(false);
  for (const severity of ['high', 'info', 'of a later release', undefined])
    expect(canWait?.({ severity }, {} as TimerRun)).toBe(true);
  expect(severityOf?.({ severity: 'high' })).toBe('high');
  expect(severityOf?.({ severity: 'of a later release' })).toBeUndefined();
});
