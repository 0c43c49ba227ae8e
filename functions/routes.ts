import type { Route } from '../shared/route.ts';
import { acknowledgeAlertRoute } from './alerts/acknowledge-alert.route.ts';
import { getAlertRoute } from './alerts/get-alert.route.ts';
import { listAlertsRoute } from './alerts/list-alerts.route.ts';
import { listSiteAlertsRoute } from './alerts/list-site-alerts.route.ts';
import { raiseAlertRoute } from './alerts/raise-alert.route.ts';
import { resolveAlertRoute } from './alerts/resolve-alert.route.ts';
import { getCurrentUserRoute } from './auth/get-current-user.route.ts';
import { loginRoute } from './auth/login.route.ts';
import { logoutRoute } from './auth/logout.route.ts';
import { refreshTokenRoute } from './auth/refresh-token.route.ts';
import { getHealthRoute } from './health/get-health.route.ts';
import { listSitesRoute } from './sites/list-sites.route.ts';

/** Every endpoint of Guard. What is not in this list does not exist: not deployed, not served, not documented. */
export const routes: readonly Route[] = [
  loginRoute,
  refreshTokenRoute,
  logoutRoute,
  getCurrentUserRoute,
  listSitesRoute,
  listSiteAlertsRoute,
  listAlertsRoute,
  raiseAlertRoute,
  getAlertRoute,
  acknowledgeAlertRoute,
  resolveAlertRoute,
  getHealthRoute,
];
