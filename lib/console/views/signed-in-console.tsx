import { useEffect, useMemo, useState } from 'preact/hooks';
import { LeaveDialog } from '../components/leave-dialog.tsx';
import type { PageProps } from '../components/page-props.ts';
import { useActions } from '../hooks/use-actions.ts';
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
import { useSound } from '../hooks/use-sound.ts';
import { useTenantName } from '../hooks/use-tenant-name.ts';
import { LoadedPage } from '../pages/loaded-page.tsx';
import { type Page, pageOf } from '../pages/pages.tsx';
import { baseUrlOf } from '../services/base-url.ts';
import type { SignedIn } from '../services/guard-session.ts';
import { isNew, Preferences } from '../services/preferences.ts';
import { countUnattended } from '../state/alerts.ts';
import type { Drafts } from '../state/drafts.ts';
import { mayAct } from '../state/may-act.ts';
import type { Screen } from '../state/screen.ts';
import { ActionDialog } from './action-dialog.tsx';
import { ActionReport } from './action-report.tsx';
import { AlertsPage } from './alerts-page.tsx';
import { Connection, ConnectionNotice } from './connection.tsx';
import { Shell } from './shell.tsx';
import { SoundButton } from './sound-button.tsx';
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
  useTitle(page.title);
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

/** The pages of one tenant. Its open alerts are followed on each of them. */
function TenantConsole(shown: ShownProps) {
  const { guard, screen, change, tenantId, preferences, onSignOut, drafts } = shown;
  const openId = screen.alertId;
  const tests = useRunningTests(guard, tenantId);
  const {
    snapshot,
    alerts,
    isLate,
    isCapped,
    show,
    responses,
    openAlert,
    viewed,
    offlineSince: lostSince,
  } = useOpenAlerts(guard, tenantId, tests.show);
  const cutOffSince = useCutOff();
  const offlineSince = lostSince ?? cutOffSince;
  const isOffline = offlineSince !== undefined;
  const connection = isOffline ? 'offline' : isLate ? 'late' : snapshot?.connection;

  const user = useCurrentUser(guard, shown.user, snapshot?.connection);
  const tenantName = useTenantName(guard, tenantId);
  const signedIn = useMemo(
    () => ({ guard, user, screen, change, tenantId, tenantName }),
    [guard, user, screen, change, tenantId, tenantName],
  );

  const actions = useActions({ guard, userId: user.id, show, drafts, openId, isOffline, alerts });
  const readsAhead = mayAct(user.role) && snapshot?.connection === 'live' && !isOffline;
  const details = useKeptDetails(alerts, { guard, role: user.role, openId, readsAhead });
  const sites = useSites(guard, tenantId, false);

  const page = pageOf(screen.view, user.role, true);
  const unattended = countUnattended(alerts);
  useTitle(`${unattended > 0 ? `(${unattended}) ` : ''}${page.title}`);
  const sound = useSound(preferences, mayAct(user.role), alerts, isOffline);
  const announcement = useNews(snapshot && !isOffline ? alerts : undefined);
  const [areShortcutsOn, turnShortcuts] = useSwitch(preferences, 'keys');
  useShortcuts(areShortcutsOn, {
    overview: () => change({ view: page.name === 'overview' ? 'alerts' : 'overview', itemId: undefined }),
  });

  const props = { title: page.title, tests, connection, alerts, isCapped };
  const acting = { preferences, areShortcutsOn, turnShortcuts, actions, responses };
  return (
    <ConsoleProvider value={signedIn}>
      <Shell
        {...props}
        page={page}
        unattended={unattended}
        preferences={preferences}
        onSignOut={onSignOut}
        controls={
          <>
            {(isFollowing(page, screen) || isOffline || isLate) && <Connection connection={connection} />}
            <SoundButton {...sound} />
          </>
        }
      >
        <ConnectionNotice offlineSince={offlineSince} isLate={isLate} />
        {(!page.load || page.name === 'overview') && <FirstSteps preferences={preferences} />}
        {page.load ? (
          <TimedPage page={page} props={props} />
        ) : (
          <AlertsPage {...props} {...acting} {...{ sites, snapshot, openAlert, viewed, details }} />
        )}
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

function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Guard`;
  }, [title]);
}

/** Something that is on until the person turns it off in this browser. */
function useSwitch(preferences: Preferences, name: string) {
  const [isOn, setOn] = useState(() => preferences.isOn(name, true));
  const turn = (areOn: boolean) => {
    preferences.set(name, areOn);
    setOn(areOn);
  };
  return [isOn, turn] as const;
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
