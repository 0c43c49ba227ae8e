import {
  Bell,
  Building,
  CalendarClock,
  CalendarOff,
  ChartColumn,
  ClipboardList,
  Clock,
  KeyRound,
  Landmark,
  LayoutDashboard,
  ListChecks,
  LogIn,
  type LucideIcon,
  Megaphone,
  RadioTower,
  ScrollText,
  Siren,
  TrendingUp,
  UserCheck,
  Users,
  Webhook,
} from 'lucide-preact';
import type { ComponentType } from 'preact';
import { isPermitted, type Permission, type Role } from '../../../shared/base/access.ts';
import type { PageProps } from '../components/page-props.ts';
import { inLanguages } from '../texts/language.ts';

/** A page of the console: its link in the navigation, and what loads it. */
export interface Page {
  /** The name in the URL: `#/sites`. */
  readonly name: string;
  /** The title in the navigation and of the window. */
  readonly title: string;
  /** The title of its tab, if another. */
  readonly tabTitle?: string;
  /** The permission that the page needs; every role has the page without one. */
  readonly needs?: Permission;
  /** The page of which it is a tab, for roles that may use that page. Then the navigation lists only that page. */
  readonly within?: string;
  /** The group of the navigation that lists the page. Other pages link to a page without one. */
  readonly group?: PageGroup;
  readonly icon?: LucideIcon;
  /** Whether it belongs to no tenant. */
  readonly isGlobal?: boolean;
  /** The alert desk is loaded with the console, and every other page when it is opened. */
  readonly load?: () => Promise<ComponentType<PageProps>>;
}

/** The groups of the navigation, in its order. */
export const PAGE_GROUPS = [
  {
    name: 'watch',
    title: inLanguages({ en: 'Watch', pt: 'Vigilância', es: 'Vigilancia', de: 'Überwachung' }),
  },
  {
    name: 'premises',
    title: inLanguages({ en: 'Premises', pt: 'Instalações', es: 'Instalaciones', de: 'Liegenschaften' }),
  },
  {
    name: 'response',
    title: inLanguages({ en: 'Planning', pt: 'Planeamento', es: 'Planificación', de: 'Planung' }),
  },
  {
    name: 'insight',
    title: inLanguages({ en: 'Insight', pt: 'Análise', es: 'Análisis', de: 'Auswertung' }),
  },
  {
    name: 'access',
    title: inLanguages({ en: 'Access', pt: 'Acesso', es: 'Acceso', de: 'Zugang' }),
  },
] as const;

type PageGroup = (typeof PAGE_GROUPS)[number]['name'];

const ALERTS: Page = {
  name: 'alerts',
  title: inLanguages({ en: 'Alerts', pt: 'Alertas', es: 'Alertas', de: 'Alarme' }),
  group: 'watch',
  icon: Bell,
};

const OVERVIEW: Page = {
  name: 'overview',
  title: inLanguages({ en: 'Overview', pt: 'Visão geral', es: 'Vista general', de: 'Übersicht' }),
  group: 'watch',
  icon: LayoutDashboard,
  load: async () => (await import('./overview/overview-page.tsx')).OverviewPage,
};

/** A person reaches it by their own menu. */
export const ACCOUNT: Page = {
  name: 'account',
  title: inLanguages({ en: 'Account', pt: 'Conta', es: 'Cuenta', de: 'Konto' }),
  isGlobal: true,
  load: async () => (await import('./account/account-page.tsx')).AccountPage,
};

