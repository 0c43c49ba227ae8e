import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import {
  type GuardClient,
  GuardError,
  type OverviewSnapshot,
  type SitesOverview,
} from '../../../client/index.ts';
import { Logo } from '../../components/logo.tsx';
import { useCutOff } from '../../hooks/use-cut-off.ts';
import { useStyleNumber } from '../../hooks/use-style-number.ts';
import { baseUrlOf } from '../../services/base-url.ts';
import { Preferences } from '../../services/preferences.ts';
import { problemText } from '../../services/problem.ts';
import { applyTheme, keptTheme } from '../../services/theme.ts';
import { ageText } from '../../state/age.ts';
import { formatIn, READER_ZONE } from '../../state/local-time.ts';
import { isOld } from '../../state/proof.ts';
import { severityLabel } from '../../state/words.ts';
import { common } from '../../texts/common.ts';
import { desk } from '../../texts/desk.ts';
import { formatNumber, LOCALE } from '../../texts/language.ts';
import { HoursChart } from './hours-chart.tsx';
import { isStale, shareText, waitedText } from './overview-state.ts';
import { texts } from './overview-texts.ts';
import { LookCounts, TileText, tileClass } from './trouble-tiles.tsx';
import { useOverview } from './use-overview.ts';
import type { WallLink } from './wall-link.ts';
import {
  orbitAt,
  RELEASE_EVERY_MS,
  roomFor,
  scriptIn,
  type TileRoom,
  WATCH_REQUESTS_PER_DAY,
} from './wall-state.ts';

export interface WallPageProps {
  readonly guard: GuardClient;
  /** The time of the service. */
  readonly clock: () => number;
  readonly theme: WallLink['theme'];
  readonly tenantId: string | undefined;
}

/** The overview for a screen on a wall: large, without navigation, and without anybody who operates it. */
export function WallPage({ guard, clock, theme, tenantId }: WallPageProps) {
  const { snapshot, error } = useOverview(guard, tenantId, WATCH_REQUESTS_PER_DAY);
  const isCutOff = useCutOff() !== undefined;
  const now = useEverySecond(clock);
  useTheme(theme);
  useNewRelease();
  useWakefulness();
  useEffect(() => {
    document.title = `${texts.wallTitle} · Guard`;
  }, []);
  const overview = snapshot?.overview;
  if (error !== undefined) return <Ended error={error} now={now} />;
  const isOffline = isCutOff || snapshot?.connection === 'offline';
  if (!overview) {
    return (
      <Frame now={now}>
        <p class="wall-message" role="status">
          {isOffline ? texts.notConnected : texts.connecting}
        </p>
      </Frame>
    );
  }
  const isLost = isOffline && isOld(snapshot, Date.now());
  const isOutOfDate = isCutOff || isLost || isStale(overview.at, now);
  return (
    <>
      <div role="alert">
        {isOutOfDate && (
          <p class="wall-old">
            <strong>{texts.notConnected}</strong>{' '}
            <span aria-hidden="true">{texts.since(ageText(overview.at, now))}</span>
          </p>
        )}
        {!isOutOfDate && snapshot.connection === 'late' && (
          <p class="wall-old wall-late">
            <strong>{desk.connection.late}</strong>
          </p>
        )}
      </div>
      <Frame now={now} isOld={isOutOfDate}>
        <Head overview={overview} connection={isOffline ? 'offline' : snapshot.connection} now={now} />
        <Numbers overview={overview} now={now} />
        <Tiles overview={overview} now={now} />
        <section class="wall-hours" aria-label={texts.hours}>
          <HoursChart overview={overview} />
        </section>
      </Frame>
    </>
  );
}

interface FrameProps {
  readonly now: number;
  readonly isOld?: boolean;
  readonly children: ComponentChildren;
}

function Frame({ now, isOld = false, children }: FrameProps) {
  const main = useRef<HTMLElement>(null);
  const { x, y } = orbitAt(now);
  useStyleNumber(main, '--orbit-x', x);
  useStyleNumber(main, '--orbit-y', y);
  return (
    <main ref={main} class={isOld ? 'wall wall-is-old' : 'wall'}>
      {children}
    </main>
  );
}

/** The screen can do nothing more. It says why, and who can help. */
function Ended({ error, now }: { readonly error: unknown; readonly now: number }) {
  const isRejected = error instanceof GuardError && error.status === 401;
  return (
    <Frame now={now}>
      <div class="wall-message" role="alert">
        <h1>{isRejected ? texts.ended : texts.refused}</h1>
        <p>{isRejected ? texts.endedText : problemText(error)}</p>
      </div>
    </Frame>
  );
}

const clock = (at: number) => formatIn(LOCALE, READER_ZONE, at, { timeStyle: 'medium' });
const date = (at: number) => formatIn(LOCALE, READER_ZONE, at, { dateStyle: 'full' });

interface HeadProps {
  readonly overview: SitesOverview;
  readonly connection: OverviewSnapshot['connection'];
  readonly now: number;
}

