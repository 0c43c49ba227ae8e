import { useState } from 'preact/hooks';
import { isPermitted } from '../../../../shared/base/access.ts';
import type { OverviewSnapshot, Site, SiteInTrouble } from '../../../client/index.ts';
import { timeOfDay } from '../../components/instant.tsx';
import { ScreenLink } from '../../components/link.tsx';
import { NoSites } from '../../components/no-sites.tsx';
import { PageLayout, Panel, Reading } from '../../components/page-layout.tsx';
import type { PageProps } from '../../components/page-props.ts';
import { useConsole } from '../../hooks/use-console.ts';
import { useRead } from '../../hooks/use-read.ts';
import { problemText } from '../../services/problem.ts';
import { readSites } from '../../services/read-sites.ts';
import { ageText } from '../../state/age.ts';
import { desk } from '../../texts/desk.ts';
import { formatNumber } from '../../texts/language.ts';
import { FirstDay } from './first-day.tsx';
import { HoursChart } from './hours-chart.tsx';
import { Numbers, type OverviewProps } from './overview-numbers.tsx';
import { AtTheDesk, OnCall, OnTest } from './overview-people.tsx';
import { isStale } from './overview-state.ts';
import { texts } from './overview-texts.ts';
import { LookCounts, TileText, tileClass } from './trouble-tiles.tsx';
import { useOverview } from './use-overview.ts';

/** Which sites need attention, worst first; numbers, the last 24 hours, who is on call. */
export function OverviewPage(props: PageProps) {
  const { guard, user, tenantId } = useConsole();
  const { title, now } = props;
  const { snapshot, error } = useOverview(guard, tenantId);
  const overview = snapshot?.overview;
  return (
    <PageLayout title={title} actions={snapshot && <Freshness snapshot={snapshot} now={now} />}>
      {error !== undefined && (
        <p class="problem" role="alert">
          {problemText(error)}
        </p>
      )}
      {!overview && error === undefined && <Reading error={undefined} again={() => {}} />}
      {overview &&
        (overview.sites.total > 0 ? (
          <div class="overview">
            <Numbers {...props} overview={overview} />
            <Trouble {...props} overview={overview} />
            <FirstDay />
            <div class="overview-below">
              <div class="overview-column">
                <Panel title={texts.hours}>
                  <HoursChart overview={overview} />
                </Panel>
                <AtTheDesk {...props} overview={overview} />
              </div>
              <div class="overview-column">
                <OnCall {...props} overview={overview} />
                <OnTest {...props} overview={overview} />
              </div>
            </div>
            <OnAWall />
          </div>
        ) : isPermitted(user.role, 'sites:create') ? (
          <>
            <FirstDay />
            <EmptyOverview {...props} />
          </>
        ) : (
          <NoSites role={user.role} />
        ))}
    </PageLayout>
  );
}

interface FreshnessProps {
  readonly snapshot: OverviewSnapshot;
  readonly now: number;
}

/** Says whether the page follows what happens, and how old it is. */
function Freshness({ snapshot: { overview, connection }, now }: FreshnessProps) {
  const at = overview?.at;
  const isOld = at !== undefined && isStale(at, now);
  const word = connection === 'polling' ? texts.polling : desk.connection[connection];
  return (
    <>
      <span class={`connection connection-${connection}`} role="status">
        {word}
      </span>
      {at !== undefined && (
        <span class={isOld ? 'problem' : 'muted'}>
          {isOld ? texts.old(ageText(at, now)) : texts.asOf(timeOfDay(new Date(at)))}
        </span>
      )}
    </>
  );
}