/** All pages, in the order of the navigation. A role has no link to a page that it may not use. */
const PAGES: readonly Page[] = [
  OVERVIEW,
  ALERTS,
  {
    name: 'on-call',
    within: 'response',
    title: inLanguages({ en: 'On call', pt: 'Piquete', es: 'Guardias', de: 'Bereitschaft' }),
    needs: 'schedules:read',
    group: 'watch',
    icon: CalendarClock,
    load: async () => (await import('./on-call/on-call-page.tsx')).OnCallPage,
  },
  {
    name: 'handover',
    title: inLanguages({ en: 'Handover', pt: 'Passagem de turno', es: 'Relevo', de: 'Übergabe' }),
    needs: 'handover:read',
    group: 'watch',
    icon: ClipboardList,
    load: async () => (await import('./handover/handover-page.tsx')).HandoverPage,
  },
  {
    name: 'check-in',
    title: inLanguages({ en: 'Check-in', pt: 'Presença', es: 'Presencia', de: 'Kontrollmeldung' }),
    needs: 'alerts:acknowledge',
    group: 'watch',
    icon: UserCheck,
    load: async () => (await import('./check-in/check-in-page.tsx')).CheckInPage,
  },
  {
    name: 'sites',
    title: inLanguages({ en: 'Sites', pt: 'Locais', es: 'Sitios', de: 'Objekte' }),
    needs: 'sites:read',
    group: 'premises',
    icon: Building,
    load: async () => (await import('./sites/sites-page.tsx')).SitesPage,
  },
  {
    name: 'devices',
    title: inLanguages({ en: 'Devices', pt: 'Dispositivos', es: 'Dispositivos', de: 'Geräte' }),
    group: 'premises',
    icon: RadioTower,
    load: async () => (await import('./devices/devices-page.tsx')).DevicesPage,
  },
  {
    name: 'response',
    title: inLanguages({ en: 'Response', pt: 'Resposta', es: 'Respuesta', de: 'Reaktion' }),
    needs: 'notification_rules:read',
    group: 'response',
    tabTitle: inLanguages({
      en: 'Who is woken?',
      pt: 'Quem é acordado?',
      es: '¿A quién se despierta?',
      de: 'Wer wird geweckt?',
    }),
    icon: Siren,
    load: async () => (await import('./response/response-page.tsx')).ResponsePage,
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
    group: 'response',
    icon: ListChecks,
    load: async () => (await import('./action-plans/action-plans-page.tsx')).ActionPlansPage,
  },
  {
    name: 'calendars',
    title: inLanguages({ en: 'Calendars', pt: 'Calendários', es: 'Calendarios', de: 'Kalender' }),
    needs: 'calendars:read',
    group: 'response',
    icon: CalendarOff,
    load: async () => (await import('./calendars/calendars-page.tsx')).CalendarsPage,
  },
  {
    name: 'escalation',
    within: 'response',
    title: inLanguages({ en: 'Escalation', pt: 'Escalonamento', es: 'Escalado', de: 'Eskalation' }),
    needs: 'escalation:read',
    group: 'response',
    icon: TrendingUp,
    load: async () => (await import('./escalation/escalation-page.tsx')).EscalationPage,
  },
  {
    name: 'notifications',
    within: 'response',
    title: inLanguages({
      en: 'Notifications',
      pt: 'Notificações',
      es: 'Notificaciones',
      de: 'Benachrichtigungen',
    }),
    needs: 'notification_rules:read',
    group: 'response',
    icon: Megaphone,
    load: async () => (await import('./notifications/notifications-page.tsx')).NotificationsPage,
  },
  {
    name: 'reports',
    title: inLanguages({ en: 'Reports', pt: 'Relatórios', es: 'Informes', de: 'Berichte' }),
    needs: 'statistics:read',
    group: 'insight',
    icon: ChartColumn,
    load: async () => (await import('./reports/reports-page.tsx')).ReportsPage,
  },
  {
    name: 'time-zone',
    within: 'reports',
    title: inLanguages({ en: 'Time zone', pt: 'Fuso horário', es: 'Zona horaria', de: 'Zeitzone' }),
    needs: 'tenants:update_time_zone',
    group: 'insight',
    icon: Clock,
    load: async () => (await import('./time-zone/time-zone-page.tsx')).TimeZonePage,
  },
  {
    name: 'audit',
    title: inLanguages({ en: 'Audit', pt: 'Auditoria', es: 'Auditoría', de: 'Protokoll' }),
    needs: 'audit:read',
    group: 'insight',
    icon: ScrollText,
    load: async () => (await import('./audit/audit-page.tsx')).AuditPage,
  },
  {
    name: 'people',
    title: inLanguages({ en: 'People', pt: 'Pessoas', es: 'Personas', de: 'Personen' }),
    needs: 'users:create',
    group: 'access',
    icon: Users,
    load: async () => (await import('./people/people-page.tsx')).PeoplePage,
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
    group: 'access',
    icon: LogIn,
    load: async () => (await import('./sign-in-methods/sign-in-methods-page.tsx')).SignInMethodsPage,
  },
  {
    name: 'keys',
    title: inLanguages({ en: 'Keys', pt: 'Chaves', es: 'Claves', de: 'Schlüssel' }),
    needs: 'keys:update',
    group: 'access',
    icon: KeyRound,
    load: async () => (await import('./keys/keys-page.tsx')).KeysPage,
  },
  {
    name: 'webhooks',
    title: 'Webhooks',
    needs: 'webhooks:read',
    group: 'access',
    icon: Webhook,
    load: async () => (await import('./webhooks/webhooks-page.tsx')).WebhooksPage,
  },
  {
    name: 'tenants',
    title: inLanguages({ en: 'Tenants', pt: 'Organizações', es: 'Organizaciones', de: 'Mandanten' }),
    needs: 'tenants:read',
    isGlobal: true,
    group: 'access',
    icon: Landmark,
    load: async () => (await import('./tenants/tenants-page.tsx')).TenantsPage,
  },
  ACCOUNT,
];

