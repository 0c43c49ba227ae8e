import { WEEKDAYS } from '../../../../shared/base/weekdays.ts';
import type { RotationInput } from '../../../client/index.ts';
import { bodyOf, type Field, type Option, type Values } from '../../state/fields.ts';
import * as limits from '../../state/limits.ts';
import { TIME_ZONE_CHOICE } from '../../state/time-zone-choice.ts';
import { common } from '../../texts/common.ts';
import { texts } from './on-call-texts.ts';
import { personOrder } from './person-order.tsx';
import { dayText } from './zone-times.ts';

export const SCHEDULE_FIELDS: readonly Field[] = [
  { name: 'name', label: common.name, kind: 'text', isRequired: true, limit: limits.ScheduleInput.name },
  {
    name: 'time_zone',
    label: texts.timeZone,
    hint: texts.timeZoneHint,
    isRequired: true,
    ...TIME_ZONE_CHOICE,
  },
];

/** Day 4 since 1970 was a Monday. */
const FIRST_MONDAY = 4;

const weekdayName = (place: number) => dayText(FIRST_MONDAY + place, { weekday: 'long' });

const UNITS: readonly Option[] = [
  { value: 'day', label: texts.units.day },
  { value: 'week', label: texts.units.week },
];

export const rotationFields = (people: readonly Option[]): readonly Field[] => [
  {
    name: 'user_ids',
    label: texts.people,
    kind: 'ordered',
    isRequired: true,
    options: people,
    control: personOrder(people),
  },
  { name: 'starts_on', label: texts.startsOn, kind: 'date', isRequired: true },
  { name: 'handoff_time', label: texts.handoff, kind: 'time', isRequired: true },
  {
    name: 'length',
    label: texts.length,
    kind: 'number',
    limit: limits.RotationInput.length,
    isRequired: true,
  },
  { name: 'every', label: texts.unit, kind: 'select', options: UNITS },
  {
    name: 'weekdays',
    label: texts.weekdays,
    kind: 'checklist',
    isNullIfEmpty: true,
    isRow: true,
    hint: texts.weekdaysHint,
    options: WEEKDAYS.map((value, place) => ({ value, label: weekdayName(place) })),
  },
  { name: 'from', label: texts.from, kind: 'time' },
  { name: 'to', label: texts.to, kind: 'time', hint: texts.toHint },
];

/** Describes in a line when a rotation has people on call. */
export function rotationText({ handoff_time, length, every, weekdays, from, to }: RotationInput): string {
  const names = weekdays?.map((day) => weekdayName(WEEKDAYS.indexOf(day))).join(', ');
  return [
    `${texts.length}: ${length} (${texts.units[every]})`,
    `${texts.handoff} ${handoff_time}`,
    ...(names === undefined ? [] : [`${texts.weekdays} ${names}`]),
    ...(from ? [`${texts.from} ${from}`] : []),
    ...(to ? [`${texts.to} ${to}`] : []),
  ].join(' · ');
}

/** The first values of a new rotation. */
export const newRotation = (starts_on: string) => ({
  starts_on,
  handoff_time: '08:00',
  every: 'week',
  length: 1,
});

/** The rotation of a form. The service checks it. */
export function rotationOf(fields: readonly Field[], values: Values): RotationInput {
  return bodyOf(fields, values) as unknown as RotationInput;
}
