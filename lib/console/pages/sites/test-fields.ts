import { isOperational } from '../../../../shared/base/access.ts';
import type { Device, Role, Zone } from '../../../client/index.ts';
import { type Field, optionsByName, type Values } from '../../state/fields.ts';
import * as limits from '../../state/limits.ts';
import { typeLabel } from '../../state/words.ts';
import { common } from '../../texts/common.ts';
import { desk } from '../../texts/desk.ts';
import { texts } from './tests-texts.ts';

const MINUTES = [15, 30, 60, 120, 240, 480];
/** Further choices, longer than operators may put a site on test. */
const MORE_MINUTES = [720, 1_440];

const TYPES: readonly string[] = ['intrusion', 'tamper', 'low-battery', 'device-offline'];
/** The types on which people's lives depend. */
const NAMED_TYPES = ['panic', 'fire'] as const;

type NamedType = (typeof NAMED_TYPES)[number];

/** The field for how long a test takes from now on. `end` says when it then ends, by the clocks of the site. */
export function durationField(role: Role, end: string): Field {
  const minutes = isOperational(role) ? MINUTES : [...MINUTES, ...MORE_MINUTES];
  return {
    name: 'ends_at',
    label: texts.duration,
    kind: 'select',
    hint: texts.ends(end),
    isRequired: true,
    options: minutes.map((it) => ({ value: String(it), label: it < 60 ? `${it} min` : `${it / 60} h` })),
  };
}

/** The part of a site that a form offers. */
export interface TestedPlace {
  readonly zones: readonly Zone[];
  readonly devices: readonly Device[];
  /** Whether the site has more devices. */
  readonly hasMore: boolean;
}

const isIn = (zoneId: unknown) => (device: Device) => !zoneId || device.zone_id === zoneId;

interface TestFieldsProps {
  readonly role: Role;
  readonly place: TestedPlace;
  readonly zoneId: unknown;
  readonly end: string;
}

/** The fields of a start. The devices are those of the chosen zone: others would be on test for nothing. */
export function testFields({
  role,
  place: { zones, devices },
  zoneId,
  end,
}: TestFieldsProps): readonly Field[] {
  const inZone = devices.filter(isIn(zoneId));
  const zoneField: Field = {
    name: 'zone_id',
    label: common.zone,
    kind: 'choice',
    options: [{ value: '', label: texts.wholeSite }, ...optionsByName(zones)],
  };
  const deviceField: Field = {
    name: 'device_ids',
    label: texts.devices,
    hint: texts.devicesHint,
    kind: 'checklist',
    options: optionsByName(inZone),
    isNullIfEmpty: true,
  };
  return [
    durationField(role, end),
    {
      name: 'reason',
      label: texts.reason,
      kind: 'text',
      isRequired: true,
      limit: limits.SiteTestInput.reason,
    },
    ...(zones.length > 0 ? [zoneField] : []),
    ...(inZone.length > 0 ? [deviceField] : []),
    {
      name: 'types',
      label: texts.types,
      hint: isOperational(role) ? texts.typesHintOperator : texts.typesHint,
      kind: 'checklist',
      options: offeredTypes(role).map((value) => ({ value, label: typeLabel(value) })),
      isNullIfEmpty: true,
    },
  ];
}

const offeredTypes = (role: Role) => (isOperational(role) ? TYPES : [...TYPES, ...NAMED_TYPES]);

const chosenIn = (values: Values, name: string) => [values[name] ?? []].flat().map(String);

/** The values after a change: a zone leaves out the devices of others. */
export function withinZone(values: Values, devices: readonly Device[]): Values {
  const known = new Set(devices.filter(isIn(values['zone_id'])).map(({ id }) => id));
  return { ...values, device_ids: chosenIn(values, 'device_ids').filter((id) => known.has(id)) };
}

/** The values that put a zone or a device on test, or the whole site without either. */
export function valuesFor({ zones }: TestedPlace, partId: string | undefined): Values {
  const isZone = zones.some(({ id }) => id === partId);
  return {
    zone_id: isZone && partId !== undefined ? partId : '',
    device_ids: isZone || partId === undefined ? [] : [partId],
  };
}

/** What a test of these values does, in words. */
export interface TestPreview {
  readonly text: string;
  /** Why it is not started, if it is not. */
  readonly refusal: string | undefined;
  /** The devices with fire or panic alarms that keep ringing. */
  readonly ringing: readonly string[];
  /** The types that silence those, too; `undefined` if the role may not choose them, or none ring. */
  readonly offered: readonly string[] | undefined;
}

/** The devices of these types raise the alarms on which people's lives depend. Types of devices are open: others may, too. */
const RAISED_BY: Readonly<Record<NamedType, RegExp>> = {
  fire: /smoke|fire|heat|flame/,
  panic: /panic|duress|hold-?up|emergency/,
};

const MOST_NAMES = 3;
const MOST_DEVICES = limits.SiteTestInput.device_ids.most;

export function previewTest(role: Role, { devices, hasMore }: TestedPlace, values: Values): TestPreview {
  const [zoneId, ids, types] = [values['zone_id'], chosenIn(values, 'device_ids'), chosenIn(values, 'types')];
  const isWhole = !zoneId && ids.length === 0;
  const silenced = devices.filter(isIn(zoneId)).filter(({ id }) => ids.length === 0 || ids.includes(id));
  const isCut = hasMore && ids.length === 0;
  const excluded = NAMED_TYPES.filter((type) => !types.includes(type));
  const ringing = isWhole
    ? []
    : excluded.flatMap((type) => {
        const raising = silenced.filter((it) => RAISED_BY[type].test(it.type)).map(({ name }) => name);
        const names = [...raising.slice(0, MOST_NAMES), ...(raising.length > MOST_NAMES ? ['…'] : [])];
        return names.length > 0 ? [{ type, text: texts.ringing[type](names.join(', ')) }] : [];
      });
  const isEmpty = !isWhole && silenced.length === 0 && !isCut;
  if (isEmpty)
    return { text: texts.silencesNothing, refusal: texts.silencesNothing, ringing: [], offered: undefined };
  const first = isWhole
    ? texts.silencesSite
    : isCut
      ? texts.silencesMany(silenced.length)
      : texts.silences(silenced.length);
  const limits = types.length > 0 ? texts.onlyTypes(types.map(typeLabel).join(', ')) : '';
  const rest = types.length > 0 ? desk.onTest.othersRing : desk.onTest.rings;
  const missing = ringing.map(({ type }) => type);
  return {
    text: [first, limits, rest].filter(Boolean).join(' '),
    refusal: ids.length > MOST_DEVICES ? texts.tooManyDevices(MOST_DEVICES) : undefined,
    ringing: ringing.map(({ text }) => text),
    offered:
      missing.length > 0 && !isOperational(role)
        ? [...(types.length > 0 ? types : TYPES), ...missing]
        : undefined,
  };
}

/** The time after a number of minutes, as typed into the field. */
export function endAfter(minutes: unknown, now: number): string {
  return new Date(now + Number(minutes) * 60_000).toISOString();
}