/** The navigation of a role, with a tenant or before one is chosen. */
export function linkedPages(role: Role, hasTenant: boolean): readonly Page[] {
  const pages = foundPages(role, hasTenant);
  return pages.filter(({ within }) => pages.every(({ name }) => name !== within));
}

/** The pages that a role finds by name: those of the navigation, and their tabs. */
export function foundPages(role: Role, hasTenant: boolean): readonly Page[] {
  return pagesOf(role, hasTenant).filter(({ group }) => group !== undefined);
}

/** The tabs of which a page is one, the page that the navigation lists first; none for most pages. */
export function tabsWith({ name, within = name }: Page, role: Role): readonly Page[] {
  const pages = foundPages(role, true);
  const first = pages.filter((page) => page.name === within);
  const tabs = first.length > 0 ? pages.filter((page) => page.within === within) : [];
  return tabs.length > 0 ? [...first, ...tabs] : [];
}

/** The pages that a role may open. */
function pagesOf(role: Role, hasTenant: boolean): readonly Page[] {
  return PAGES.filter(
    ({ needs, isGlobal = false }) =>
      (needs === undefined || isPermitted(role, needs)) && (hasTenant || isGlobal),
  );
}

/** The page that the URL names, or the first one of the role: operators begin at the desk, others with the overview. */
export function pageOf(name: string, role: Role, hasTenant: boolean): Page {
  const pages = pagesOf(role, hasTenant);
  const first = role === 'operator' ? ALERTS : (pages[0] ?? ALERTS);
  return pages.find((page) => page.name === name) ?? first;
}

/** The third page of a phone's bar: people on call need their schedule, and those who install the devices. */
const ON_PHONE: Partial<Record<Role, string>> = { operator: 'on-call', tenant_admin: 'devices' };

/** The pages of the bar at the bottom of a phone. */
export function pagesOnPhone(role: Role, hasTenant: boolean): readonly Page[] {
  const names = hasTenant ? ['alerts', 'overview', ON_PHONE[role] ?? 'sites'] : ['tenants'];
  const pages = linkedPages(role, hasTenant);
  return names.flatMap((name) => pages.find((page) => page.name === name) ?? []);
}
