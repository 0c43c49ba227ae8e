import { decidingAreas, isClosed, isOpened, type SiteState } from '../openings/site-state.ts';
import type { Reported } from './judge.ts';
import { rulesOf } from './kinds.ts';
import type { Supervision } from './supervision.ts';

type Subject = Pick<Supervision, 'kind' | 'partition' | 'device_id'>;

/** What the state of a site says about a supervision. */
export function reportedOf({ kind, partition, device_id }: Subject, state: SiteState): Reported {
  const areas = decidingAreas(state, partition);
  switch (rulesOf(kind).over.when) {
    case 'closed':
      return { isFulfilled: isClosed(areas) };
    case 'opened':
      return { isFulfilled: isOpened(areas) };
    case 'tested':
      return { isFulfilled: false, lastAt: timeOf(state.tests.find((it) => it.device_id === device_id)?.at) };
    case 'checked_in':
      return { isFulfilled: false, lastAt: timeOf(state.check_in?.at) };
  }
}

const timeOf = (at: string | undefined) => (at === undefined ? undefined : Date.parse(at));

/** Whether what a supervision waits for was ever reported. Without that, an alert each night would say nothing new. */
export function hasReported(supervision: Subject, state: SiteState): boolean {
  return rulesOf(supervision.kind).over.when === 'tested'
    ? reportedOf(supervision, state).lastAt !== undefined
    : decidingAreas(state, supervision.partition).length > 0;
}
