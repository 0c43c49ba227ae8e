import * as z from 'zod/mini';
import { ALERTS } from '../alerts/alert.ts';
import {
  acknowledgement,
  FIRST_ACTION,
  type FirstAction,
  firstActionSchema,
} from '../alerts/first-action.ts';
import { expression } from '../table/expression.ts';
import type { CellKey } from './cells.ts';
import type { CountedAlert } from './tally.ts';

type Item = Readonly<Record<string, unknown>>;

/** The attributes of an alert that count. Messages and metadata are not read. */
export const COUNTED_ATTRIBUTES = expression`#data.#id, #data.#site_id, #data.#site, #data.#type, #data.#severity, #data.#status, #data.#created_at, #data.#updated_at, #data.#acknowledged_at, #data.#acknowledged_by, #data.#resolved_at, #data.#resolved_by, #data.#raised_by, #data.#resolution, #data.#escalation_level, #first_action`;

const text = z.nullable(z.string());

const alertSchema = z.object({
  id: z.string(),
  site_id: z.string(),
  site_name: text,
  type: z.string(),
  severity: z.string(),
  status: z.string(),
  created_at: z.string(),
  acknowledged_at: text,
  acknowledged_by: text,
  resolved_at: text,
  resolved_by: text,
  raised_by: z.optional(z.object({ kind: z.string(), id: text })),
  resolution: text,
  escalation_level: z.int(),
});

type CountedFields = z.infer<typeof alertSchema>;

/** An alert that was read from its item. */
export interface ReadAlert {
  readonly alert: CountedFields;
  readonly firstAction: FirstAction | undefined;
  /** Whether only the history shows if a person or a machine resolved it: a release before 0.10.0 did not record it. */
  readonly needsHistory: boolean;
}

const itemSchema = z.object({ [FIRST_ACTION]: z.optional(firstActionSchema) });

export function readAlertItem(item: Item): ReadAlert {
  const alert = alertSchema.parse(ALERTS.peek(item));
  const firstAction = itemSchema.parse(item).first_action ?? acknowledgement(alert);
  const { resolved_by, raised_by, status } = alert;
  const isByMachine = resolved_by === null || (raised_by?.kind === 'key' && raised_by.id === resolved_by);
  return { alert, firstAction, needsHistory: !firstAction && status === 'resolved' && !isByMachine };
}

/** The cell in which an alert counts, and what counts of it. */
export function countedAlert({ alert, firstAction }: Pick<ReadAlert, 'alert' | 'firstAction'>): {
  readonly key: CellKey;
  readonly siteName: string | null;
  readonly counted: CountedAlert;
} {
  const { id, site_id, site_name, type, severity, status, created_at, resolution, escalation_level } = alert;
  const isResolved = status === 'resolved';
  const apart =
    resolution === 'test' ? 'on_test' : isResolved && !firstAction ? 'machine_resolved' : undefined;
  const by = apart ? undefined : firstAction;
  return {
    key: { siteId: site_id, type, severity, userId: by?.by ?? null },
    siteName: site_name,
    counted: {
      id,
      apart,
      responseMilliseconds: by && Math.max(0, Date.parse(by.at) - Date.parse(created_at)),
      isResolved,
      isFalseAlarm: resolution === 'false_alarm',
      isEscalated: escalation_level > 0,
    },
  };
}
