import { zoneToShow } from '../base/zone-offsets.ts';

/** A time on the clocks of a site, as people at the desk read it. */
export function localTime(at: string | number, timeZone: string): string {
  const instant = new Date(at);
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zoneToShow(timeZone, instant),
    dateStyle: 'short',
    timeStyle: 'short',
  });
  return format.format(instant);
}