function Head({ overview: { at, sites }, connection, now }: HeadProps) {
  const { total, fine } = sites;
  return (
    <header class="wall-head">
      <h1>
        <Logo />{' '}
        {total === fine
          ? texts.noTrouble(total)
          : texts.inTrouble(formatNumber(total - fine), formatNumber(total))}
      </h1>
      <LookCounts sites={sites.in_trouble} />
      <p class="wall-clock">
        <time>{clock(now)}</time>
        <span>{date(now)}</span>
        <span class={`connection connection-${connection}`}>
          {connection === 'polling' ? texts.polling : desk.connection[connection]},{' '}
          {texts.asOf(clock(Date.parse(at)))}
        </span>
      </p>
    </header>
  );
}

interface PartProps {
  readonly overview: SitesOverview;
  readonly now: number;
}

function Numbers({ overview: { alerts, devices, tests, response }, now }: PartProps) {
  const { longest_waiting: waiting } = alerts;
  return (
    <dl class="wall-numbers">
      <Figure
        label={`${severityLabel('critical')}, ${texts.notAcknowledged}`}
        isBad={alerts.active_critical > 0}
      >
        {formatNumber(alerts.active_critical)}
      </Figure>
      <Figure label={waiting ? `${texts.longest}: ${waiting.site_name}` : texts.longest} isBad={!!waiting}>
        {waiting ? waitedText(waiting.created_at, now, common.dayUnit) : '–'}
      </Figure>
      <Figure label={texts.silentDevices} isBad={devices.silent > 0}>
        {formatNumber(devices.silent)}
      </Figure>
      <Figure label={texts.onTest}>{formatNumber(tests.length)}</Figure>
      {response && <Figure label={texts.responseToday}>{shareText(response.today)}</Figure>}
    </dl>
  );
}

interface FigureProps {
  readonly label: string;
  readonly isBad?: boolean;
  readonly children: ComponentChildren;
}

function Figure({ label, isBad = false, children }: FigureProps) {
  return (
    <div class={isBad ? 'figure-bad' : undefined}>
      <dt>{label}</dt>
      <dd class="figure-value">{children}</dd>
    </div>
  );
}

/** As many tiles as fit, worst first. */
function Tiles({ overview: { sites }, now }: PartProps) {
  const place = useRef<HTMLElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const { in_trouble: troubled } = sites;
  const [room, setRoom] = useState<TileRoom>({ scale: 1, shown: 0 });
  useLayoutEffect(() => {
    const { current } = place;
    if (!current) return;
    const observer = new ResizeObserver(() => {
      const em = Number.parseFloat(getComputedStyle(current).fontSize);
      setRoom(roomFor(troubled.length, current.getBoundingClientRect(), em));
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [troubled.length]);
  useStyleNumber(list, '--scale', room.scale);
  const left = troubled.length - room.shown + sites.more_in_trouble;
  return (
    <section
      class="wall-tiles"
      ref={place}
      aria-label={texts.inTrouble(formatNumber(sites.total - sites.fine), formatNumber(sites.total))}
    >
      {troubled.length === 0 && <p class="wall-message wall-quiet">{texts.quiet}</p>}
      <ul class="tiles" ref={list}>
        {troubled.slice(0, room.shown).map((site) => (
          <li key={site.site_id}>
            <span class={tileClass(site)}>
              <TileText site={site} now={now} />
            </span>
          </li>
        ))}
        {left > 0 && room.shown > 0 && <li class="tiles-more">{texts.moreSites(formatNumber(left))}</li>}
      </ul>
    </section>
  );
}

const SECOND_MS = 1_000;

function useEverySecond(clock: () => number): number {
  const [now, setNow] = useState(clock);
  useEffect(() => {
    const timer = setInterval(() => setNow(clock()), SECOND_MS);
    return () => clearInterval(timer);
  }, [clock]);
  return now;
}

function useTheme(theme: WallLink['theme']): void {
  useLayoutEffect(() => {
    applyTheme(theme);
    return () => applyTheme(keptTheme(new Preferences(() => localStorage, baseUrlOf(location.href))));
  }, [theme]);
}

/** Loads the page again after a release. A page that cannot be read stays: nobody could load it again. */
function useNewRelease(): void {
  useEffect(() => {
    const loaded = scriptIn(document.querySelector<HTMLScriptElement>('script[src]')?.src ?? '');
    const check = async () => {
      const response = await fetch(location.pathname, { cache: 'no-cache' });
      const released = response.ok ? scriptIn(await response.text()) : undefined;
      if (loaded !== undefined && released !== undefined && released !== loaded) location.reload();
    };
    const timer = setInterval(() => check().catch(() => undefined), RELEASE_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
}

/** Keeps the screen on, where the browser can. It lets go of the lock whenever the page is hidden. */
function useWakefulness(): void {
  useEffect(() => {
    const ask = () => {
      if (document.visibilityState === 'visible')
        navigator.wakeLock?.request('screen').catch(() => undefined);
    };
    ask();
    document.addEventListener('visibilitychange', ask);
    return () => document.removeEventListener('visibilitychange', ask);
  }, []);
}
