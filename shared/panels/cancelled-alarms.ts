import { EVENT_TYPES } from './event-types.ts';
import type { PanelEvent } from './meaning.ts';

/** Alarms that concern lives or the building. The cancel of a burglary says nothing about them. */
const NOT_BURGLARY: readonly string[] = ['panic', 'fire', 'medical', 'gas', 'carbon-monoxide'];

/** What the cancels of one sort of alarm cover. Any other cancel covers all alarms of its area. */
const COVERED: Readonly<Record<string, (type: string) => boolean>> = {
  BC: (type) => !NOT_BURGLARY.includes(type),
  FC: (type) => type === 'fire',
};

/** Whether an event cancels or aborts alarms, or says that they were false. */
export const isCancel = ({ type }: PanelEvent): boolean => type === 'alarm-cancelled';

/**
 * Whether a cancel covers the alert with a dedup key: an alarm of the same panel and area, and of the same zone if the cancel
 * names one. A cancel without an area covers alarms without one only, so that no alarm of another area looks cancelled.
 */
export function covers(cancel: PanelEvent, deviceId: string, dedupKey: string | null): boolean {
  const [withoutUser = ''] = dedupKey?.split('#user=') ?? [];
  const [panel, device, partition, type = '', zone] = withoutUser.split(':');
  const kind = Object.entries(EVENT_TYPES).find(([name]) => name === type)?.[1].kind;
  return (
    panel === 'panel' &&
    device === deviceId &&
    kind === 'alarm' &&
    partition === (cancel.partition ?? '') &&
    (cancel.zone === undefined || cancel.zone === zone) &&
    (COVERED[cancel.code]?.(type) ?? true)
  );
}
