import { expect, test } from 'vitest';
import { foundEntries } from '../../../../../lib/console/state/found-entries.ts';

const found = (texts: readonly string[], search: string) =>
  foundEntries(
    texts.map((text) => ({ text })),
    search,
  ).map(({ text }) => text);

test('The palette finds the texts that contain every word, whatever the case and the accents', () => {
  expect(found(['São João Depot', 'Depot East', 'Office'], 'depot JOAO')).toEqual(['São João Depot']);
});

test('The palette lists the texts that begin with the first word before those that contain it', () => {
  expect(found(['North Gate', 'Gate', 'Gatehouse'], 'gate')).toEqual(['Gate', 'Gatehouse', 'North Gate']);
});

test('The palette lists the first twelve entries while nothing is typed', () => {
  const texts = Array.from({ length: 20 }, (_, number) => `Site ${number}`);
  expect(found(texts, ' ')).toEqual(texts.slice(0, 12));
});
