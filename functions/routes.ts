import type { Route } from '../shared/http/route.ts';
import { createActionPlanRoute } from './action-plans/create-action-plan.route.ts';
import { deleteActionPlanRoute } from './action-plans/delete-action-plan.route.ts';
import { getActionPlanRoute } from './action-plans/get-action-plan.route.ts';
import { getAlertPlanRoute } from './action-plans/get-alert-plan.route.ts';
import { listActionPlansRoute } from './action-plans/list-action-plans.route.ts';
import { recordStepRoute } from './action-plans/record-step.route.ts';
import { updateActionPlanRoute } from './action-plans/update-action-plan.route.ts';
import { acknowledgeAlertRoute } from './alerts/acknowledge-alert.route.ts';
import { acknowledgeAlertsRoute } from './alerts/acknowledge-alerts.route.ts';
import { getAlertRoute } from './alerts/get-alert.route.ts';
import { listAlertEventsRoute } from './alerts/list-alert-events.route.ts';
import { listAlertsRoute } from './alerts/list-alerts.route.ts';
import { listSiteAlertsRoute } from './alerts/list-site-alerts.route.ts';
import { noteAlertRoute } from './alerts/note-alert.route.ts';
import { raiseAlertRoute } from './alerts/raise-alert.route.ts';
import { reopenAlertRoute } from './alerts/reopen-alert.route.ts';
import { resolveAlertRoute } from './alerts/resolve-alert.route.ts';
import { resolveAlertsRoute } from './alerts/resolve-alerts.route.ts';
import { summarizeAlertsRoute } from './alerts/summarize-alerts.route.ts';
import { listAuditEventsRoute } from './audit/list-audit-events.route.ts';
import { endOtherSessionsRoute } from './auth/end-other-sessions.route.ts';
import { endSessionRoute } from './auth/end-session.route.ts';
import { getCurrentUserRoute } from './auth/get-current-user.route.ts';
import { listOwnSessionsRoute } from './auth/list-own-sessions.route.ts';
import { loginRoute } from './auth/login.route.ts';
import { logoutRoute } from './auth/logout.route.ts';
import { refreshTokenRoute } from './auth/refresh-token.route.ts';
import { updateCurrentUserRoute } from './auth/update-current-user.route.ts';
import { createChannelRoute } from './channels/create-channel.route.ts';
import { deleteChannelRoute } from './channels/delete-channel.route.ts';
import { getUserChannelsRoute } from './channels/get-user-channels.route.ts';
import { listChannelsRoute } from './channels/list-channels.route.ts';
import { testChannelRoute } from './channels/test-channel.route.ts';
import { verifyChannelRoute } from './channels/verify-channel.route.ts';
import { getConsoleRoute } from './console/get-console.route.ts';
import { getConsoleAssetRoute } from './console/get-console-asset.route.ts';
import { createContactRoute } from './contacts/create-contact.route.ts';
import { deleteContactRoute } from './contacts/delete-contact.route.ts';
import { getContactRoute } from './contacts/get-contact.route.ts';
import { listSiteContactsRoute } from './contacts/list-site-contacts.route.ts';
import { updateContactRoute } from './contacts/update-contact.route.ts';
import { createDeviceRoute } from './devices/create-device.route.ts';
import { deleteDeviceRoute } from './devices/delete-device.route.ts';
import { getDeviceRoute } from './devices/get-device.route.ts';
import { importDevicesRoute } from './devices/import-devices.route.ts';
import { listDevicesRoute } from './devices/list-devices.route.ts';
import { listSiteDevicesRoute } from './devices/list-site-devices.route.ts';
import { updateDeviceRoute } from './devices/update-device.route.ts';
import { getOpenapiDocumentRoute } from './docs/get-openapi-document.route.ts';
import { getReferenceRoute } from './docs/get-reference.route.ts';
import { getReferenceAssetRoute } from './docs/get-reference-asset.route.ts';
import { getEscalationRoute } from './escalation/get-escalation.route.ts';
import { setEscalationRoute } from './escalation/set-escalation.route.ts';
import { getHealthRoute } from './health/get-health.route.ts';
import { createIdentityProviderRoute } from './identity-providers/create-identity-provider.route.ts';
import { deleteIdentityProviderRoute } from './identity-providers/delete-identity-provider.route.ts';
import { getIdentityProviderRoute } from './identity-providers/get-identity-provider.route.ts';
import { listIdentityProvidersRoute } from './identity-providers/list-identity-providers.route.ts';
import { updateIdentityProviderRoute } from './identity-providers/update-identity-provider.route.ts';
import { verifyIdentityProviderRoute } from './identity-providers/verify-identity-provider.route.ts';
import { createKeyRoute } from './keys/create-key.route.ts';
import { getKeyRoute } from './keys/get-key.route.ts';
import { listKeysRoute } from './keys/list-keys.route.ts';
import { renameKeyRoute } from './keys/rename-key.route.ts';
import { revokeKeyRoute } from './keys/revoke-key.route.ts';
import { createLiveTicketRoute } from './live/create-live-ticket.route.ts';
import { createNotificationRuleRoute } from './notification-rules/create-notification-rule.route.ts';
import { deleteNotificationRuleRoute } from './notification-rules/delete-notification-rule.route.ts';
import { getNotificationRuleRoute } from './notification-rules/get-notification-rule.route.ts';
import { listNotificationRulesRoute } from './notification-rules/list-notification-rules.route.ts';
import { previewNotificationRuleRoute } from './notification-rules/preview-notification-rule.route.ts';
import { updateNotificationRuleRoute } from './notification-rules/update-notification-rule.route.ts';
import { listNotificationsRoute } from './notifications/list-notifications.route.ts';
import { confirmPasswordResetRoute } from './password-resets/confirm-password-reset.route.ts';
import { requestPasswordResetRoute } from './password-resets/request-password-reset.route.ts';
import { createReportRoute } from './reports/create-report.route.ts';
import { createOverrideRoute } from './schedules/create-override.route.ts';
import { createScheduleRoute } from './schedules/create-schedule.route.ts';
import { deleteOverrideRoute } from './schedules/delete-override.route.ts';
import { deleteScheduleRoute } from './schedules/delete-schedule.route.ts';
import { getOnCallRoute } from './schedules/get-on-call.route.ts';
import { getScheduleRoute } from './schedules/get-schedule.route.ts';
import { listOverridesRoute } from './schedules/list-overrides.route.ts';
import { listSchedulesRoute } from './schedules/list-schedules.route.ts';
import { listShiftsRoute } from './schedules/list-shifts.route.ts';
import { previewScheduleRoute } from './schedules/preview-schedule.route.ts';
import { updateScheduleRoute } from './schedules/update-schedule.route.ts';
import { beginTotpRoute } from './second-factor/begin-totp.route.ts';
import { confirmTotpRoute } from './second-factor/confirm-totp.route.ts';
import { disableTotpRoute } from './second-factor/disable-totp.route.ts';
import { getSecurityRoute } from './second-factor/get-security.route.ts';
import { getTotpRoute } from './second-factor/get-totp.route.ts';
import { setSecurityRoute } from './second-factor/set-security.route.ts';
import { createSiteRoute } from './sites/create-site.route.ts';
import { deleteSiteRoute } from './sites/delete-site.route.ts';
import { getSiteRoute } from './sites/get-site.route.ts';
import { listSitesRoute } from './sites/list-sites.route.ts';
import { updateSiteRoute } from './sites/update-site.route.ts';
import { endSsoSessionsRoute } from './sso/end-sso-sessions.route.ts';
import { redeemSsoCodeRoute } from './sso/redeem-sso-code.route.ts';
import { returnFromSsoRoute } from './sso/return-from-sso.route.ts';
import { startSsoRoute } from './sso/start-sso.route.ts';
import { getResponseTimesRoute } from './statistics/get-response-times.route.ts';
import { createTenantRoute } from './tenants/create-tenant.route.ts';
import { deleteTenantRoute } from './tenants/delete-tenant.route.ts';
import { getTenantRoute } from './tenants/get-tenant.route.ts';
import { listTenantsRoute } from './tenants/list-tenants.route.ts';
import { updateTenantRoute } from './tenants/update-tenant.route.ts';
import { endTestRoute } from './tests/end-test.route.ts';
import { getTestRoute } from './tests/get-test.route.ts';
import { listSiteTestsRoute } from './tests/list-site-tests.route.ts';
import { listTestsRoute } from './tests/list-tests.route.ts';
import { startTestRoute } from './tests/start-test.route.ts';
import { updateTestRoute } from './tests/update-test.route.ts';
import { assignSitesRoute } from './users/assign-sites.route.ts';
import { createUserRoute } from './users/create-user.route.ts';
import { deleteUserRoute } from './users/delete-user.route.ts';
import { getAssignedSitesRoute } from './users/get-assigned-sites.route.ts';
import { getMailStatusRoute } from './users/get-mail-status.route.ts';
import { getUserRoute } from './users/get-user.route.ts';
import { inviteUserRoute } from './users/invite-user.route.ts';
import { listUsersRoute } from './users/list-users.route.ts';
import { resetTotpRoute } from './users/reset-totp.route.ts';
import { updateUserRoute } from './users/update-user.route.ts';
import { createWebhookRoute } from './webhooks/create-webhook.route.ts';
import { deleteWebhookRoute } from './webhooks/delete-webhook.route.ts';
import { getWebhookRoute } from './webhooks/get-webhook.route.ts';
import { listWebhookDeliveriesRoute } from './webhooks/list-webhook-deliveries.route.ts';
import { listWebhooksRoute } from './webhooks/list-webhooks.route.ts';
import { recoverWebhookRoute } from './webhooks/recover-webhook.route.ts';
import { resendDeliveryRoute } from './webhooks/resend-delivery.route.ts';
import { rotateWebhookSecretRoute } from './webhooks/rotate-webhook-secret.route.ts';
import { testWebhookRoute } from './webhooks/test-webhook.route.ts';
import { updateWebhookRoute } from './webhooks/update-webhook.route.ts';
import { createZoneRoute } from './zones/create-zone.route.ts';
import { deleteZoneRoute } from './zones/delete-zone.route.ts';
import { getZoneRoute } from './zones/get-zone.route.ts';
import { listSiteZonesRoute } from './zones/list-site-zones.route.ts';
import { updateZoneRoute } from './zones/update-zone.route.ts';

