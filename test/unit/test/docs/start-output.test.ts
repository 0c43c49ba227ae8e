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

test('what was printed ends as it is shown, whatever the port of the engine and the folder of the clone', () => {
  expect(outputDifferences(SHOWN, printed('.guard'), '/tmp/clone')).toEqual([]);
  expect(outputDifferences(SHOWN, printed('/tmp/clone/.guard'), '/tmp/clone')).toEqual([]);
});

test('a line that differs is told with what it should be', () => {
  expect(outputDifferences(SHOWN, printed('elsewhere'), '/tmp/clone')).toEqual([
    '- Its data lies in .guard',
    '+ Its data lies in elsewhere',
  ]);
});

test('a line less, or one more at the end, differs', () => {
  expect(outputDifferences(SHOWN, '', '/tmp/clone')).not.toEqual([]);
  expect(outputDifferences(SHOWN, `${printed('.guard')}more`, '/tmp/clone')).not.toEqual([]);
});