/** The sites in trouble as tiles, worst first, and the others as a number that opens. */
function Trouble(props: OverviewProps) {
  const { overview, now } = props;
  const { sites } = overview;
  const { total, fine, in_trouble: troubled, more_in_trouble: more } = sites;
  const title =
    total === fine
      ? texts.noTrouble(total)
      : texts.inTrouble(formatNumber(total - fine), formatNumber(total));
  return (
    <section class="panel trouble">
      <header class="page-head">
        <h2 class={total === fine ? 'mark' : undefined}>{title}</h2>
        <LookCounts sites={troubled} />
      </header>
      {troubled.length > 0 && (
        <ul class="tiles">
          {troubled.map((site) => (
            <li key={site.site_id}>
              <ScreenLink
                to={{ view: 'sites', itemId: site.site_id }}
                class={tileClass(site)}
                title={site.name ?? ''}
              >
                <TileText site={site} now={now} />
              </ScreenLink>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <p>
          <ScreenLink to={{ view: 'sites', itemId: undefined }}>
            {texts.moreSites(formatNumber(more))}
          </ScreenLink>
        </p>
      )}
      {fine > 0 && <FineSites {...props} troubled={troubled} />}
    </section>
  );
}

interface FineSitesProps extends OverviewProps {
  readonly troubled: readonly SiteInTrouble[];
}

/** Their names are read when somebody wants to see them: 500 sites are five requests. */
function FineSites({ troubled, ...props }: FineSitesProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="fine" onToggle={({ currentTarget: { open } }) => setOpen(open)}>
      <summary>{texts.fine(props.overview.sites.fine)}</summary>
      {isOpen && <FineNames {...props} troubled={troubled} />}
    </details>
  );
}

const byName = (one: Site, other: Site) => one.name.localeCompare(other.name);

function FineNames({ troubled }: FineSitesProps) {
  const { guard, tenantId } = useConsole();
  const { value, error, again } = useRead(
    (signal) => readSites({ guard, tenantId }, signal),
    [guard, tenantId],
  );
  if (!value) return <Reading error={error} again={again} />;
  const inTrouble = new Set(troubled.map(({ site_id }) => site_id));
  return (
    <ul class="fine-names">
      {value
        .filter(({ id }) => !inTrouble.has(id))
        .sort(byName)
        .map(({ id, name }) => (
          <li key={id}>
            <ScreenLink to={{ view: 'sites', itemId: id }}>{name}</ScreenLink>
          </li>
        ))}
    </ul>
  );
}

/** The same without navigation: on this screen, or by a link of its own. */
function OnAWall() {
  const { user } = useConsole();
  return (
    <p class="on-a-wall">
      <a href="#/overview?wall">{texts.showOnWall}</a>
      {isPermitted(user.role, 'keys:update') && (
        <ScreenLink to={{ view: 'keys', itemId: 'new', by: 'wall' }}>{texts.createWallLink}</ScreenLink>
      )}
    </p>
  );
}

const MINUTE_MS = 60_000;

/** What the page will look like, and the one thing to do. */
function EmptyOverview({ now }: PageProps) {
  const example = (name: string, state: SiteInTrouble['state'], minutes: number): SiteInTrouble => ({
    opening: 'unknown',
    site_id: name,
    name,
    state,
    severity: state === 'active' ? 'critical' : null,
    active: state === 'active' ? 2 : 0,
    acknowledged: 1,
    silent_devices: 3,
    never_heard_devices: 0,
    acknowledged_severity: null,
    test_ends_at: new Date(now + minutes * MINUTE_MS).toISOString(),
    since: new Date(now - minutes * MINUTE_MS).toISOString(),
  });
  const sites = [
    example(`${texts.example} 1`, 'active', 2),
    example(`${texts.example} 2`, 'acknowledged', 9),
    example(`${texts.example} 3`, 'silent', 95),
    example(`${texts.example} 4`, 'on_test', 30),
  ];
  return (
    <Panel title={texts.emptyTitle}>
      <p>{texts.emptyText}</p>
      <ul class="tiles tiles-example" aria-hidden="true">
        {sites.map((site) => (
          <li key={site.site_id}>
            <span class={tileClass(site)}>
              <TileText site={site} now={now} />
            </span>
          </li>
        ))}
      </ul>
      <ScreenLink to={{ view: 'sites', itemId: 'new' }} class="button primary">
        {texts.createSite}
      </ScreenLink>
    </Panel>
  );
}
