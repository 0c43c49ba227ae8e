import * as z from 'zod/mini';
import { timestampField, warningSchema } from '../base/fields.ts';
import { wrongReferences } from '../base/references.ts';
import { withMeta } from '../base/schema.ts';
import { DAY_MS, formatTimestamp } from '../base/time.ts';
import { DEVICES } from '../devices/device.ts';
import { OPENINGS, type Opening } from '../openings/opening.ts';
import {
  decidingAreas,
  isClosed,
  isOpened,
  readSiteState,
  type SiteState,
  withOpening,
} from '../openings/site-state.ts';
import { SITES } from '../sites/site.ts';
import { planList } from '../table/list-plan.ts';
import { listEntities } from '../table/list-read.ts';
import { batchGet } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { checkSupervision } from './change-supervisions.ts';
import { expectationOf } from './expectation.ts';
import { type Expectation, isNeverDue, judge, momentsAfter } from './judge.ts';
import { rulesOf } from './kinds.ts';
import { reportedOf } from './reported.ts';
import type { Supervision } from './supervision.ts';
import { keysOfWarnings, warningsOf } from './warnings.ts';
import { isWithin, openTimes } from './windows.ts';

/** How many windows are shown. */
const SHOWN = 7;

/** How many openings and closings of the last week are read, a hundred at a time. */
const MOST_READ = 500;

const windowFields = {
  since: timestampField,
  until: timestampField,
  deadline: withMeta(z.nullable(timestampField), {
    description: 'When it is judged, with the grace. Null for kinds that are judged at other times.',
  }),
};

const OUTCOMES = ['held', 'missed', 'unknown'] as const;

export const supervisionPreviewSchema = withMeta(
  z.object({
    windows: withMeta(z.array(z.object(windowFields)), {
      description: `The next ${SHOWN} windows; those that touch are one. Empty for a kind without windows.`,
    }),
    last_week: withMeta(
      z.array(
        z.object({
          ...windowFields,
          outcome: withMeta(z.enum(OUTCOMES), {
            id: 'SupervisionOutcome',
            description: '`unknown`: nothing was reported before it.',
          }),
        }),
      ),
      {
        description:
          'What would have happened in the windows of the last week, by the openings and closings.',
      },
    ),
    out_of_hours: withMeta(z.array(z.object({ at: timestampField, partition: z.nullable(z.string()) })), {
      description: 'For `out_of_hours`: the openings of the last week that it would have raised.',
    }),
    last_report_at: withMeta(z.nullable(timestampField), {
      description: 'For `test` and `check_in`: when the last test or check-in was.',
    }),
    next_due_at: withMeta(z.nullable(timestampField), {
      description:
        'When it is judged next if nothing is reported until then; null for `out_of_hours`, and if nothing is due within a month.',
    }),
    warnings: z.array(warningSchema),
  }),
  {
    id: 'SupervisionPreview',
    description: 'The next windows of a supervision, and what would have happened last week.',
    examples: [
      {
        windows: [
          {
            since: '2026-11-23T08:00:00.000+00:00',
            until: '2026-11-23T21:00:00.000+00:00',
            deadline: '2026-11-23T21:15:00.000+00:00',
          },
        ],
        last_week: [
          {
            since: '2026-11-16T08:00:00.000+00:00',
            until: '2026-11-16T21:00:00.000+00:00',
            deadline: '2026-11-16T21:15:00.000+00:00',
            outcome: 'held',
          },
        ],
        out_of_hours: [],
        last_report_at: null,
        next_due_at: '2026-11-23T21:15:00.000+00:00',
        warnings: [],
      },
    ],
  },
);

export type SupervisionPreview = z.infer<typeof supervisionPreviewSchema>;

