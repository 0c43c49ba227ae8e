import * as z from 'zod/mini';
import { recordedActorSchema } from '../base/actor.ts';
import { idField, timestampField } from '../base/fields.ts';
import { EXAMPLE_IDS } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { formatTimestamp } from '../base/time.ts';
import { readSiteState } from '../openings/site-state.ts';
import type { StoredSite } from '../sites/site.ts';
import { siteStateKey, supervisionWatchKey } from '../table/keys.ts';
import { batchGet } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { expectationOf } from './expectation.ts';
import { judge } from './judge.ts';
import { reportedOf } from './reported.ts';
import { readSupervisionWatch, SUPERVISIONS } from './supervision.ts';

const EXAMPLE = {
  site_id: EXAMPLE_IDS.site,
  at: '2026-11-20T02:00:00.000+00:00',
  by: { kind: 'user' as const, id: EXAMPLE_IDS.user, name: 'Olga Operator' },
};

export const checkInSchema = withMeta(
  z.object({ site_id: idField, at: timestampField, by: recordedActorSchema }),
  {
    id: 'CheckIn',
    description: 'That somebody checked in at a site.',
    examples: [EXAMPLE],
  },
);

const expectedSchema = z.object({
  supervision_id: idField,
  name: z.string(),
  every_minutes: z.nullable(z.int()),
  due_at: withMeta(z.nullable(timestampField), {
    description: 'When the next check-in is late, grace included; null if none is expected for a month.',
  }),
});

export const checkInsSchema = withMeta(
  z.object({
    site_name: z.string(),
    last: withMeta(z.nullable(checkInSchema), { description: 'The last check-in; null before the first.' }),
    expected: withMeta(z.array(expectedSchema), {
      description: 'What the active supervisions of check-ins of the site expect, the earliest first.',
    }),
  }),
  {
    id: 'SiteCheckIns',
    description: 'The last check-in at a site, and when the next one is due.',
    examples: [
      {
        site_name: 'Harbour Warehouse',
        last: EXAMPLE,
        expected: [
          {
            supervision_id: EXAMPLE_IDS.supervision,
            name: 'Night guard',
            every_minutes: 60,
            due_at: '2026-11-20T03:05:00.000+00:00',
          },
        ],
      },
    ],
  },
);

export type SiteCheckIns = z.infer<typeof checkInsSchema>;

/** Reads the last check-in at a site, and when its supervisions expect the next one. */
export async function readCheckIns(
  table: Table,
  { entity: site, supervisions }: StoredSite,
  now: Date,
): Promise<SiteCheckIns> {
  const ids = supervisions.filter(({ kind }) => kind === 'check_in').map(({ id }) => id);
  const [stateItem, ...items] = await batchGet(table, [
    siteStateKey(site.tenant_id, site.id),
    ...ids.map((id) => SUPERVISIONS.key(site.tenant_id, id)),
    ...ids.map((id) => supervisionWatchKey(site.tenant_id, id)),
  ]);
  const state = readSiteState(stateItem);
  const expected = ids.map(async (_, place) => {
    const [item, watch] = [items[place], readSupervisionWatch(items[ids.length + place])?.watch];
    if (!item || !watch) return [];
    const supervision = SUPERVISIONS.entityOf(item);
    if (supervision.status === 'paused') return [];
    const { id, name, every_minutes } = supervision;
    const hearing = { checkedAt: now.getTime(), resumedAt: 0 };
    const standing = { judged: Date.parse(watch.judged) };
    const ruling = judge(
      await expectationOf(table, supervision, site),
      standing,
      reportedOf(supervision, state),
      hearing,
    );
    const at = ruling.outcome === 'wait' ? ruling.until : ruling.deadline;
    const due_at = at - now.getTime() > LOOKS_AHEAD_MS ? null : formatTimestamp(new Date(at));
    return [{ supervision_id: id, name, every_minutes, due_at }];
  });
  const due = (await Promise.all(expected)).flat();
  const time = ({ due_at }: { due_at: string | null }) => due_at ?? '~';
  return {
    site_name: site.name,
    last: state.check_in ? { site_id: site.id, ...state.check_in } : null,
    expected: due.toSorted((one, other) => (time(one) < time(other) ? -1 : 1)),
  };
}

/** Beyond it the judgement only says when to look again. */
const LOOKS_AHEAD_MS = 29 * 86_400_000;
