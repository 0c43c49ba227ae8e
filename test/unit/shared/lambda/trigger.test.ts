import { expect, test } from 'vitest';
import {
  defineTrigger,
  queueUrlVariable,
  type TriggerDeclaration,
} from '../../../../shared/lambda/trigger.ts';

const least = { description: 'Does something.', trigger: { kind: 'schedule', everyMinutes: 1 } } as const;

test('a triggered function is named by where it stands, and does nothing that it does not declare', () => {
  expect(defineTrigger('trials/do-something', least)).toEqual({
    ...least,
    folder: 'trials',
    name: 'do-something',
    table: { actions: [], indexes: [] },
    settings: [],
    sendsTo: [],
    postsToSockets: false,
    callsApi: false,
    environment: {},
    timeoutSeconds: 15,
  });
});

test('a triggered function does what it declares', () => {
  const declared: TriggerDeclaration = {
    ...least,
    table: { actions: ['Query', 'GetItem'] },
    settings: ['TOKEN_EXPIRATION'],
    sendsTo: ['deliver'],
    postsToSockets: true,
    environment: { MODE: 'a' },
    timeoutSeconds: 60,
  };
  expect(defineTrigger('trials/do-something', declared)).toMatchObject({
    ...declared,
    table: { actions: ['GetItem', 'Query'], indexes: [] },
  });
});

test('the URL of a queue stands in a variable that is named after who reads it', () => {
  expect(queueUrlVariable('deliver-web-hook')).toBe('QUEUE_URL_DELIVER_WEB_HOOK');
});
