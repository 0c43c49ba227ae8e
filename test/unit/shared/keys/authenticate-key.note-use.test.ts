import { expect, test } from 'vitest';
import { noteUse } from '../../../../shared/keys/authenticate-key.ts';
import { makeKey } from '../../../support/make-key.ts';
import { makeRuntime } from '../../../support/make-runtime.ts';
import { readExpressions } from '../../../support/read-expressions.ts';
import { conditionFailed } from '../../../support/refusals.ts';

const NOW = new Date('2026-11-20T12:00:30.000Z');
const AN_HOUR_AGO = '2026-11-20T11:00:30.000+00:00';

async function note(last_used_at: string | null, answer: unknown = {}) {
  const key = makeKey({ last_used_at });
  const { runtime, sent, logged } = makeRuntime({ clock: () => NOW, answers: [answer] });
  await noteUse(runtime, key, NOW);
  return { key, sent, logged };
}

test.each([
  ['the first time', null, 1],
  ['after an hour', AN_HOUR_AGO, 1],
  ['not at all a millisecond earlier', '2026-11-20T11:00:30.001+00:00', 0],
  ['not at all if another clock is ahead', '2026-11-20T12:00:31.000+00:00', 0],
])('The use of an API key is recorded %s', async (_, lastUsedAt, writes) => {
  expect((await note(lastUsedAt)).sent).toHaveLength(writes);
});

test('The use of an API key is recorded if the key exists and no use was recorded within the hour', async () => {
  const { key, sent } = await note(AN_HOUR_AGO);
  expect(sent[0]?.input).toMatchObject({
    TableName: 'guard-test',
    Key: { pk: `TENANT#${key.tenant_id}`, sk: `KEY#${key.id}` },
  });
  expect(readExpressions(sent[0]?.input)).toEqual({
    update: 'SET last_used_at = "2026-11-20T12:00:30.000+00:00"',
    condition: `attribute_exists(pk) AND (attribute_not_exists(last_used_at) OR last_used_at <= "${AN_HOUR_AGO}")`,
  });
});

test('A concurrent use or revocation of an API key is not an error when its use is recorded', async () => {
  const refused = conditionFailed();
  expect((await note(null, refused)).logged).toEqual([]);
});

test('A use of an API key that cannot be recorded does not fail the request', async () => {
  const { logged, key } = await note(null, new Error('No capacity'));
  expect(logged).toEqual([
    {
      level: 'warn',
      message: 'The use of a key could not be recorded',
      fields: expect.objectContaining({ key_id: key.id }),
    },
  ]);
});
