import * as z from 'zod/mini';
import { actionTime } from '../../shared/alerts/action-context.ts';
import { alertSchema } from '../../shared/alerts/alert.ts';
import { alertInputSchema, checkOccurredAt } from '../../shared/alerts/alert-input.ts';
import { raiseAlert } from '../../shared/alerts/raise-alert.ts';
import type { RaiseResult } from '../../shared/alerts/raise-context.ts';
import { IDEMPOTENCY_KEY_REUSED, withWarnings } from '../../shared/alerts/warning.ts';
import { recordUser } from '../../shared/base/actor.ts';
import { tenantQuery } from '../../shared/base/fields.ts';
import { validate } from '../../shared/base/validation.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { tenantToCreateIn } from '../../shared/http/tenant-to-create-in.ts';
import { readPlaces } from '../../shared/reports/place-event.ts';
import { repairAlert } from '../../shared/reports/repair-event.ts';
import type { Table } from '../../shared/table/table.ts';

export const raiseAlertRoute = defineRoute('alerts/raise/raise-alert', {
  method: 'POST',
  path: '/api/v1/alerts',
  summary: 'Raise an alert at a site',
  access: 'alerts:create',
  takesIdempotencyKey: true,
  repairs: true,
  request: {
    query: tenantQuery,
    body: alertInputSchema,
  },
  response: {
    status: 201,
    description: 'The new alert.',
    existing: 'The open alert with this dedup key, with one more occurrence.',
    body: alertSchema,
  },
  errors: ['not_found', 'changed_too_often'],
  table: {
    actions: ['BatchGetItem', 'ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'UpdateItem'],
  },
});

export const raiseAlertHandler = createEndpoint(
  raiseAlertRoute,
  async ({ body, isStrict, isKeyReused, query, scope, caller, now, remember }, { table, randomBytes }) => {
    const tenantId = tenantToCreateIn(scope, query.tenant_id);
    const { input, warnings, followsDevice } = isStrict
      ? readStrictly(body, now)
      : await readRepaired(table, tenantId, body, now);
    const answer = ({ status, alert, warnings: repaired }: RaiseResult) => ({
      status,
      body: { ...alert, ...withWarnings(repaired) },
    });
    const raised = await raiseAlert(table, input, {
      tenantId,
      actor: recordUser(caller),
      now,
      ...actionTime(now, randomBytes),
      repairs: !isStrict,
      warnings: isKeyReused ? [...warnings, IDEMPOTENCY_KEY_REUSED] : warnings,
      followsDevice,
      alongside: (it) => remember(answer(it)),
    });
    return answer(raised);
  },
);

function readStrictly(body: unknown, now: Date) {
  const input = validate(alertInputSchema, body);
  checkOccurredAt(input, now);
  return { input, warnings: [], followsDevice: false };
}

/** Repairs the body. An alert that names no site is raised at the site of its device. */
async function readRepaired(table: Table, tenantId: string, body: unknown, now: Date) {
  const { event, warnings, reportedAt } = repairAlert(validate(objectSchema, body), now);
  const { action: _, id: __, ...fields } = event;
  const places = await readPlaces(table, tenantId, {}, [event], false);
  const { siteId: site_id, deviceId: device_id, followsDevice } = places.placeOf(event);
  return { input: { ...fields, site_id, device_id, reported_at: reportedAt }, warnings, followsDevice };
}

const objectSchema = z.looseObject({});
