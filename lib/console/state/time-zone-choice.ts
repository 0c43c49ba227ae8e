import { timeZoneChoices } from '../../../shared/base/time-zones.ts';

/** What each field of a time zone has. The service knows more names than the list: those that zones had before. */
export const TIME_ZONE_CHOICE = {
  kind: 'choice',
  isFree: true,
  options: timeZoneChoices().map((zone) => ({ value: zone, label: zone })),
} as const;
