import { roleLabel } from '../state/words.ts';
import { Connection } from './connection.tsx';
import { ScreenLink } from './link.tsx';
import { Logo } from './logo.tsx';
import type { PageProps } from './page-props.ts';
import { type Page, pagesOf } from './pages.tsx';

interface TopBarProps extends PageProps {
  readonly page: Page;
  readonly offlineSince: Date | undefined;
  readonly isSoundOn: boolean;
  readonly onSound: () => void;
  readonly onSignOut: () => void;
}

export function TopBar(props: TopBarProps) {
  const { user, screen, change, snapshot, offlineSince, page, isSoundOn, onSound, onSignOut, tenantName } =
    props;
  return (
    <header class="top-bar">
      <span class="brand">
        <Logo /> Guard
      </span>
      {tenantName && <span class="tenant">{tenantName}</span>}
      <nav aria-label="Views">
        {pagesOf(user.role).map(({ name, title, Badge }) => (
          <ScreenLink
            key={name}
            screen={screen}
            change={change}
            to={{ view: name, alertId: name === page.name ? screen.alertId : undefined }}
            isCurrent={name === page.name}
          >
            {title}
            {Badge && <Badge {...props} />}
          </ScreenLink>
        ))}
      </nav>
      <Connection snapshot={snapshot} offlineSince={offlineSince} />
      <button type="button" class="quiet" aria-pressed={isSoundOn} onClick={onSound}>
        Sound {isSoundOn ? 'on' : 'off'}
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
