import { expect, test } from 'vitest';
import type { AlertSeverity, AlertStatus, Role } from '../../../../../lib/client/types.ts';
import {
  actorLabel,
  resolverLabel,
  roleLabel,
  severityLabel,
  statusLabel,
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

test('The console shows an unknown role, severity or status by the name that the service sends', () => {
  expect(roleLabel('auditor' as Role)).toBe('auditor');
  expect(severityLabel('constructor' as AlertSeverity)).toBe('constructor');
  expect(statusLabel('muted' as AlertStatus)).toBe('muted');
});
