import * as z from 'zod/mini';
import { alertSchema, alertStatusField } from '../alerts/alert.ts';
import { idField } from '../fields.ts';
import { withMeta } from '../with-meta.ts';

/** An alert in the result of an event. */
export const reportedAlertSchema = withMeta(
  z.object({ ...z.partial(alertSchema).shape, id: idField, status: alertStatusField }),
  {
    id: 'ReportedAlert',
    description:
      'An alert that an event raised, repeated or resolved. A device-bound key gets only id and status of an alert that ' +
      'belongs to another device, or to another site than the current site of the device.',
  },
);

export type ReportedAlert = z.infer<typeof reportedAlertSchema>;
