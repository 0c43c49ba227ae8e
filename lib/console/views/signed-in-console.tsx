import { Volume2, VolumeOff } from 'lucide-preact';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { AlertsSnapshot, WatchConnection } from '../../client/index.ts';
import { timeOfDay } from '../components/instant.tsx';
import { LeaveDialog } from '../components/leave-dialog.tsx';
import type { PageProps } from '../components/page-props.ts';
import { type Actions, useActions } from '../hooks/use-actions.ts';
import { type Console, ConsoleProvider, useConsole } from '../hooks/use-console.ts';
import { useCurrentUser } from '../hooks/use-current-user.ts';
import { useCutOff } from '../hooks/use-cut-off.ts';
import { useKeptDetails } from '../hooks/use-kept-details.ts';
import { useNews } from '../hooks/use-news.ts';
import { Clock, useNow } from '../hooks/use-now.ts';
import { useOpenAlerts } from '../hooks/use-open-alerts.ts';
import { useRunningTests } from '../hooks/use-running-tests.ts';
import { useScreen } from '../hooks/use-screen.ts';
import { useShortcuts } from '../hooks/use-shortcuts.ts';
import { useSites } from '../hooks/use-sites.ts';
import { type SoundControl, useSound } from '../hooks/use-sound.ts';
import { useTenantName } from '../hooks/use-tenant-name.ts';
import type { Watched } from '../hooks/use-watch.ts';
import { LoadedPage } from '../pages/loaded-page.tsx';
import { type Page, pageOf } from '../pages/pages.tsx';
import { baseUrlOf } from '../services/base-url.ts';
import type { SignedIn } from '../services/guard-session.ts';
import { isNew, Preferences } from '../services/preferences.ts';
import { countUnattended } from '../state/alerts.ts';
import type { Drafts } from '../state/drafts.ts';
import { mayAct } from '../state/may-act.ts';
import type { Screen } from '../state/screen.ts';
import { common } from '../texts/common.ts';
import { desk } from '../texts/desk.ts';
import { ActionButton } from './action-button.tsx';
import { ActionDialog } from './action-dialog.tsx';
import { AlertsPage } from './alerts-page.tsx';
import { Shell } from './shell.tsx';
import { useAfterDesk } from './use-after-desk.ts';

interface SignedInConsoleProps extends SignedIn {
  /** The time of the service. */
  readonly clock: () => number;
  readonly onSignOut: () => void;
  readonly drafts: Drafts;
}

interface ShownProps extends SignedInConsoleProps, Omit<Console, 'tenantName'> {
  readonly preferences: Preferences;
}

/** The whole console of a signed-in user. */
export function SignedInConsole(props: SignedInConsoleProps) {
  const [screen, change, leaving] = useScreen();
  const isPlatform = props.user.role === 'platform_admin';
  const tenantId = isPlatform ? screen.tenantId : undefined;
  const preferences = useMemo(() => new Preferences(() => localStorage, baseUrlOf(location.href)), []);
  const shown = { ...props, screen, change, tenantId, preferences };
  return (
    <Clock.Provider value={props.clock}>
      {isPlatform && tenantId === undefined ? (
        <PlatformConsole {...shown} />
      ) : (
        // Another tenant is a new component, which keeps no state of the former one.
        <TenantConsole key={tenantId} {...shown} />
      )}
      {leaving && <LeaveDialog leaving={leaving} />}
    </Clock.Provider>
  );
}

/**
 * Whether the page shows each change at once: the alert desk, the lists of sites and devices, and what is at a site now. Others
 * do not call themselves live.
 */
const isFollowing = ({ load }: Page, { view, itemId, tab }: Screen) =>
  load === undefined ||
  (view === 'devices' && itemId === undefined) ||
  (view === 'sites' && itemId !== 'new' && tab === undefined);

const NO_TESTS = { running: [], show: () => {} };

