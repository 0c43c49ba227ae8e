import type { ComponentChildren } from 'preact';
import { linkedPages, type Page } from '../pages/pages.tsx';
import { ScreenLink } from '../parts/link.tsx';
import type { PageProps } from '../parts/page-props.ts';
import { roleLabel } from '../state/words.ts';
import { desk } from '../texts/desk.ts';
import { Logo } from './logo.tsx';

interface TopBarProps extends PageProps {
  readonly page: Page;
  /** The number of unacknowledged critical alerts. */
  readonly unattended?: number;
  readonly onSignOut: () => void;
  readonly children?: ComponentChildren;
}

export function TopBar({
  user,
  screen,
  change,
  page,
  tenantId,
  tenantName,
  unattended = 0,
  onSignOut,
  children,
}: TopBarProps) {
  const isPlatform = user.role === 'platform_admin';
  return (
    <header class="top-bar">
      <span class="brand">
        <Logo /> Guard
      </span>
      {tenantName && <span class="tenant">{tenantName}</span>}
      <nav aria-label={desk.topBar.pages}>
        {linkedPages(user.role, !isPlatform || tenantId !== undefined).map(({ name, title }) => (
          <ScreenLink
            key={name}
            screen={screen}
            change={change}
            to={{ view: name, itemId: undefined, alertId: name === page.name ? screen.alertId : undefined }}
            isCurrent={name === page.name}
          >
            {title}
            {name === 'alerts' && unattended > 0 && (
              <span class="badge">
                {unattended}
                <span class="unseen"> {desk.topBar.unattended}</span>
              </span>
            )}
          </ScreenLink>
        ))}
      </nav>
      <div class="top-bar-end">
        {children}
        {isPlatform && tenantId !== undefined && (
          <ScreenLink
            screen={screen}
            change={change}
            to={{
              tenantId: undefined,
              alertId: undefined,
              siteId: undefined,
              type: undefined,
              view: 'tenants',
              itemId: undefined,
            }}
          >
            {desk.topBar.otherTenant}
          </ScreenLink>
        )}
        <span class="who">
          {user.name} <span class="muted">{roleLabel(user.role)}</span>
        </span>
        <button type="button" class="quiet" onClick={onSignOut}>
          {desk.topBar.signOut}
        </button>
      </div>
    </header>
  );
}