/** Says when a supervision would be judged, and what it would have raised in the last week, without storing anything. */
export async function previewSupervision(
  table: Table,
  supervision: Supervision,
  now: Date,
): Promise<SupervisionPreview> {
  await checkSupervision(table, supervision);
  const { kind } = supervision;
  const [siteItem, stateItem, deviceItem] = await batchGet(table, keysOfWarnings(supervision));
  if (!siteItem) throw wrongReferences('site_id');
  const site = SITES.read(siteItem);
  const state = readSiteState(stateItem);
  const expected = await expectationOf(table, supervision, site.entity);
  const { rhythm } = rulesOf(kind);
  const isOfOpenings = rhythm.startsWith('window') || rhythm === 'opening';
  const history = isOfOpenings ? await readWeek(table, supervision, now) : [];
  const { lastAt } = reportedOf(supervision, state);
  const device = deviceItem && DEVICES.entityOf(deviceItem);
  return {
    windows: shownWindows(expected, now),
    last_week: rhythm.startsWith('window') ? lastWeek(supervision, expected, history, now) : [],
    out_of_hours: rhythm === 'opening' ? outOfHours(supervision, expected, history, now) : [],
    last_report_at: lastAt === undefined ? null : formatTimestamp(new Date(lastAt)),
    next_due_at: nextDue(expected, lastAt, now),
    warnings: warningsOf(supervision, { site, state, expected, device }, now),
  };
}

const show = (instant: number) => formatTimestamp(new Date(instant));

function shownWindows(expected: Expectation, now: Date): SupervisionPreview['windows'] {
  if (!rulesOf(expected.kind).rhythm.startsWith('window')) {
    return openTimes(expected, now.getTime())
      .slice(0, SHOWN)
      .map(({ since, until }) => ({ since: show(since), until: show(until), deadline: null }));
  }
  return momentsAfter(expected, now.getTime())
    .slice(0, SHOWN)
    .map(({ window, deadline }) => shownMoment(window, deadline));
}

const shownMoment = (
  { since, until }: { readonly since: number; readonly until: number },
  deadline: number,
) => ({
  since: show(since),
  until: show(until),
  deadline: show(deadline),
});

function nextDue(expected: Expectation, lastAt: number | undefined, now: Date): string | null {
  const at = now.getTime();
  if (rulesOf(expected.kind).rhythm === 'opening' || isNeverDue(expected, at)) return null;
  const hearing = { checkedAt: at, resumedAt: 0 };
  const ruling = judge(expected, { judged: at }, { isFulfilled: true, lastAt }, hearing);
  return show(ruling.outcome === 'wait' ? ruling.until : ruling.next);
}

/** The openings and closings of the last week, the oldest first, with some from before, so that the state at its start is known. */
async function readWeek(
  table: Table,
  { tenant_id: tenantId, site_id: id }: Supervision,
  now: Date,
): Promise<Opening[]> {
  const since = formatTimestamp(new Date(now.getTime() - 8 * DAY_MS));
  const plan = planList(OPENINGS, { kind: 'under', tenantId, id });
  const found: Opening[] = [];
  let position: Parameters<typeof listEntities>[3]['position'];
  do {
    const page = await listEntities(table, OPENINGS, plan, { limit: 100, position });
    found.push(...page.items);
    position = page.next;
  } while (position && found.length < MOST_READ && (found.at(-1)?.received_at ?? '') > since);
  return found.reverse();
}

/** What was known of the openings of a site at an instant. */
function stateAt(history: readonly Opening[], at: number): SiteState {
  const until = show(at);
  return history
    .filter(({ received_at }) => received_at <= until)
    .reduce(withOpening, readSiteState(undefined));
}

function lastWeek(
  { kind, partition }: Supervision,
  expected: Expectation,
  history: readonly Opening[],
  now: Date,
): SupervisionPreview['last_week'] {
  const isMet = rulesOf(kind).over.when === 'closed' ? isClosed : isOpened;
  return momentsAfter(expected, now.getTime() - 7 * DAY_MS)
    .filter(({ deadline }) => deadline <= now.getTime())
    .map(({ window, deadline }) => {
      const areas = decidingAreas(stateAt(history, deadline), partition);
      const outcome = areas.length === 0 ? 'unknown' : isMet(areas) ? 'held' : 'missed';
      return { ...shownMoment(window, deadline), outcome };
    });
}

function outOfHours(
  { partition: own }: Supervision,
  expected: Expectation,
  history: readonly Opening[],
  now: Date,
): SupervisionPreview['out_of_hours'] {
  const since = show(now.getTime() - 7 * DAY_MS);
  return history
    .filter(
      ({ state, at, partition }) =>
        state === 'open' &&
        at >= since &&
        (own === null || partition === null || partition === own) &&
        !isWithin(expected, Date.parse(at), expected.graceMs),
    )
    .map(({ at, partition }) => ({ at, partition }));
}
