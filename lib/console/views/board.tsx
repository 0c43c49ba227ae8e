import { useEffect, useMemo, useState } from 'preact/hooks';
import { useActions } from '../hooks/use-actions.ts';
import { useCurrentUser } from '../hooks/use-current-user.ts';
import { useCutOff } from '../hooks/use-cut-off.ts';
import { useNews } from '../hooks/use-news.ts';
import { useNow } from '../hooks/use-now.ts';
import { useOpenAlerts } from '../hooks/use-open-alerts.ts';
import { useScreen } from '../hooks/use-screen.ts';
import { useSites } from '../hooks/use-sites.ts';
import { useSound } from '../hooks/use-sound.ts';
import { useTenantName } from '../hooks/use-tenant-name.ts';
import { baseUrlOf } from '../services/base-url.ts';
import type { SignedIn } from '../services/guard-session.ts';
import { Preferences } from '../services/preferences.ts';
import { countUnattended } from '../state/alerts.ts';
import { mayAct } from '../state/may-act.ts';
import { ActionReport } from './action-report.tsx';
import { AlertsView } from './alerts-view.tsx';
import { ConnectionNotice } from './connection.tsx';
import { DevicesView } from './devices-view.tsx';
import { OutcomeDialog } from './outcome-dialog.tsx';
import { SoundNotice } from './sound-notice.tsx';
import { TenantChoice } from './tenant-choice.tsx';
import { TopBar } from './top-bar.tsx';

export interface BoardProps extends SignedIn {
  /** The time of the service. */
  readonly clock: () => number;
  readonly onSignOut: () => void;
}

/** Everything that somebody sees who is signed in. */
export function Board(props: BoardProps) {
  const [screen, change] = useScreen();
  const isPlatform = props.user.role === 'platform_admin';
  const tenantId = isPlatform ? screen.tenantId : undefined;
  if (isPlatform && tenantId === undefined) {
    return <TenantChoice guard={props.guard} screen={screen} change={change} onSignOut={props.onSignOut} />;
  }
  // Another tenant is another board: nothing of the one before stays.
  return <TenantBoard key={tenantId} {...props} screen={screen} change={change} tenantId={tenantId} />;
}

type Shown = ReturnType<typeof useScreen>;

interface TenantBoardProps extends BoardProps {
  readonly screen: Shown[0];
  readonly change: Shown[1];
  readonly tenantId: string | undefined;
}

function TenantBoard({
  guard,
  user: signedIn,
  clock,
  onSignOut,
  screen,
  change,
  tenantId,
}: TenantBoardProps) {
  const { snapshot, isCapped, alerts, show, answers, ...watched } = useOpenAlerts(guard, tenantId);
  const actions = useActions(guard, show);
  const user = useCurrentUser(guard, signedIn, snapshot?.connection);
  const cutOffSince = useCutOff();
  const offlineSince = watched.offlineSince ?? cutOffSince;
  const now = useNow(clock);
  const sites = useSites(guard, tenantId, screen.view === 'devices');
  const tenantName = useTenantName(guard, tenantId);
  const preferences = useMemo(() => new Preferences(() => localStorage, baseUrlOf(location.href)), []);
  const sound = useSound(preferences, mayAct(user.role), alerts, offlineSince !== undefined);
  const [areKeysOn, setKeysOn] = useState(() => preferences.isOn('keys', true));
  const turnKeys = (areOn: boolean) => {
    preferences.set('keys', areOn);
    setKeysOn(areOn);
  };
  const said = useNews(snapshot && !offlineSince ? alerts : undefined);
  const unattended = countUnattended(alerts);
  useEffect(() => {
    document.title = `${unattended > 0 ? `(${unattended}) ` : ''}${screen.view === 'devices' ? 'Devices' : 'Alerts'} · Guard`;
  }, [unattended, screen.view]);

  const shared = {
    guard,
    user,
    screen,
    change,
    sites,
    alerts,
    snapshot,
    isCapped,
    now,
    tenantId,
    tenantName,
    areKeysOn,
  };
  return (
    <>
      <TopBar
        {...shared}
        offlineSince={offlineSince}
        unattended={unattended}
        isHeard={sound.isOn}
        onSound={sound.toggle}
        onSignOut={onSignOut}
      />
      <ConnectionNotice offlineSince={offlineSince} />
      <SoundNotice isBlocked={sound.isBlocked} />
      {screen.view === 'devices' ? (
        <DevicesView {...shared} />
      ) : (
        <AlertsView {...shared} actions={actions} answers={answers} turnKeys={turnKeys} />
      )}
      {actions.asked && <OutcomeDialog asked={actions.asked} actions={actions} tenantName={tenantName} />}
      <ActionReport actions={actions} areKeysOn={areKeysOn} />
      <p class="unseen" role="status">
        {said}
      </p>
    </>
  );
}
