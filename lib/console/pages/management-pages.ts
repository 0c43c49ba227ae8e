// biome-ignore-all assist/source/organizeImports: texts compress better beside similar ones
/** The pages with which a tenant is managed: one file, which is smaller than one for each. */
export { WebhooksPage } from './webhooks/webhooks-page.tsx';
export { NotificationsPage } from './notifications/notifications-page.tsx';
export { OnCallPage } from './on-call/on-call-page.tsx';
export { ActionPlansPage } from './action-plans/action-plans-page.tsx';
export { ReportsPage } from './reports/reports-page.tsx';
export { EscalationPage } from './escalation/escalation-page.tsx';
export { PeoplePage } from './people/people-page.tsx';
export { SignInMethodsPage } from './sign-in-methods/sign-in-methods-page.tsx';
export { KeysPage } from './keys/keys-page.tsx';
export { AuditPage } from './audit/audit-page.tsx';
export { StartPage } from './start/start-page.tsx';
export { TenantsPage } from './tenants/tenants-page.tsx';
