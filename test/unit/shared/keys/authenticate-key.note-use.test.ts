import { expect, test } from 'vitest';
import { noteUse } from '../../../../shared/keys/authenticate-key.ts';
import { makeKey } from '../../../support/make-key.ts';
import { makeRuntime } from '../../../support/make-runtime.ts';
import { conditionFailed } from '../../../support/refusals.ts';

async function note(answer: Error) {
  const now = new Date('2026-11-20T12:00:30.000Z');
  const { runtime, logged } = makeRuntime({ clock: () => now, answers: [answer] });
  await noteUse(runtime, makeKey({ id: 'key', last_used_at: null }), now);
  return logged.map(({ level, message, fields }) => [level, message, fields.key_id]);
}

test('A concurrent use or revocation of an API key is not an error when its use is recorded', async () => {
  expect(await note(conditionFailed())).toEqual([]);
});

test('A use of an API key that cannot be recorded does not fail the request', async () => {
  expect(await note(new Error('No capacity'))).toEqual([
    ['warn', 'The use of a key could not be recorded', 'key'],
  ]);
});
