import type { ActionTime } from '../alerts/action-context.ts';
import type { RecordedActor } from '../base/actor.ts';
import { changeSiteState, readSiteState, withCheckIn } from '../openings/site-state.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { decideAndWrite } from '../table/decide-and-write.ts';
import { siteStateKey } from '../table/keys.ts';
import { getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { endAwaited } from './alerts-of.ts';

interface CheckingIn extends ActionTime {
  readonly actor: RecordedActor;
}

/**
 * Records that somebody has checked in at an existing site, with other writes in the same transaction. Every supervision of
 * check-ins of the site counts from then on, without a write of its own. Open alerts of missed check-ins get `restored`; people
 * close them. A check-in that is older than the last one changes nothing but what `alongside` writes.
 */
export async function recordCheckIn(
  table: Table,
  place: { readonly tenantId: string; readonly siteId: string },
  { actor, ...time }: CheckingIn,
  alongside: readonly GuardedWrite[] = [],
): Promise<void> {
  const load = async () => readSiteState(await getItem(table, siteStateKey(place.tenantId, place.siteId)));
  await decideAndWrite(table, await load(), load, async (before, writeId) => {
    const state = withCheckIn(before, { at: time.at, by: actor });
    const note = `${actor.name} checked in.`;
    const ended = await endAwaited(
      table,
      { tenantId: place.tenantId, state, isOver: ({ ends }) => ends === 'checked_in' },
      { ...time, actor, note, writeId },
    );
    const change = changeSiteState(table, place, before, ended.state, writeId);
    return { writes: [change, ...ended.writes, ...alongside], result: undefined };
  });
}