/** Every endpoint of Guard. A route that is not in this list is not deployed, not served and not documented. */
export const routes: readonly Route[] = [
  loginRoute,
  startSsoRoute,
  returnFromSsoRoute,
  redeemSsoCodeRoute,
  endSsoSessionsRoute,
  refreshTokenRoute,
  logoutRoute,
  requestPasswordResetRoute,
  confirmPasswordResetRoute,
  getCurrentUserRoute,
  updateCurrentUserRoute,
  listOwnSessionsRoute,
  endOtherSessionsRoute,
  endSessionRoute,
  getTotpRoute,
  beginTotpRoute,
  confirmTotpRoute,
  disableTotpRoute,
  getSecurityRoute,
  setSecurityRoute,
  listSitesRoute,
  createSiteRoute,
  getSiteRoute,
  updateSiteRoute,
  deleteSiteRoute,
  listSiteZonesRoute,
  createZoneRoute,
  getZoneRoute,
  updateZoneRoute,
  deleteZoneRoute,
  listSiteContactsRoute,
  createContactRoute,
  getContactRoute,
  updateContactRoute,
  deleteContactRoute,
  listSiteTestsRoute,
  listTestsRoute,
  startTestRoute,
  getTestRoute,
  updateTestRoute,
  endTestRoute,
  listSiteDevicesRoute,
  listDevicesRoute,
  createDeviceRoute,
  importDevicesRoute,
  getDeviceRoute,
  updateDeviceRoute,
  deleteDeviceRoute,
  listSiteAlertsRoute,
  listAlertsRoute,
  summarizeAlertsRoute,
  raiseAlertRoute,
  getAlertRoute,
  acknowledgeAlertRoute,
  resolveAlertRoute,
  reopenAlertRoute,
  acknowledgeAlertsRoute,
  resolveAlertsRoute,
  noteAlertRoute,
  listAlertEventsRoute,
  getAlertPlanRoute,
  recordStepRoute,
  createLiveTicketRoute,
  createReportRoute,
  getEscalationRoute,
  setEscalationRoute,
  listUsersRoute,
  createUserRoute,
  getUserRoute,
  updateUserRoute,
  deleteUserRoute,
  inviteUserRoute,
  getAssignedSitesRoute,
  getMailStatusRoute,
  assignSitesRoute,
  resetTotpRoute,
  listKeysRoute,
  createKeyRoute,
  getKeyRoute,
  renameKeyRoute,
  revokeKeyRoute,
  listActionPlansRoute,
  createActionPlanRoute,
  getActionPlanRoute,
  updateActionPlanRoute,
  deleteActionPlanRoute,
  listIdentityProvidersRoute,
  createIdentityProviderRoute,
  getIdentityProviderRoute,
  updateIdentityProviderRoute,
  deleteIdentityProviderRoute,
  verifyIdentityProviderRoute,
  listSchedulesRoute,
  createScheduleRoute,
  getScheduleRoute,
  updateScheduleRoute,
  deleteScheduleRoute,
  listOverridesRoute,
  createOverrideRoute,
  deleteOverrideRoute,
  getOnCallRoute,
  listShiftsRoute,
  previewScheduleRoute,
  listChannelsRoute,
  createChannelRoute,
  deleteChannelRoute,
  verifyChannelRoute,
  testChannelRoute,
  getUserChannelsRoute,
  listNotificationRulesRoute,
  createNotificationRuleRoute,
  previewNotificationRuleRoute,
  getNotificationRuleRoute,
  updateNotificationRuleRoute,
  deleteNotificationRuleRoute,
  listNotificationsRoute,
  listWebhooksRoute,
  createWebhookRoute,
  getWebhookRoute,
  updateWebhookRoute,
  deleteWebhookRoute,
  rotateWebhookSecretRoute,
  testWebhookRoute,
  listWebhookDeliveriesRoute,
  resendDeliveryRoute,
  recoverWebhookRoute,
  getResponseTimesRoute,
  listAuditEventsRoute,
  listTenantsRoute,
  createTenantRoute,
  getTenantRoute,
  updateTenantRoute,
  deleteTenantRoute,
  getConsoleRoute,
  getConsoleAssetRoute,
  getReferenceRoute,
  getOpenapiDocumentRoute,
  getReferenceAssetRoute,
  getHealthRoute,
];
