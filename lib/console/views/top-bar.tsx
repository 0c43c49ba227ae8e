import { roleLabel } from '../state/words.ts';
import { Connection } from './connection.tsx';
import { ScreenLink } from './link.tsx';
import { Logo } from './logo.tsx';
import type { SharedProps } from './shared-props.ts';

interface TopBarProps extends SharedProps {
  readonly offlineSince: Date | undefined;
  readonly unattended: number;
  readonly isHeard: boolean;
  readonly onSound: () => void;
  readonly onSignOut: () => void;
}

export function TopBar(props: TopBarProps) {
  const {
    user,
    screen,
    change,
    snapshot,
    offlineSince,
    unattended,
    isHeard,
    onSound,
    onSignOut,
    tenantName,
  } = props;
  return (
    <header class="top-bar">
      <span class="brand">
        <Logo /> Guard
      </span>
      {tenantName && <span class="tenant">{tenantName}</span>}
      <nav aria-label="Views">
        <ScreenLink
          screen={screen}
          change={change}
          to={{ view: 'alerts' }}
          isCurrent={screen.view === 'alerts'}
        >
          Alerts
          {unattended > 0 && (
            <span class="badge">
              {unattended}
              <span class="unseen"> critical, not acknowledged</span>
            </span>
          )}
        </ScreenLink>
        <ScreenLink
          screen={screen}
          change={change}
          to={{ view: 'devices', alertId: undefined }}
          isCurrent={screen.view === 'devices'}
        >
          Devices
        </ScreenLink>
      </nav>
      <Connection snapshot={snapshot} offlineSince={offlineSince} />
      <button type="button" class="quiet" aria-pressed={isHeard} onClick={onSound}>
        Sound {isHeard ? 'on' : 'off'}
      </button>
      {user.role === 'platform_admin' && (
        <ScreenLink
          screen={screen}
          change={change}
          to={{ tenantId: undefined, alertId: undefined, siteId: undefined, type: undefined }}
        >
          Other tenant
        </ScreenLink>
      )}
      <span class="who">
        {user.name} <span class="muted">{roleLabel(user.role)}</span>
      </span>
      <button type="button" class="quiet" onClick={onSignOut}>
        Sign out
      </button>
    </header>
  );
}
