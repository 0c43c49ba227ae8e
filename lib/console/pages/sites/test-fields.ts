import { isOperational } from '../../../../shared/access.ts';
import type { Device, Role, Zone } from '../../../client/index.ts';
import type { Field } from '../../state/fields.ts';
import { typeLabel } from '../../state/words.ts';
import { common } from '../../texts/common.ts';
import { texts } from './tests-texts.ts';

const MINUTES = [15, 30, 60, 120, 240, 480];
/** Further choices, longer than operators may put a site on test. */
const MORE_MINUTES = [720, 1_440];

const TYPES = ['intrusion', 'tamper', 'low-battery', 'device-offline'];
/** The types on which people's lives depend. */
const NAMED_TYPES = ['panic', 'fire'];

/** The maximum number of devices that a test names. */
const MOST_DEVICES = 25;

/** The field for how long a test takes from now on. */
export function durationField(role: Role): Field {
  const minutes = isOperational(role) ? MINUTES : [...MINUTES, ...MORE_MINUTES];
  return {
    name: 'ends_at',
    label: texts.duration,
    kind: 'select',
    isRequired: true,
    options: minutes.map((it) => ({ value: String(it), label: it < 60 ? `${it} min` : `${it / 60} h` })),
  };
}

/** The fields of a start. */
export function testFields(role: Role, zones: readonly Zone[], devices: readonly Device[]): readonly Field[] {
  const named = ({ id, name }: Zone | Device) => ({ value: id, label: name });
  const types = isOperational(role) ? TYPES : [...TYPES, ...NAMED_TYPES];
  const zoneField: Field = {
    name: 'zone_id',
    label: common.zone,
    kind: 'select',
    options: [{ value: '', label: texts.wholeSite }, ...zones.map(named)],
  };
  const deviceField: Field = {
    name: 'device_ids',
    label: texts.devices,
    hint: texts.devicesHint,
    kind: 'checklist',
    options: devices.slice(0, MOST_DEVICES).map(named),
    isNullIfEmpty: true,
  };
  return [
    durationField(role),
    { name: 'reason', label: texts.reason, kind: 'text', isRequired: true, most: 200 },
    ...(zones.length > 0 ? [zoneField] : []),
    ...(devices.length > 0 ? [deviceField] : []),
    {
      name: 'types',
      label: texts.types,
      hint: isOperational(role) ? texts.typesHintOperator : texts.typesHint,
      kind: 'checklist',
      options: types.map((value) => ({ value, label: typeLabel(value) })),
      isNullIfEmpty: true,
    },
  ];
}

/** The time after a number of minutes, as typed into the field. */
export function endAfter(minutes: unknown, now: number): string {
  return new Date(now + Number(minutes) * 60_000).toISOString();
}
