import { expect, test } from 'vitest';
import { bundleFaults, bundleSizes } from '../../../../bench/cold/bundle-size.ts';
import { functionSources } from '../../../../functions/sources.ts';
import { describeBundles } from '../../../../lib/cdk/functions/bundle.ts';

test('The code of every function is within its budget', async () => {
  expect(bundleFaults(bundleSizes(await describeBundles(functionSources())))).toEqual([]);
}, 60_000);
