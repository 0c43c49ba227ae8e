import { declaredRoutes, type Route } from '../shared/http/route.ts';
import { exportedBy } from '../shared/lambda/function-group.ts';
import * as actionPlans from './action-plans.ts';
import * as actOnAlerts from './alerts/act.ts';
import * as alertPictures from './alerts/pictures.ts';
import * as raiseAlerts from './alerts/raise.ts';
import * as readAlerts from './alerts/read.ts';
import * as audit from './audit.ts';
import * as auth from './auth.ts';
import * as calendars from './calendars.ts';
import * as channels from './channels.ts';
import * as checkIns from './check-ins.ts';
import * as consolePage from './console.ts';
import * as contacts from './contacts.ts';
import * as devices from './devices.ts';
import * as docs from './docs.ts';
import * as escalation from './escalation.ts';
import * as handover from './handover.ts';
import * as health from './health.ts';
import * as holidays from './holidays.ts';
import * as identityProviders from './identity-providers.ts';
import * as inbound from './inbound.ts';
import * as keys from './keys.ts';
import * as live from './live.ts';
import * as mailAddresses from './mail-addresses.ts';
import * as notificationRules from './notification-rules.ts';
import * as notifications from './notifications.ts';
import * as overview from './overview.ts';
import * as panels from './panels.ts';
import * as passwordResets from './password-resets.ts';
import * as reports from './reports.ts';
import * as response from './response.ts';
import * as schedules from './schedules.ts';
import * as secondFactor from './second-factor.ts';
import * as sites from './sites.ts';
import * as sso from './sso.ts';
import * as statistics from './statistics.ts';
import * as supervisions from './supervisions.ts';
import * as tenants from './tenants.ts';
import * as tests from './tests.ts';
import * as users from './users.ts';
import * as webhooks from './webhooks.ts';
import * as zones from './zones.ts';

/**
 * The modules with endpoints, in the order of the OpenAPI document. Within a module, the order is that of its declarations.
 * Routes that come earlier than the others of their module are in a list of their own.
 */
const modules: readonly object[] = [
  [auth.loginRoute],
  sso,
  [auth.refreshTokenRoute, auth.logoutRoute],
  passwordResets,
  auth,
  secondFactor,
  overview,
  sites,
  zones,
  contacts,
  tests,
  supervisions,
  devices,
  panels,
  inbound,
  mailAddresses,
  [readAlerts.listSiteAlertsRoute, readAlerts.listAlertsRoute, readAlerts.summarizeAlertsRoute],
  raiseAlerts,
  [readAlerts.getAlertRoute],
  actOnAlerts,
  readAlerts,
  alertPictures,
  [actionPlans.getAlertPlanRoute, actionPlans.recordStepRoute],
  checkIns,
  calendars,
  holidays,
  handover,
  live,
  reports,
  escalation,
  users,
  keys,
  actionPlans,
  identityProviders,
  schedules,
  channels,
  [notificationRules.listNotificationRulesRoute, notificationRules.createNotificationRuleRoute],
  [notificationRules.previewNotificationRuleRoute],
  response,
  notificationRules,
  notifications,
  webhooks,
  statistics,
  audit,
  tenants,
  consolePage,
  docs,
  health,
];

/** Every endpoint of Guard: all routes that these modules declare and export. */
export const routes: readonly Route[] = exportedBy(modules, declaredRoutes);
