import { expect, test } from 'vitest';
import { foundEntries, isSameText } from '../../../../../lib/console/state/found-entries.ts';

const found = (texts: readonly string[], search: string) =>
  foundEntries(
    texts.map((text) => ({ text })),
    search,
    12,
  ).map(({ text }) => text);

test('A search finds the texts that contain every word, whatever the case and the accents', () => {
  expect(found(['São João Depot', 'Depot East', 'Office'], 'depot JOAO')).toEqual(['São João Depot']);
});

test('A search lists the texts that begin with the first word before those that contain it', () => {
  expect(found(['North Gate', 'Gate', 'Gatehouse'], 'gate')).toEqual(['Gate', 'Gatehouse', 'North Gate']);
});

test('A search lists the first entries, at most as many as are wanted, while nothing is typed', () => {
  const texts = Array.from({ length: 20 }, (_, number) => `Site ${number}`);
  expect(found(texts, ' ')).toEqual(texts.slice(0, 12));
});

test('Two texts mean the same whatever the case, the accents and the spaces around them, and no part of a text means the whole', () => {
  expect(isSameText(' joao DEPOT', 'João Depot')).toBe(true);
  expect(isSameText('João', 'João Depot')).toBe(false);
});
