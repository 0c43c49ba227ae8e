import { test } from 'vitest';
import { z } from 'zod/mini';
import openApi from '../../../docs/openapi.json' with { type: 'json' };
import { getAlertRoute, listAlertsRoute } from '../../../functions/alerts/read.ts';
import { refreshTokenRoute } from '../../../functions/auth.ts';
import { getSiteRoute, listSitesRoute } from '../../../functions/sites.ts';
import { ERRORS } from '../../../shared/base/errors.ts';
import { MAXIMUM_BODY_BYTES } from '../../../shared/http/json-body.ts';
import { requestKindOf, tenantLimitOf } from '../../../shared/http/rate-limit.ts';
import type { Route } from '../../../shared/http/route.ts';
import { SETTING_DEFAULTS as settings } from '../../../shared/lambda/default-schemas.ts';
import { readSettings } from '../../../shared/lambda/settings.ts';
import { CODE_LIMITS, KNOWN_FACTOR } from '../../../shared/limits/guesses.ts';
import { INVITATIONS_PER_DAY, MAILS_PER_HOUR } from '../../../shared/mail/queue-mail.ts';
import { INVALID_LOGOUTS_PER_MINUTE } from '../../../shared/sso/log-out.ts';
import { listQuery } from '../../../shared/table/list-contract.ts';
import { documentAt } from '../../docs/documents.ts';
import { functionVariables } from '../../support/function-variables.ts';
import { documents, expectWritten, withCells, withRows } from './project.ts';

const { text } = documentAt('docs/api-contract.md', documents);

const documentSchema = z.object({
  components: z.object({
    responses: z.record(z.string(), z.object({ 'x-error-codes': z.optional(z.array(z.string())) })),
  }),
});

/** The error codes that no operation of the OpenAPI document has. The document has the others, with status and message. */
function errorRows(): string[][] {
  const { components } = documentSchema.parse(openApi);
  const inDocument = new Set(Object.values(components.responses).flatMap((it) => it['x-error-codes'] ?? []));
  return Object.entries(ERRORS)
    .filter(([code]) => !inDocument.has(code))
    .map(([code, { status, message }]) => [`\`${code}\``, String(status), message]);
}

/** The default rate limits and sizes. */
function limitCells(): [string, string][] {
  const pageOf = (query: object) => listQuery({}).parse(query).limit;
  const limits = readSettings(functionVariables());
  const perTenant = (route: Route) =>
    `at least ${tenantLimitOf(requestKindOf(route), limits, { tenantChildren: 0 }).toLocaleString('en')}`;
  return [
    ['Refresh, logout', `${settings.GUARD_RATE_LIMIT_AUTH} a minute`],
    [
      'Acknowledging, resolving, notes and steps of action plans',
      `${settings.GUARD_RATE_LIMIT_API} a minute`,
    ],
    ['Imports of devices', `${settings.GUARD_RATE_LIMIT_API} a minute`],
    ['Resending and recovering deliveries', `${settings.GUARD_RATE_LIMIT_API} a minute`],
    ['Everything else with a token', `${settings.GUARD_RATE_LIMIT_API} a minute`],
    ['Events of reports', `${settings.GUARD_RATE_LIMIT_KEY_EVENTS} a minute, of a report all or none`],
    ['Login', `${settings.GUARD_RATE_LIMIT_AUTH} a minute`],
    ['Login', `${settings.GUARD_RATE_LIMIT_LOGIN_ADDRESS} a minute`],
    [
      'Logins with e-mails that signed in from the address before; single sign-on',
      `${KNOWN_FACTOR * settings.GUARD_RATE_LIMIT_LOGIN_ADDRESS} a minute each`,
    ],
    ['Mails for a lost password', `${MAILS_PER_HOUR} an hour, then 202 without a mail`],
    ['Invitations', `${INVITATIONS_PER_DAY} a day`],
    ['Wrong passwords', `${settings.GUARD_RATE_LIMIT_FAILED_LOGINS} an hour`],
    ['Logout tokens that are not valid', `${INVALID_LOGOUTS_PER_MINUTE} a minute`],
    ['Wrong codes of a second factor', `${CODE_LIMITS.hour} an hour, ${CODE_LIMITS.day} a day`],
    ['Each list of alerts, their summary, reports', `${perTenant(listAlertsRoute)} a minute`],
    ['Refresh, logout', `${perTenant(refreshTokenRoute)} a minute`],
    ['Each endpoint that screens call when they open', `${perTenant(listSitesRoute)} a minute`],
    ['Each other endpoint of alerts', `${perTenant(getAlertRoute)} a minute`],
    ['Each other endpoint with a token', `${perTenant(getSiteRoute)} a minute`],
    ['Items on a page', `${pageOf({})}, at most ${pageOf({ limit: '1000000' })}`],
    ['Body of a request', `${MAXIMUM_BODY_BYTES / 1024} KiB`],
    ['Life of a token', `${settings.TOKEN_EXPIRATION / 60} hours`],
  ];
}

test('The API contract shows the error codes that the OpenAPI document lacks, and the default rate limits and sizes', async () => {
  const errors = withRows(text, 'Errors', errorRows());
  await expectWritten('docs/api-contract.md', withCells(errors, 'Limits', 1, limitCells()));
});
