import type { ComponentType } from 'preact';
import type { Role } from '../../client/index.ts';
import { AlertsPage, UnattendedBadge } from './alerts-page.tsx';
import { DevicesPage } from './devices-page.tsx';
import type { PageProps } from './page-props.ts';

/** A page of the console: a link of the navigation, and what it shows. */
export interface Page {
  /** Its value of `view` in the URL. */
  readonly name: string;
  /** In the navigation and in the title of the window. */
  readonly title: string;
  /** Every role, where there are none. */
  readonly roles?: readonly Role[];
  readonly View: ComponentType<PageProps>;
  /** Beside the title in the navigation. */
  readonly Badge?: ComponentType<PageProps>;
  /** Whether it shows the sites themselves, which are read more often then. */
  readonly showsSites?: boolean;
}

const ALERTS: Page = { name: 'alerts', title: 'Alerts', View: AlertsPage, Badge: UnattendedBadge };

/** All pages, in the order of the navigation. The first one is shown where the URL names none. */
const PAGES: readonly Page[] = [
  ALERTS,
  { name: 'devices', title: 'Devices', View: DevicesPage, showsSites: true },
];

/** The pages that a role may open. */
export function pagesOf(role: Role): readonly Page[] {
  return PAGES.filter(({ roles }) => roles?.includes(role) ?? true);
}

/** The page that the URL names; the first one where there is no such page for the role. */
export function pageOf(name: string, role: Role): Page {
  return pagesOf(role).find((page) => page.name === name) ?? ALERTS;
}
