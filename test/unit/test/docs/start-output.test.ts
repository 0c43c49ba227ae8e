import { expect, test } from 'vitest';
import { outputDifferences } from '../../../docs/start-output.ts';

const SHOWN = `Guard listens at http://localhost:3000
Its data lies in .guard

Administer it with: --endpoint http://127.0.0.1:36183`;

const printed = (data: string) => `
> guard@0.1.0 start
writing the demo data

Guard listens at http://localhost:3000
Its data lies in ${data}

Administer it with: --endpoint http://127.0.0.1:40001

`;

test("The output of the start matches whatever the engine's port and the clone's folder", () => {
  expect(outputDifferences(SHOWN, printed('.guard'), '/tmp/clone')).toEqual([]);
  expect(outputDifferences(SHOWN, printed('/tmp/clone/.guard'), '/tmp/clone')).toEqual([]);
});

test('A different line is reported with the expected one', () => {
  expect(outputDifferences(SHOWN, printed('elsewhere'), '/tmp/clone')).toEqual([
    '- Its data lies in .guard',
    '+ Its data lies in elsewhere',
  ]);
});

test('A missing or additional line of the start output is a difference', () => {
  expect(outputDifferences(SHOWN, '', '/tmp/clone')).not.toEqual([]);
  expect(outputDifferences(SHOWN, `${printed('.guard')}more`, '/tmp/clone')).not.toEqual([]);
});
