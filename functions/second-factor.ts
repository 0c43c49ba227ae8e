import { readRequirement, requiredFrom } from '../shared/accounts/authentication.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
} from '../shared/accounts/change-second-factor.ts';
import { getOwnAccount } from '../shared/accounts/own-account.ts';
import {
  beginFactorSchema,
  confirmFactorSchema,
  disableFactorSchema,
  factorStatusSchema,
  newFactorSchema,
  readFactor,
  recoveryCodesSchema,
} from '../shared/accounts/second-factor.ts';
import { ownTenantQuery } from '../shared/base/fields.ts';
import { createAuditedEndpoint, createEndpoint } from '../shared/http/endpoint.ts';
import { defineRoute } from '../shared/http/route.ts';
import { tenantToCreateIn } from '../shared/http/tenant-to-create-in.ts';
import { tenantKey } from '../shared/table/keys.ts';
import { getItem } from '../shared/table/reads.ts';
import {
  getTenantSecurity,
  securityInputSchema,
  securitySchema,
  setTenantSecurity,
} from '../shared/tenants/tenant-security.ts';

export const getTotpRoute = defineRoute('second-factor/get-totp', {
  method: 'GET',
  path: '/api/v1/auth/me/totp',
  summary: 'Read whether you have a second factor, and whether your password will stop counting',
  access: 'signed_in',
  isForSetUp: true,
  response: {
    description: 'Whether you have one, the unused recovery codes, and dates that concern your sign-in.',
    body: factorStatusSchema,
  },
  table: { actions: ['GetItem'] },
});

export const getTotpHandler = createEndpoint(getTotpRoute, async ({ caller }, { table }) => {
  const [account, tenant] = await Promise.all([
    getOwnAccount(table, caller),
    getItem(table, tenantKey(caller.tenantId)),
  ]);
  const factor = readFactor(account);
  const left = Object.keys(factor?.recovery ?? {}).length;
  const required_from = requiredFrom(readRequirement(tenant));
  const password_login_ends_at = account.passwordLoginEndsAt;
  return {
    body: { enabled: factor !== undefined, recovery_codes_left: left, required_from, password_login_ends_at },
  };
});

/**
 * Counts as an ordinary request, because guesses of the current password have their own counter, as in `update-current-user`.
 */
export const beginTotpRoute = defineRoute('second-factor/begin-totp', {
  method: 'POST',
  path: '/api/v1/auth/me/totp',
  summary: 'Begin to set up a second factor',
  access: 'signed_in',
  isForSetUp: true,
  request: { body: beginFactorSchema },
  response: {
    status: 201,
    description: 'A new secret. It has no effect until its first code is confirmed, within an hour.',
    body: newFactorSchema,
    location: '/api/v1/auth/me/totp',
  },
  errors: ['password_login_disabled', 'second_factor_active', 'changed_too_often'],
  table: { actions: ['GetItem', 'UpdateItem'] },
  settings: ['GUARD_RATE_LIMIT_FAILED_LOGINS', 'GUARD_TOTP_ENCRYPTION_KEY'],
  hashesPasswords: true,
});

export const beginTotpHandler = createEndpoint(beginTotpRoute, async ({ caller, body, now }, runtime) => ({
  body: await beginSecondFactor(runtime, caller, { currentPassword: body.current_password, now }),
}));

export const confirmTotpRoute = defineRoute('second-factor/confirm-totp', {
  method: 'POST',
  path: '/api/v1/auth/me/totp/confirm',
  summary: 'Confirm your second factor by its first code',
  access: 'signed_in',
  isAudited: true,
  isForSetUp: true,
  request: { body: confirmFactorSchema },
  response: {
    description: 'Your recovery codes. Signing in now needs a code. All other sessions have ended.',
    body: recoveryCodesSchema,
  },
  errors: ['second_factor_active', 'changed_too_often'],
  table: { actions: ['GetItem', 'UpdateItem'] },
  settings: ['GUARD_TOTP_DECRYPTION_KEY'],
});

export const confirmTotpHandler = createAuditedEndpoint(
  confirmTotpRoute,
  async ({ caller, body, now }, runtime) => ({
    body: { recovery_codes: await confirmSecondFactor(runtime, caller, { otp: body.otp, now }) },
  }),
);

export const disableTotpRoute = defineRoute('second-factor/disable-totp', {
  method: 'POST',
  path: '/api/v1/auth/me/totp/disable',
  summary: 'Remove your second factor',
  access: 'signed_in',
  isAudited: true,
  request: { body: disableFactorSchema },
  response: { status: 204, description: 'It is removed. All other sessions have ended.' },
  errors: ['not_found', 'changed_too_often'],
  table: { actions: ['GetItem', 'UpdateItem'] },
  settings: ['GUARD_RATE_LIMIT_FAILED_LOGINS', 'GUARD_TOTP_DECRYPTION_KEY'],
  hashesPasswords: true,
});

export const disableTotpHandler = createAuditedEndpoint(
  disableTotpRoute,
  async ({ caller, body, now }, runtime) => {
    const { current_password: currentPassword, otp } = body;
    await disableSecondFactor(runtime, caller, { currentPassword, otp, now });
  },
);

export const getSecurityRoute = defineRoute('second-factor/get-security', {
  method: 'GET',
  path: '/api/v1/security',
  summary: 'Read how people of the tenant must sign in',
  access: 'security:read',
  request: { query: ownTenantQuery },
  response: { description: 'Whether a second factor is required.', body: securitySchema },
  errors: ['not_found'],
  table: { actions: ['GetItem'] },
});

export const getSecurityHandler = createEndpoint(getSecurityRoute, async ({ scope, query }, { table }) => ({
  body: await getTenantSecurity(table, tenantToCreateIn(scope, query.tenant_id)),
}));

export const setSecurityRoute = defineRoute('second-factor/set-security', {
  method: 'PUT',
  path: '/api/v1/security',
  summary: 'Set how people of the tenant must sign in',
  access: 'security:update',
  isAudited: true,
  request: { query: ownTenantQuery, body: securityInputSchema },
  response: {
    description:
      'The new setting. Where a second factor is required, sessions of a password without one can only set it up: from the next request, or from the given time.',
    body: securitySchema,
  },
  errors: ['not_found'],
  table: { actions: ['GetItem', 'UpdateItem'] },
});

export const setSecurityHandler = createAuditedEndpoint(
  setSecurityRoute,
  async ({ scope, query, body, ifMatch }, { table }) => {
    const tenantId = tenantToCreateIn(scope, query.tenant_id);
    return { body: await setTenantSecurity(table, tenantId, body, ifMatch) };
  },
);
