import { ChevronsLeft, ChevronsRight, Menu, Search } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Dialog } from '../components/dialog.tsx';
import { ScreenLink } from '../components/link.tsx';
import { Logo } from '../components/logo.tsx';
import type { PageProps } from '../components/page-props.ts';
import { type Console, useConsole } from '../hooks/use-console.ts';
import { linkedPages, PAGE_GROUPS, type Page, pagesOnPhone, tabsWith } from '../pages/pages.tsx';
import type { Preferences } from '../services/preferences.ts';
import { common } from '../texts/common.ts';
import { desk } from '../texts/desk.ts';
import { PersonMenu } from './person-menu.tsx';
import { useAfterDesk } from './use-after-desk.ts';

interface ShellProps extends Omit<PageProps, 'now'> {
  readonly page: Page;
  /** The number of unacknowledged critical alerts. */
  readonly unattended?: number;
  readonly preferences: Preferences;
  readonly onSignOut: () => void;
  /** The controls of the whole console, in its top bar. */
  readonly controls?: ComponentChildren;
  readonly children: ComponentChildren;
}

/**
 * What surrounds every page: the top bar, and the navigation. That is a rail beside the page on a wide screen, a sheet on a
 * narrow one, and also a bar at the bottom of a phone.
 */
export function Shell(props: ShellProps) {
  const { tenantName } = useConsole();
  const { preferences, controls, children } = props;
  const [isFolded, setFolded] = useState(() => preferences.isOn('rail-folded', false));
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [isFinding, setFinding] = useState(false);
  const afterDesk = useAfterDesk(isFinding);
  useFindKey(setFinding);
  const fold = () => {
    preferences.set('rail-folded', !isFolded);
    setFolded(!isFolded);
  };
  const foldText = isFolded ? desk.shell.unfold : desk.shell.fold;
  return (
    <div class={isFolded ? 'shell shell-folded' : 'shell'}>
      <button type="button" class="skip-link" onClick={focusContent}>
        {desk.shell.skip}
      </button>
      <header class="top-bar">
        <button
          type="button"
          class="quiet menu-button"
          aria-label={desk.shell.menu}
          aria-haspopup="dialog"
          onClick={() => setSheetOpen(true)}
        >
          <Menu aria-hidden="true" />
        </button>
        <span class="brand brand-narrow">
          <Logo /> Guard
        </span>
        {tenantName && <span class="tenant">{tenantName}</span>}
        <div class="top-bar-end">
          <button type="button" class="quiet find" onClick={() => setFinding(true)}>
            <Search aria-hidden="true" />
            <span class="find-text">{desk.palette.title}</span> <kbd>Ctrl K</kbd>
          </button>
          {controls}
          <OtherTenant />
          <PersonMenu {...props} />
        </div>
      </header>
      <nav class="rail" aria-label={desk.shell.pages}>
        <span class="brand">
          <Logo /> <span class="rail-label">Guard</span>
        </span>
        <PageLinks {...props} />
        <button type="button" class="quiet rail-fold" onClick={fold}>
          {isFolded ? <ChevronsRight aria-hidden="true" /> : <ChevronsLeft aria-hidden="true" />}
          <span class="rail-label">{foldText}</span>
        </button>
      </nav>
      <div class="content">
        <PageTabs {...props} />
        {children}
      </div>
      <PhoneBar {...props} openSheet={() => setSheetOpen(true)} />
      {isFinding && afterDesk && <afterDesk.Palette {...props} onClose={() => setFinding(false)} />}
      {isSheetOpen && (
        <Dialog title={desk.shell.pages} class="sheet" onClose={() => setSheetOpen(false)}>
          {(close) => (
            <>
              <nav aria-label={desk.shell.pages}>
                <PageLinks {...props} onFollow={close} />
              </nav>
              <button type="button" onClick={close}>
                {common.close}
              </button>
            </>
          )}
        </Dialog>
      )}
    </div>
  );
}

