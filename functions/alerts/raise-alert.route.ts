import * as z from 'zod';
import {
  alertMessageField,
  alertSchema,
  alertSeverityField,
  alertTypeField,
} from '../../shared/alerts/alert.ts';
import { idField, tenantQuery } from '../../shared/fields.ts';
import { defineRoute } from '../../shared/http/route.ts';

export const raiseAlertRoute = defineRoute('alerts/raise-alert', {
  method: 'POST',
  path: '/api/v1/alerts',
  summary: 'Raise an alert at a site',
  access: 'alerts:create',
  request: {
    query: tenantQuery,
    body: z
      .strictObject({
        site_id: idField,
        zone_id: idField.nullable().optional().meta({ description: 'A zone of the site, or none.' }),
        device_id: idField.nullable().optional().meta({ description: 'A device of the site, or none.' }),
        type: alertTypeField,
        severity: alertSeverityField,
        message: alertMessageField,
      })
      .meta({ id: 'AlertInput' }),
  },
  response: { status: 201, description: 'The new alert.', body: alertSchema },
  errors: ['not_found'],
  table: { actions: ['BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem'] },
});
