import * as z from 'zod/mini';
import { alertSchema, alertStatusField } from '../alerts/alert.ts';
import { idField } from '../fields.ts';
import { withMeta } from '../with-meta.ts';

/** An alert as the result of an event tells of it. */
export const reportedAlertSchema = withMeta(
  z.object({ ...z.partial(alertSchema).shape, id: idField, status: alertStatusField }),
  {
    id: 'ReportedAlert',
    description:
      'An alert that an event raised, counted on or resolved. To a key that is bound to a device, an alert that is not of ' +
      'this device, or not at the site where the device is now, shows its id and status alone.',
  },
);

export type ReportedAlert = z.infer<typeof reportedAlertSchema>;
