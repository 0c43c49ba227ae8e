import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { routes } from '../../../functions/routes.ts';

const readme = await readFile(new URL('../../../README.md', import.meta.url), 'utf8');

test('the README’s table of endpoints names every endpoint and no other', () => {
  const rows = [...readme.matchAll(/^\| ((?:GET|POST|PUT|PATCH|DELETE)[A-Z, ]*) (\/\S+) \|/gm)];
  const named = rows.flatMap(([, methods = '', path = '']) =>
    methods.split(', ').map((method) => `${method} ${path}`),
  );
  expect(named.sort()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).sort());
});