/** The pages that belong to no tenant, until a platform admin chooses one. */
function PlatformConsole({ guard, user, screen, change, preferences, onSignOut }: ShownProps) {
  const page = pageOf(screen.view, user.role, false);
  useEffect(() => {
    document.title = `${page.title} · Guard`;
  }, [page]);
  const signedIn = useMemo(
    () => ({ guard, user, screen, change, tenantId: undefined, tenantName: undefined }),
    [guard, user, screen, change],
  );
  const props = {
    title: page.title,
    tests: NO_TESTS,
    connection: undefined,
    alerts: [],
    isCapped: false,
  };
  return (
    <ConsoleProvider value={signedIn}>
      <Shell {...props} page={page} preferences={preferences} onSignOut={onSignOut}>
        <TimedPage page={page} props={props} />
      </Shell>
    </ConsoleProvider>
  );
}

interface TimedPageProps {
  readonly page: Page;
  readonly props: Omit<PageProps, 'now'>;
}

/** A page with the time: the frame around it is not drawn again because time passes. */
function TimedPage({ page, props }: TimedPageProps) {
  return <LoadedPage page={page} props={{ ...props, now: useNow() }} />;
}

/** The pages of one tenant. */
function TenantConsole(shown: ShownProps) {
  const { guard, screen, change, tenantId, preferences, onSignOut, drafts } = shown;
  const tests = useRunningTests(guard, tenantId);
  const { snapshot, isLate, isCapped, alerts, show, responses, openAlert, viewed, ...watched } =
    useOpenAlerts(guard, tenantId, tests.show);
  const user = useCurrentUser(guard, shown.user, snapshot?.connection);
  const cutOffSince = useCutOff();
  const offlineSince = watched.offlineSince ?? cutOffSince;
  const isOffline = offlineSince !== undefined;
  const page = pageOf(screen.view, user.role, true);
  const openId = screen.alertId;
  const actions = useActions({ guard, userId: user.id, show, drafts, openId, isOffline, alerts });
  const readsAhead = mayAct(user.role) && snapshot?.connection === 'live' && !isOffline;
  const details = useKeptDetails(alerts, { guard, role: user.role, openId, readsAhead });
  const sites = useSites(guard, tenantId, false);
  const tenantName = useTenantName(guard, tenantId);
  const sound = useSound(preferences, mayAct(user.role), alerts, isOffline);
  const [areShortcutsOn, setShortcutsOn] = useState(() => preferences.isOn('keys', true));
  const turnShortcuts = (areOn: boolean) => {
    preferences.set('keys', areOn);
    setShortcutsOn(areOn);
  };
  useShortcuts(areShortcutsOn, {
    overview: () => change({ view: page.name === 'overview' ? 'alerts' : 'overview', itemId: undefined }),
  });
  const announcement = useNews(snapshot && !offlineSince ? alerts : undefined);
  const unattended = countUnattended(alerts);
  useEffect(() => {
    document.title = `${unattended > 0 ? `(${unattended}) ` : ''}${page.title} · Guard`;
  }, [unattended, page]);

  const { title } = page;
  const connection = offlineSince ? 'offline' : isLate ? 'late' : snapshot?.connection;
  const watch = { tests, connection, alerts, isCapped };
  const props = { title, ...watch };
  const signedIn = useMemo(
    () => ({ guard, user, screen, change, tenantId, tenantName }),
    [guard, user, screen, change, tenantId, tenantName],
  );
  const acting = { preferences, areShortcutsOn, turnShortcuts, actions, responses };
  const deskProps = { ...acting, sites, snapshot, openAlert, viewed, details };
  return (
    <ConsoleProvider value={signedIn}>
      {' '}
      <Shell
        {...props}
        page={page}
        unattended={unattended}
        preferences={preferences}
        onSignOut={onSignOut}
        controls={
          <>
            {(isFollowing(page, screen) || offlineSince || isLate) && <Connection connection={connection} />}
            <SoundButton {...sound} />
          </>
        }
      >
        <ConnectionNotice offlineSince={offlineSince} isLate={isLate} />
        {(!page.load || page.name === 'overview') && <FirstSteps preferences={preferences} />}
        {page.load ? <TimedPage page={page} props={props} /> : <AlertsPage {...props} {...deskProps} />}
        {actions.asked?.isInPlace === false && (
          <ActionDialog asked={actions.asked} actions={actions} open={alerts} />
        )}
        <ActionReport actions={actions} areShortcutsOn={areShortcutsOn} />
        <p class="unseen" role="status">
          {announcement}
        </p>
      </Shell>
    </ConsoleProvider>
  );
}

