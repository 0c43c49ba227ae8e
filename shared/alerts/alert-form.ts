import * as z from 'zod/mini';
import type { Facets, IndexMembership } from '../table/index-keys.ts';

/**
 * Two forms of stored alerts share a table. An alert keeps the form in which it was raised, whichever release changes it, so
 * that none moves between the partitions of both while lists are read.
 *
 * - `whole`, of releases before 1.2: each alert is in all of its indexes, by its status, and each history entry is an item.
 * - `divided`: an alert that was never resolved is only in the indexes by status, as `open`. From the first time that it is
 *   resolved it is in all others, also while it is reopened. Its item has what its history has room for (alert-log.ts).
 */

/**
 * The attribute that says which lists have an alert of the divided form: `open` until it is resolved for the first time,
 * `closed` from then on.
 */
export const LISTED = 'listed';

const listedSchema = z.object({ [LISTED]: z.optional(z.enum(['open', 'closed'])) });

/** The form of a stored alert, by its attribute. */
export type AlertForm = z.infer<typeof listedSchema>;

const WHOLE: AlertForm = {};
/** An alert of the divided form that was never resolved: the form of new alerts, which release 1.1 reads. */
export const OPEN_FORM: AlertForm = { [LISTED]: 'open' };
/** An alert of the divided form that was resolved once. */
export const CLOSED_FORM: AlertForm = { [LISTED]: 'closed' };

export const readForm = (item: Readonly<Record<string, unknown>>): AlertForm => listedSchema.parse(item);

export const isDivided = (form: AlertForm): boolean => form[LISTED] !== undefined;

/** In the place of the status, in the indexes by status: an alert of the divided form that is active or acknowledged. */
export const OPEN = 'open';

/** The indexes of alerts, of which each list reads some (list-alerts.ts). The table itself has the whole list of a tenant. */
export const ALERT_INDEXES = {
  platform: ['all', 'status', 'severity', 'type_severity'],
  tenant: ['status', 'severity', 'type_severity'],
  site: ['all', 'status', 'type', 'severity', 'type_severity'],
  device: ['all'],
} as const satisfies IndexMembership;

const WHOLE_INDEXES: IndexMembership = { ...ALERT_INDEXES, tenant: ['all', ...ALERT_INDEXES.tenant] };

/** By status alone. */
const OPEN_INDEXES: IndexMembership = { platform: ['status'], tenant: ['status'], site: ['status'] };

interface PlacedAlert {
  readonly status: string;
  readonly type: string;
  readonly severity: string;
}

/** The indexes that contain an alert after a change, if it has this form before the change. */
export function placeAlert(
  { status, type, severity }: PlacedAlert,
  form: AlertForm,
): { readonly indexes: IndexMembership; readonly facets: Facets; readonly attributes: AlertForm } {
  const { [LISTED]: listed } = form;
  if (listed === undefined) {
    return { indexes: WHOLE_INDEXES, facets: { status, type, severity }, attributes: WHOLE };
  }
  const open = status === 'resolved' ? {} : { status: OPEN };
  if (status !== 'resolved' && listed === 'open') {
    return { indexes: OPEN_INDEXES, facets: open, attributes: OPEN_FORM };
  }
  return {
    indexes: ALERT_INDEXES,
    facets: { ...open, type, severity },
    attributes: CLOSED_FORM,
  };
}
