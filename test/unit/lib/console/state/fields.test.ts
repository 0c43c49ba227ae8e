import { expect, test } from 'vitest';
import { bodyOf, differing, type Field, merged, valuesOf } from '../../../../../lib/console/state/fields.ts';

const FIELDS: readonly Field[] = [
  { name: 'name', label: 'Name', kind: 'text' },
  { name: 'seconds', label: 'Seconds', kind: 'number', least: 30, most: 86_400 },
  { name: 'events', label: 'Events', kind: 'checklist', options: [] },
  { name: 'high', label: 'High', kind: 'numbers', least: 1, most: 60, labels: ['1', '2', '3'] },
  { name: 'on', label: 'On', kind: 'check' },
  { name: 'until', label: 'Until', kind: 'datetime' },
  { name: 'password', label: 'Password', kind: 'password', isOmittedIfEmpty: true },
];
const ITEM = {
  name: 'Boat house',
  seconds: 60,
  events: ['alert.raised'],
  high: [5, 15],
  on: true,
  until: '2026-11-23T14:03:00.000Z',
};

test('A form of the console that shows an item sends a body with the same values', () => {
  expect(bodyOf(FIELDS, valuesOf(FIELDS, ITEM))).toEqual(ITEM);
});

test('A form of the console sends empty fields as null, except those that are omitted', () => {
  expect(bodyOf(FIELDS, valuesOf(FIELDS))).toEqual({
    name: null,
    seconds: null,
    events: [],
    high: null,
    on: false,
    until: null,
  });
});

test('A form of the console sends only the selected fields', () => {
  expect(bodyOf(FIELDS, valuesOf(FIELDS, ITEM), ({ name }) => name === 'on')).toEqual({ on: true });
});

test('Merging a form with somebody else’s change keeps both changes of different fields, and the own change of the same field', () => {
  const base = valuesOf(FIELDS, ITEM);
  const mine = { ...base, name: 'Mine', seconds: '90' };
  const saved = { ...base, name: 'Theirs', on: false };
  const both = merged(FIELDS, base, mine, saved);
  expect(both).toEqual({ ...base, name: 'Mine', seconds: '90', on: false });
  expect(differing(FIELDS, saved, both).map(({ name }) => name)).toEqual(['name', 'seconds']);
});
