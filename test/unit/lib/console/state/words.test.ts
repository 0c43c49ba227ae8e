import { expect, test } from 'vitest';
import type { AlertSeverity, AlertStatus, Role } from '../../../../../lib/client/types.ts';
import {
  actorLabel,
  deviceTypeLabel,
  messageOf,
  resolverLabel,
  roleLabel,
  severityLabel,
  statusLabel,
  typeLabel,
  typeNamed,
  typeNames,
} from '../../../../../lib/console/state/words.ts';
import { idOf, makeAlert } from '../make-alert.ts';

test('The console marks the actor Guard with “(system)”, but not a user or API key of that name', () => {
  expect(actorLabel({ kind: 'system', name: 'Guard' })).toBe('Guard (system)');
  expect(actorLabel({ kind: 'user', name: 'Guard' })).toBe('Guard');
  expect(actorLabel({ kind: 'key', name: 'Guard' })).toBe('Guard');
});

test('The console marks Guard itself with “(system)” as the resolver of an alert, but not a user of that name', () => {
  const resolvedBy = (id: string | null, name: string | null) =>
    resolverLabel(makeAlert({ status: 'resolved', resolved_by: id, resolved_by_name: name }));
  expect(resolvedBy(null, 'Guard')).toBe('Guard (system)');
  expect(resolvedBy(idOf(7), 'Guard')).toBe('Guard');
  expect(resolvedBy(idOf(7), null)).toBeNull();
});

test('An alert of a drill says that nothing has happened, whatever its message', () => {
  expect(messageOf(makeAlert({ message: 'Help' }))).toBe('Help');
  expect(messageOf(makeAlert({ message: 'Help', drill: true }))).toBe(
    'This is a drill: nothing has happened',
  );
});

test('The console shows an unknown role, severity or status by the name that the service sends', () => {
  expect(roleLabel('auditor' as Role)).toBe('auditor');
  expect(severityLabel('constructor' as AlertSeverity)).toBe('constructor');
  expect(statusLabel('muted' as AlertStatus)).toBe('muted');
});

test('The console shows a known type by its name, and makes words of an unknown one', () => {
  expect(typeLabel('missed-check-in')).toBe('Missed check-in');
  expect(typeLabel('mains-failure')).toBe('Mains failure');
  expect(typeLabel('lift-alarm')).toBe('Lift alarm');
  expect(typeLabel('constructor')).toBe('Constructor');
  expect(deviceTypeLabel('co-detector')).toBe('CO detector');
  expect(deviceTypeLabel('ice-detector')).toBe('Ice detector');
});

test.each([
  ['device', 'Door contact', 'door-contact'],
  ['device', ' door-contact ', 'door-contact'],
  ['alert', 'mains failure', 'mains-failure'],
  ['alert', 'Device offline', 'device-offline'],
  ['device', 'Türöffner (Straße)', 'turoffner-strasse'],
  ['device', '門', ''],
] as const)('A type of a %s that a person writes as %j is sent as %j', (kind, written, type) => {
  expect(typeNamed(kind, written)).toBe(type);
});

test('The types to choose from are the known ones and those in use, each once, in order', () => {
  const names = typeNames('device', ['roller-shutter', 'camera']);
  expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other)));
  expect(names.filter((it) => it === 'Camera' || it === 'Roller shutter')).toEqual([
    'Camera',
    'Roller shutter',
  ]);
});
