import { formatTimestamp } from '../../shared/base/time.ts';
import { WEEKDAYS } from '../../shared/base/weekdays.ts';
import { SUPERVISIONS } from '../../shared/supervisions/supervision.ts';
import { creationOf } from '../support/new-entity.ts';
import type { Lane } from './lane.ts';
import { change, inTenant, type WriteCase } from './prepared-write.ts';

const newSite = (lane: Lane) => lane.create('/api/v1/sites', { name: lane.unique(), timezone: 'UTC' });

/** A supervision of a closing in an hour, by the clock of the lane, which the cases advance. */
async function supervised(lane: Lane): Promise<string> {
  const clockTime = (hours: number) =>
    formatTimestamp(new Date(lane.guard.clock.now.getTime() + hours * 3_600_000)).slice(11, 16);
  const { path, json } = creationOf('supervision', { siteId: await newSite(lane), unique: lane.unique() });
  const windows = [{ weekdays: WEEKDAYS, from: clockTime(-1), to: clockTime(1) }];
  return lane.create(path, { ...json, windows });
}

export const SUPERVISION_CASES: readonly WriteCase[] = [
  {
    route: 'extend-supervision',
    async prepare(lane) {
      const id = await supervised(lane);
      const until = formatTimestamp(new Date(lane.guard.clock.now.getTime() + 2 * 3_600_000));
      const options = { json: { until, note: 'Stocktaking' }, token: lane.master };
      const request = `POST /api/v1/supervisions/${id}/extensions`;
      return change(lane, inTenant(lane, SUPERVISIONS, id), request, options, false);
    },
  },
];
