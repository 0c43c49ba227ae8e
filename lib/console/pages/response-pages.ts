/** The pages about the response to alerts: one file, which is smaller than one for each. */
export { ActionPlansPage } from './action-plans/action-plans-page.tsx';
export { EscalationPage } from './escalation/escalation-page.tsx';
export { NotificationsPage } from './notifications/notifications-page.tsx';
export { OnCallPage } from './on-call/on-call-page.tsx';
export { ReportsPage } from './reports/reports-page.tsx';
export { WebhooksPage } from './webhooks/webhooks-page.tsx';
