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
import { ConnectionNotice } from './connection.tsx';
import { OutcomeDialog } from './outcome-dialog.tsx';
import type { PageProps } from './page-props.ts';
import { pageOf } from './pages.tsx';
import { SoundNotice } from './sound-notice.tsx';
import { TenantChoice } from './tenant-choice.tsx';
import { TopBar } from './top-bar.tsx';

export interface BoardProps extends SignedIn {
  /** The time of the service. */
  readonly clock: () => number;
  readonly onSignOut: () => void;
}

/** The whole console of a signed-in user. */
export function Board(props: BoardProps) {
  const [screen, change] = useScreen();
  const isPlatform = props.user.role === 'platform_admin';
  const tenantId = isPlatform ? screen.tenantId : undefined;
  if (isPlatform && tenantId === undefined) {
    return <TenantChoice guard={props.guard} screen={screen} change={change} onSignOut={props.onSignOut} />;
  }
  // Another tenant is a new component, which keeps no state of the former one.
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
  const { snapshot, isCapped, alerts, show, responses, ...watched } = useOpenAlerts(guard, tenantId);
  const actions = useActions(guard, show);
  const user = useCurrentUser(guard, signedIn, snapshot?.connection);
  const cutOffSince = useCutOff();
  const offlineSince = watched.offlineSince ?? cutOffSince;
  const now = useNow(clock);
  const page = pageOf(screen.view, user.role);
  const sites = useSites(guard, tenantId, page.showsSites ?? false);
  const tenantName = useTenantName(guard, tenantId);
  const preferences = useMemo(() => new Preferences(() => localStorage, baseUrlOf(location.href)), []);
  const sound = useSound(preferences, mayAct(user.role), alerts, offlineSince !== undefined);
  const [areKeysOn, setKeysOn] = useState(() => preferences.isOn('keys', true));
  const turnKeys = (areOn: boolean) => {
    preferences.set('keys', areOn);
    setKeysOn(areOn);
  };
  const announcement = useNews(snapshot && !offlineSince ? alerts : undefined);
  const unattended = countUnattended(alerts);
  useEffect(() => {
    document.title = `${unattended > 0 ? `(${unattended}) ` : ''}${page.title} · Guard`;
  }, [unattended, page]);

  const props: PageProps = {
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
    turnKeys,
    actions,
    responses,
  };
  return (
    <>
      <TopBar
        {...props}
        page={page}
        offlineSince={offlineSince}
        isSoundOn={sound.isOn}
        onSound={sound.toggle}
        onSignOut={onSignOut}
      />
      <ConnectionNotice offlineSince={offlineSince} />
      <SoundNotice isBlocked={sound.isBlocked} />
      <page.View {...props} />
      {actions.asked && <OutcomeDialog asked={actions.asked} actions={actions} tenantName={tenantName} />}
      <ActionReport actions={actions} areKeysOn={areKeysOn} />
      <p class="unseen" role="status">
        {announcement}
      </p>
    </>
  );
}