/** Opens the palette by Ctrl K, or ⌘ K on a Mac, unless a dialog is open. */
function useFindKey(setFinding: (isFinding: boolean) => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      if (!document.querySelector('dialog[open]')) setFinding(true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [setFinding]);
}

/** Moves the focus to the first alert of the desk, or to the heading of another page. */
function focusContent(): void {
  const target =
    document.querySelector<HTMLElement>('.alert-row') ?? document.querySelector<HTMLElement>('main h1');
  target?.focus();
}

const pagesFor = ({ user, tenantId }: Console, pages = linkedPages) =>
  pages(user.role, user.role !== 'platform_admin' || tenantId !== undefined);

function PageLinks({ onFollow, ...props }: ShellProps & { readonly onFollow?: () => void }) {
  const pages = pagesFor(useConsole());
  return PAGE_GROUPS.map(({ name, title }) => {
    const grouped = pages.filter(({ group }) => group === name);
    if (grouped.length === 0) return undefined;
    const id = `pages-${name}${onFollow ? '-sheet' : ''}`;
    return (
      <section key={name} class="rail-group" aria-labelledby={id}>
        <h2 id={id}>{title}</h2>
        <ul>
          {grouped.map((page) => (
            <li key={page.name}>
              <PageLink {...props} to={page} onFollow={onFollow} />
            </li>
          ))}
        </ul>
      </section>
    );
  });
}

/** The pages that are tabs of one page, above each of them. */
function PageTabs({ page }: ShellProps) {
  const { user } = useConsole();
  const tabs = tabsWith(page, user.role);
  if (tabs.length === 0) return null;
  return (
    <nav class="tabs page-tabs" aria-label={tabs[0]?.title}>
      {tabs.map(({ name, title, tabTitle = title }) => (
        <ScreenLink key={name} to={{ view: name, itemId: undefined }} isCurrent={name === page.name}>
          {tabTitle}
        </ScreenLink>
      ))}
    </nav>
  );
}

interface PageLinkProps extends ShellProps {
  readonly to: Page;
  readonly onFollow?: (() => void) | undefined;
}

function PageLink({ to, page, unattended = 0, onFollow }: PageLinkProps) {
  const { screen } = useConsole();
  const isCurrent = to.name === page.name || to.name === page.within;
  return (
    <ScreenLink
      onFollow={onFollow}
      to={{ view: to.name, itemId: undefined, alertId: isCurrent ? screen.alertId : undefined }}
      isCurrent={isCurrent}
      class="page-link"
      title={to.title}
    >
      {to.icon && <to.icon aria-hidden="true" />}
      <span class="rail-label">{to.title}</span>
      {to.name === 'alerts' && unattended > 0 && (
        <span class="badge">
          {unattended}
          <span class="unseen"> {desk.shell.unattended}</span>
        </span>
      )}
    </ScreenLink>
  );
}

/** The bar at the bottom of a phone. */
function PhoneBar(props: ShellProps & { readonly openSheet: () => void }) {
  return (
    <nav class="phone-bar" aria-label={desk.shell.pages}>
      {pagesFor(useConsole(), pagesOnPhone).map((page) => (
        <PageLink key={page.name} {...props} to={page} />
      ))}
      <button type="button" class="quiet" aria-haspopup="dialog" onClick={props.openSheet}>
        <Menu aria-hidden="true" />
        {desk.shell.more}
      </button>
    </nav>
  );
}

function OtherTenant() {
  const { user, tenantId } = useConsole();
  if (user.role !== 'platform_admin' || tenantId === undefined) return null;
  return (
    <ScreenLink
      to={{
        tenantId: undefined,
        alertId: undefined,
        siteId: undefined,
        type: undefined,
        view: 'tenants',
        itemId: undefined,
      }}
    >
      {desk.shell.otherTenant}
    </ScreenLink>
  );
}
