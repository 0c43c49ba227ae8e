import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { routes } from '../../../../functions/routes.ts';
import { LIMITS_FILE, printLimits } from '../../../../lib/openapi/print-limits.ts';

test('The limits of the console’s forms are current: if not, run `npm run generate`', async () => {
  expect(await readFile(LIMITS_FILE, 'utf8')).toBe(printLimits(routes));
});

test('Limits of characters, numbers, entries of lists and patterns are those of the schemas', async () => {
  const limits = await import(LIMITS_FILE);
  expect(limits.ContactInput).toMatchObject({ name: { most: 120 }, email: { most: 254 } });
  expect(limits.UserInput.password).toEqual({ least: 12, most: 128 });
  expect(limits.SupervisionInput.grace_minutes).toEqual({ least: 0, most: 240 });
  expect(limits.EscalationInput.high).toEqual({ least: 1, most: 3, each: { least: 1, most: 10_080 } });
  expect(limits.PanelInput.line_prefix).toEqual({ most: 6 });
});
