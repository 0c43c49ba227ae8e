import { useRef } from 'preact/hooks';
import type { Alert, GuardClient, SiteTest } from '../../../client/index.ts';
import { GuardError } from '../../../client/index.ts';
import { Panel, Reading } from '../../components/page-layout.tsx';
import { Timeline } from '../../components/timeline.tsx';
import { useConsole } from '../../hooks/use-console.ts';
import { usePolled } from '../../hooks/use-polled.ts';
import { siteLanes } from '../../state/site-lanes.ts';
import { STRETCHES, stretchUntil } from '../../state/timeline.ts';
import { desk } from '../../texts/desk.ts';
import { placeTexts } from '../../texts/place-texts.ts';
import type { SiteProps } from './site-props.ts';
import { texts } from './sites-texts.ts';

const EVERY_MS = 60_000;
const PAGE = 100;
const MOST_PAGES = 3;
/** The tests that have ended are read one by one. */
const MOST_TESTS = 10;

interface Past {
  readonly alerts: readonly Alert[];
  readonly tests: readonly SiteTest[];
  readonly isCut: boolean;
}

/** What was at a site in the last hours or days. */
export function SiteTimeline({ id, site, now, alerts: open, tests: { running } }: SiteProps) {
  const { guard, screen, change } = useConsole();
  const length = screen.by === 'week' ? 'week' : 'day';
  const at = useRef(now);
  at.current = now;
  const ended = useRef(new Map<string, SiteTest | undefined>());
  const { value, error, again } = usePolled(
    async (signal): Promise<Past> => {
      const since = new Date(at.current - STRETCHES.week).toISOString();
      const [{ alerts, isCut }, silences] = await Promise.all([
        newestAlerts(guard, id, since, signal),
        // A silence may have begun earlier.
        guard.alerts.listOfSite(id, { type: ['device-offline'], limit: PAGE }, { signal }).page(),
      ]);
      const known = new Map([...alerts, ...silences.data].map((alert) => [alert.id, alert]));
      const all = [...known.values()];
      return { alerts: all, tests: await endedTests(guard, all, ended.current, signal), isCut };
    },
    EVERY_MS,
    [guard, id],
  );
  if (!value) {
    return (
      <Panel>
        <Reading error={error} again={again} />
      </Panel>
    );
  }
  const lanes = siteLanes(
    {
      alerts: [...value.alerts, ...open],
      tests: [...value.tests, ...running.filter((it) => it.site_id === id)],
    },
    { silence: placeTexts.silent, test: desk.onTest.title },
  );
  return (
    <Panel
      title={texts.tabs.timeline}
      actions={(['day', 'week'] as const).map((it) => (
        <button
          key={it}
          type="button"
          class="quiet"
          aria-pressed={it === length}
          onClick={() => change({ by: it === 'week' ? it : undefined }, 'in place')}
        >
          {texts.stretches[it]}
        </button>
      ))}
    >
      <Timeline
        caption={texts.timelineOf(texts.stretches[length])}
        stretch={stretchUntil(now, STRETCHES[length])}
        zone={site.timezone}
        lanes={lanes}
      />
      {value.isCut && <p class="muted">{texts.timelineCut(PAGE * MOST_PAGES)}</p>}
    </Panel>
  );
}

async function newestAlerts(guard: GuardClient, siteId: string, since: string, signal: AbortSignal) {
  const list = guard.alerts.listOfSite(siteId, { since, limit: PAGE }, { signal });
  const alerts: Alert[] = [];
  let cursor: string | null | undefined;
  for (let page = 0; page < MOST_PAGES && cursor !== null; page++) {
    const { data, meta } = await list.page(cursor);
    alerts.push(...data);
    cursor = meta.next_cursor;
  }
  return { alerts, isCut: cursor !== null };
}

/** The tests during which alerts were recorded: no list contains those that have ended. Each is read once. */
async function endedTests(
  guard: GuardClient,
  alerts: readonly Alert[],
  known: Map<string, SiteTest | undefined>,
  signal: AbortSignal,
): Promise<readonly SiteTest[]> {
  const ids = new Set(alerts.flatMap(({ test_id }) => test_id ?? []));
  const newest = [...ids].sort().reverse().slice(0, MOST_TESTS);
  await Promise.all(
    newest.map(async (testId) => {
      if (known.get(testId)?.ended_at || (known.has(testId) && !known.get(testId))) return;
      try {
        known.set(testId, await guard.tests.get(testId, { signal }));
      } catch (error) {
        // It can be read for 30 days after its end.
        if (!(error instanceof GuardError && error.status === 404)) throw error;
        known.set(testId, undefined);
      }
    }),
  );
  return newest.flatMap((testId) => known.get(testId) ?? []);
}
