import { expect, test } from 'vitest';
import {
  previewTest,
  type TestedPlace,
  testFields,
  valuesFor,
  withinZone,
} from '../../../../../../lib/console/pages/sites/test-fields.ts';
import { makeDevice } from '../../../../../support/make-device.ts';

const device = (id: string, type: string, zone_id: string | null = null) =>
  makeDevice({ id, name: `The ${id}`, type, zone_id });
const PLACE: TestedPlace = {
  zones: [],
  devices: [
    device('door', 'door-contact', 'hall'),
    device('smoke', 'smoke-detector', 'hall'),
    device('button', 'panic-button', 'vault'),
    device('camera', 'camera'),
  ],
  hasMore: false,
};
const NONE = { zone_id: '', device_ids: [], types: [] };
const RINGS = 'Fire and panic keep ringing.';
const textOf = (values: object, place = PLACE) =>
  previewTest('tenant_admin', place, { ...NONE, ...values }).text;

test('Before a site is put on test, the console says how many devices the test silences and which alarms keep ringing', () => {
  expect(textOf({})).toBe(`Silences the whole site. ${RINGS}`);
  expect(textOf({ zone_id: 'hall' })).toBe(`Silences 2 devices. ${RINGS}`);
  expect(textOf({ device_ids: ['door'] })).toBe(`Silences 1 device. ${RINGS}`);
  expect(textOf({ types: ['tamper', 'fire'] })).toBe(
    'Silences the whole site. Only these types: Tamper, Fire. Everything else keeps ringing.',
  );
  const large = { ...PLACE, hasMore: true };
  expect(textOf({ zone_id: 'hall' }, large)).toBe(`Silences more than 2 devices. ${RINGS}`);
  expect(textOf({ zone_id: 'hall', device_ids: ['door'] }, large)).toBe(`Silences 1 device. ${RINGS}`);
});

test('A test of a zone without devices, or of more than 25 devices, is refused before it is sent', () => {
  const refusalOf = (values: object, place = PLACE) =>
    previewTest('tenant_admin', place, { ...NONE, ...values }).refusal;
  expect(refusalOf({ zone_id: 'attic' })).toBe('No device is in this zone: nothing would be on test.');
  expect(textOf({ zone_id: 'attic' })).toBe('No device is in this zone: nothing would be on test.');
  // The zone may have devices that were not read.
  expect(refusalOf({ zone_id: 'attic' }, { ...PLACE, hasMore: true })).toBeUndefined();
  expect(refusalOf({})).toBeUndefined();
  const many = Array.from({ length: 26 }, (_, place) => String(place));
  const large = { ...PLACE, devices: many.map((id) => device(id, 'camera')) };
  expect(refusalOf({ device_ids: many }, large)).toContain('at most 25 devices');
  expect(refusalOf({ device_ids: many.slice(1) }, large)).toBeUndefined();
});

test('A link to the form chooses its zone or its device, also one that the page has not read', () => {
  const place = { ...PLACE, zones: [{ id: 'hall' } as TestedPlace['zones'][number]] };
  expect(valuesFor(place, undefined)).toEqual({ zone_id: '', device_ids: [] });
  expect(valuesFor(place, 'hall')).toEqual({ zone_id: 'hall', device_ids: [] });
  expect(valuesFor(place, 'door')).toEqual({ zone_id: '', device_ids: ['door'] });
  expect(valuesFor(place, 'unknown')).toEqual({ zone_id: '', device_ids: ['unknown'] });
});

test('If a smoke detector or panic button is put on test, the console says that its alarm keeps ringing, and offers administrators its type', () => {
  const of = (role: 'tenant_admin' | 'operator', values: object) => {
    const { ringing, offered } = previewTest(role, PLACE, { ...NONE, ...values });
    return [ringing, offered];
  };
  const usual = ['intrusion', 'tamper', 'low-battery', 'device-offline'];
  expect(of('tenant_admin', { device_ids: ['smoke'] })).toEqual([
    ['The fire alarm keeps ringing: The smoke.'],
    [...usual, 'fire'],
  ]);
  expect(of('tenant_admin', { zone_id: 'vault', types: ['tamper'] })).toEqual([
    ['The panic alarm keeps ringing: The button.'],
    ['tamper', 'panic'],
  ]);
  expect(of('operator', { device_ids: ['smoke'] })).toEqual([
    ['The fire alarm keeps ringing: The smoke.'],
    undefined,
  ]);
  expect(of('tenant_admin', { device_ids: ['smoke', 'button'], types: ['fire', 'panic'] })).toEqual([
    [],
    undefined,
  ]);
  expect(of('tenant_admin', { device_ids: ['door', 'camera'] })).toEqual([[], undefined]);
});

test('In the form to start a test, choosing a zone offers only its devices and deselects devices of other zones', () => {
  const optionsOf = (zoneId: string) => {
    const fields = testFields({ role: 'operator', place: PLACE, zoneId, end: '13:00' });
    const field = fields.find(({ name }) => name === 'device_ids');
    return field?.kind === 'checklist' ? field.options.map(({ value }) => value) : undefined;
  };
  expect(optionsOf('')).toEqual(['button', 'camera', 'door', 'smoke']);
  expect(optionsOf('hall')).toEqual(['door', 'smoke']);
  expect(optionsOf('attic')).toBeUndefined();
  const values = { ...NONE, zone_id: 'hall', device_ids: ['door', 'button', 'camera'] };
  expect(withinZone(values, PLACE.devices)['device_ids']).toEqual(['door']);
});
