import { expect, test } from 'vitest';
import type { Site } from '../../../../../lib/client/types.ts';
import { sitesToChoose } from '../../../../../lib/console/state/premises.ts';

const site = (id: string, name: string) => ({ id, name, address: null }) as Site;
test('The console’s site filter offers the sites in order of name, and the chosen site even if it is unknown', () => {
  const [mill, depot] = [site('1', 'Mill'), site('2', 'Depot')];
  const names = (chosen: string | undefined, sites?: Site[]) =>
    sitesToChoose(sites, chosen).map(({ id, name }) => [id, name]);
  expect(names('1', [mill, depot])).toEqual([
    ['2', 'Depot'],
    ['1', 'Mill'],
  ]);
  expect(names('9', [mill])).toEqual([
    ['9', 'Unknown site'],
    ['1', 'Mill'],
  ]);
  expect(names('9')).toEqual([['9', '…']]);
  expect(names(undefined)).toEqual([]);
});
