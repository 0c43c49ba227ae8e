import { formatTimestamp } from '../../shared/base/time.ts';
import { SITES } from '../../shared/sites/site.ts';
import { TESTS } from '../../shared/test-mode/site-test.ts';
import { creationOf } from '../support/new-entity.ts';
import type { Lane } from './lane.ts';
import {
  change,
  creation,
  deletion,
  inTenant,
  type PreparedWrite,
  type WriteCase,
} from './prepared-write.ts';

const newSite = (lane: Lane) => lane.create('/api/v1/sites', { name: lane.unique() });

/** A later time by the clock of the lane, which the cases advance by hours. */
const inHours = ({ guard }: Lane, hours: number) =>
  formatTimestamp(new Date(guard.clock.now.getTime() + hours * 3_600_000));

/** A start of a test at a new site. */
async function start(lane: Lane): Promise<PreparedWrite> {
  const { path, json } = creationOf('test', { siteId: await newSite(lane), unique: lane.unique() });
  return creation(lane, TESTS, path, { ...json, ends_at: inHours(lane, 1) }, 'reason');
}

async function siteOnTest(lane: Lane) {
  const siteId = await newSite(lane);
  const { path, json } = creationOf('test', { siteId, unique: lane.unique() });
  return { siteId, testId: await lane.create(path, { ...json, ends_at: inHours(lane, 1) }) };
}

export const TEST_CASES: readonly WriteCase[] = [
  { route: 'start-test', prepare: start },
  {
    route: 'start-test',
    how: 'with an Idempotency-Key',
    async prepare(lane) {
      const { options, ...write } = await start(lane);
      return { ...write, options: { ...options, headers: { 'Idempotency-Key': lane.unique() } } };
    },
  },
  {
    route: 'update-test',
    async prepare(lane) {
      const { testId } = await siteOnTest(lane);
      const options = { json: { ends_at: inHours(lane, 2) }, token: lane.master };
      return change(lane, inTenant(lane, TESTS, testId), `PATCH /api/v1/tests/${testId}`, options);
    },
  },
  {
    route: 'end-test',
    async prepare(lane) {
      const { testId } = await siteOnTest(lane);
      const options = { token: lane.master };
      return change(lane, inTenant(lane, TESTS, testId), `DELETE /api/v1/tests/${testId}`, options, false);
    },
  },
  {
    route: 'delete-site',
    how: 'for a site on test',
    repeated: 404,
    async prepare(lane) {
      const { siteId } = await siteOnTest(lane);
      return deletion(lane, inTenant(lane, SITES, siteId), `/api/v1/sites/${siteId}`);
    },
  },
];
