import { expect, test } from 'vitest';
import { bodyOf, differing, type Field, merged, valuesOf } from '../../../../../lib/console/state/fields.ts';

const FIELDS: readonly Field[] = [
  { name: 'name', label: 'Name', kind: 'text' },
  { name: 'seconds', label: 'Seconds', kind: 'number', limit: { least: 30, most: 86_400 } },
  { name: 'events', label: 'Events', kind: 'checklist', options: [] },
  { name: 'high', label: 'High', kind: 'numbers', limit: { least: 1, most: 60 }, labels: ['1', '2', '3'] },
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

test('A console form that is sent unchanged contains the same values as the item that the form shows', () => {
  expect(bodyOf(FIELDS, valuesOf(FIELDS, ITEM))).toEqual(ITEM);
});

test('A console form sends empty fields as null, and leaves out fields that are declared to be omitted when empty', () => {
  expect(bodyOf(FIELDS, valuesOf(FIELDS))).toEqual({
    name: null,
    seconds: null,
    events: [],
    high: null,
    on: false,
    until: null,
  });
});

test('A field with words of its own shows them, and sends the value that they mean, or what was typed if they mean none', () => {
  const words = {
    of: (value: string) => value.toUpperCase(),
    meant: (typed: string) => typed.replace(/\W/g, ''),
  };
  const fields: readonly Field[] = [{ name: 'type', label: 'Type', kind: 'text', words }];
  expect(valuesOf(fields, { type: 'camera' })).toEqual({ type: 'CAMERA' });
  expect(bodyOf(fields, { type: 'C-4' })).toEqual({ type: 'C4' });
  expect(bodyOf(fields, { type: '!' })).toEqual({ type: '!' });
});

test('A console form can send a selection of its fields only', () => {
  expect(bodyOf(FIELDS, valuesOf(FIELDS, ITEM), ({ name }) => name === 'on')).toEqual({ on: true });
});

test('A console form that is merged with another user’s change keeps the changes to different fields, and one’s own change to the same field', () => {
  const base = valuesOf(FIELDS, ITEM);
  const mine = { ...base, name: 'Mine', seconds: '90' };
  const saved = { ...base, name: 'Theirs', on: false };
  const both = merged(FIELDS, base, mine, saved);
  expect(both).toEqual({ ...base, name: 'Mine', seconds: '90', on: false });
  expect(differing(FIELDS, saved, both).map(({ name }) => name)).toEqual(['name', 'seconds']);
});

const STEPS = {
  name: 'steps',
  label: 'Steps',
  kind: 'rows',
  columns: [
    { name: 'key', label: '', kind: 'text', isShown: () => false },
    { name: 'text', label: 'Text', kind: 'text', isRequired: true, isOmittedIfEmpty: true },
    { name: 'minutes', label: 'Minutes', kind: 'number', limit: { least: 1, most: 60 } },
    { name: 'kind', label: 'Kind', kind: 'select', options: [] },
  ],
  empty: { kind: 'call' },
  rowName: (number) => `Step ${number}`,
  add: 'Add a step',
  words: ({ text }) => String(text),
} satisfies Field;

test('The rows of a form return the things of a list as the API has them, without fields that the service added', () => {
  const steps = [{ key: 'call', text: 'Call', minutes: 5, kind: 'call' }];
  const values = valuesOf([STEPS], { steps: steps.map((it) => ({ ...it, added: 1 })) });
  expect(values).toEqual({ steps: [{ key: 'call', text: 'Call', minutes: '5', kind: 'call' }] });
  expect(bodyOf([STEPS], values)).toEqual({ steps });
  expect(valuesOf([STEPS])).toEqual({ steps: [] });
});

test('Rows in which nothing is typed are sent only if the field asks for them', () => {
  const values = { steps: [valuesOf(STEPS.columns, STEPS.empty)] };
  expect(bodyOf([STEPS], values)).toEqual({ steps: [{ key: null, minutes: null, kind: 'call' }] });
  expect(bodyOf([{ ...STEPS, leavesOutEmpty: true }], values)).toEqual({ steps: [] });
});