/** What a person does at their first sign-in, above their first page. */
function FirstSteps({ preferences }: Pick<ShownProps, 'preferences'>) {
  const { user } = useConsole();
  const [isShown, setShown] = useState(() => preferences.isOn(isNew(user), false));
  const afterDesk = useAfterDesk(isShown);
  if (!isShown || !afterDesk) return null;
  const dismiss = () => {
    preferences.set(isNew(user), false);
    setShown(false);
  };
  return <afterDesk.ReachCard onClose={dismiss} />;
}

/**
 * Turns the sound on and off, and says whether one will be heard. While the browser blocks the sound, any click or key on the
 * page allows it.
 */
function SoundButton({ isOn, offUntil, isBlocked, toggle }: SoundControl) {
  const state = isOn
    ? desk.sound.on
    : offUntil
      ? desk.sound.offUntil(timeOfDay(new Date(offUntil)))
      : desk.sound.off;
  return (
    <>
      {isBlocked ? (
        <button type="button" class="sound sound-blocked" title={desk.sound.blockedUntil}>
          <VolumeOff aria-hidden="true" />
          {desk.sound.blocked}
        </button>
      ) : (
        <button type="button" class="quiet sound" aria-pressed={isOn} onClick={toggle}>
          {isOn ? <Volume2 aria-hidden="true" /> : <VolumeOff aria-hidden="true" />}
          <span class={isOn ? 'sound-on' : undefined}>{state}</span>
        </button>
      )}
      <span class="unseen" role="alert">
        {isBlocked && desk.sound.blockedUntil}
      </span>
    </>
  );
}

/** Says in a word how fresh the screen is. */
function Connection({
  connection = 'connecting',
}: {
  readonly connection: WatchConnection | undefined | 'connecting';
}) {
  return <span class={`connection connection-${connection}`}>{desk.connection[connection]}</span>;
}

interface ConnectionNoticeProps extends Pick<Watched<AlertsSnapshot>, 'offlineSince'> {
  readonly isLate: boolean;
}

/** Warns that the screen may be out of date. */
function ConnectionNotice({ offlineSince, isLate }: ConnectionNoticeProps) {
  const band = useRef<HTMLDivElement>(null);
  useBand(band);
  return (
    <div role="alert" class="band" ref={band}>
      {offlineSince && (
        <p class="offline-notice">
          <strong>{desk.connection.offline}</strong> {desk.connection.since(timeOfDay(offlineSince))}
        </p>
      )}
      {isLate && !offlineSince && (
        <p class="late-notice">
          <strong>{desk.connection.late}</strong> {desk.connection.lateText}
        </p>
      )}
    </div>
  );
}

/** Tells the style how high the band is: it stays in view, and what else stays is below it. */
function useBand(band: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() =>
      style.setProperty('--band', String(band.current?.offsetHeight ?? 0)),
    );
    if (band.current) observer.observe(band.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--band');
    };
  }, [band]);
}

interface ActionReportProps {
  readonly actions: Actions;
  readonly areShortcutsOn: boolean;
}

/** Reports the last action, and offers to undo it for a while. It moves nothing else on the screen. */
function ActionReport({ actions, areShortcutsOn }: ActionReportProps) {
  const { report, dismiss, undo, isHeld } = actions;
  const isFailed = report?.is === 'failed';
  const undoable = report?.undoable;
  useShortcuts(areShortcutsOn, undoable ? { undo: () => void undo(undoable) } : {});
  return (
    <div class={report ? 'action-report' : 'action-report unseen'}>
      <p role="status">{report && !isFailed && report.text}</p>
      <div role="alert">
        {isFailed && (
          <>
            <p class="problem">{report.text}</p>
            <ul>
              {report.failures?.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </>
        )}
      </div>
      {undoable && (
        <ActionButton class="primary" isHeld={isHeld} onPress={() => void undo(undoable)}>
          {desk.actions.undo}
        </ActionButton>
      )}
      {report && report.is !== 'running' && (
        <ActionButton isHeld={isHeld} onPress={dismiss}>
          {isFailed ? common.close : desk.actions.ok}
        </ActionButton>
      )}
    </div>
  );
}
