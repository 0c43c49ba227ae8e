import type { ComponentType } from 'preact';
import { isPermitted, type Permission, type Role } from '../../../shared/base/access.ts';
import type { PageProps } from '../parts/page-props.ts';
import { inLanguages } from '../texts/language.ts';

/** A page of the console: its link in the navigation, and what loads it. */
export interface Page {
  /** The name in the URL: `#/sites`. */
  readonly name: string;
  /** The title in the navigation and of the window. */
  readonly title: string;
  /** The permission that the page needs; every role has the page without one. */
  readonly needs?: Permission;
  /** Whether other pages link to it, and the navigation does not. */
  readonly isUnlisted?: boolean;
  /** Whether it belongs to no tenant. */
  readonly isGlobal?: boolean;
  /** The alert desk is loaded with the console, and every other page when it is opened. */
  readonly load?: () => Promise<ComponentType<PageProps>>;
}

const ALERTS: Page = {
  name: 'alerts',
  title: inLanguages({ en: 'Alerts', pt: 'Alertas', es: 'Alertas', de: 'Alarme' }),
};

/** All pages, in the order of the navigation. A role has no link to a page that it may not use. */
const PAGES: readonly Page[] = [
  ALERTS,
  {
    name: 'sites',
    title: inLanguages({ en: 'Sites', pt: 'Locais', es: 'Sitios', de: 'Objekte' }),
    needs: 'sites:read',
    load: async () => (await import('./premises-pages.ts')).SitesPage,
  },
  {
    name: 'devices',
    title: inLanguages({ en: 'Devices', pt: 'Dispositivos', es: 'Dispositivos', de: 'Geräte' }),
    load: async () => (await import('./premises-pages.ts')).DevicesPage,
  },
  {
    name: 'on-call',
    title: inLanguages({ en: 'On call', pt: 'Piquete', es: 'Guardias', de: 'Bereitschaft' }),
    needs: 'schedules:read',
    load: async () => (await import('./on-call/on-call-page.tsx')).OnCallPage,
  },
  {
    name: 'notifications',
    title: inLanguages({
      en: 'Notifications',
      pt: 'Notificações',
      es: 'Notificaciones',
      de: 'Benachrichtigungen',
    }),
    needs: 'notification_rules:read',
    load: async () => (await import('./notifications/notifications-page.tsx')).NotificationsPage,
  },
  {
    name: 'people',
    title: inLanguages({ en: 'People', pt: 'Pessoas', es: 'Personas', de: 'Benutzer' }),
    needs: 'users:create',
    load: async () => (await import('./people/people-page.tsx')).PeoplePage,
  },
  {
    name: 'keys',
    title: inLanguages({ en: 'Keys', pt: 'Chaves', es: 'Claves', de: 'Schlüssel' }),
    needs: 'keys:read',
    load: async () => (await import('./keys/keys-page.tsx')).KeysPage,
  },
  {
    name: 'webhooks',
    title: 'Webhooks',
    needs: 'webhooks:read',
    load: async () => (await import('./webhooks/webhooks-page.tsx')).WebhooksPage,
  },
  {
    name: 'escalation',
    title: inLanguages({ en: 'Escalation', pt: 'Escalonamento', es: 'Escalado', de: 'Eskalation' }),
    needs: 'escalation:read',
    load: async () => (await import('./escalation/escalation-page.tsx')).EscalationPage,
  },
  {
    name: 'action-plans',
    title: inLanguages({
      en: 'Action plans',
      pt: 'Planos de ação',
      es: 'Planes de acción',
      de: 'Maßnahmenpläne',
    }),
    needs: 'action_plans:read',
    load: async () => (await import('./action-plans/action-plans-page.tsx')).ActionPlansPage,
  },
  {
    name: 'reports',
    title: inLanguages({ en: 'Reports', pt: 'Relatórios', es: 'Informes', de: 'Berichte' }),
    needs: 'statistics:read',
    load: async () => (await import('./reports/reports-page.tsx')).ReportsPage,
  },
  {
    name: 'sign-in-methods',
    title: inLanguages({
      en: 'Sign-in methods',
      pt: 'Início de sessão',
      es: 'Inicio de sesión',
      de: 'Anmeldung',
    }),
    needs: 'identity_providers:read',
    load: async () => (await import('./sign-in-methods/sign-in-methods-page.tsx')).SignInMethodsPage,
  },
  {
    name: 'audit',
    title: inLanguages({ en: 'Audit', pt: 'Auditoria', es: 'Auditoría', de: 'Protokoll' }),
    needs: 'audit:read',
    load: async () => (await import('./audit/audit-page.tsx')).AuditPage,
  },
  {
    name: 'start',
    title: inLanguages({ en: 'Get started', pt: 'Começar', es: 'Primeros pasos', de: 'Erste Schritte' }),
    needs: 'keys:create',
    isUnlisted: true,
    load: async () => (await import('./start/start-page.tsx')).StartPage,
  },
  {
    name: 'tenants',
    title: inLanguages({ en: 'Tenants', pt: 'Organizações', es: 'Organizaciones', de: 'Mandanten' }),
    needs: 'tenants:read',
    isGlobal: true,
    load: async () => (await import('./tenants/tenants-page.tsx')).TenantsPage,
  },
  {
    name: 'account',
    title: inLanguages({ en: 'Account', pt: 'Conta', es: 'Cuenta', de: 'Konto' }),
    isGlobal: true,
    load: async () => (await import('./own-pages.ts')).AccountPage,
  },
];

/** The navigation of a role, with a tenant or before one is chosen. */
export function linkedPages(role: Role, hasTenant: boolean): readonly Page[] {
  return pagesOf(role, hasTenant).filter(({ isUnlisted = false }) => !isUnlisted);
}

/** The pages that a role may open. */
function pagesOf(role: Role, hasTenant: boolean): readonly Page[] {
  return PAGES.filter(
    ({ needs, isGlobal = false }) =>
      (needs === undefined || isPermitted(role, needs)) && (hasTenant || isGlobal),
  );
}

/** The page that the URL names, or the first one of the role. */
export function pageOf(name: string, role: Role, hasTenant: boolean): Page {
  const pages = pagesOf(role, hasTenant);
  return pages.find((page) => page.name === name) ?? pages[0] ?? ALERTS;
}
