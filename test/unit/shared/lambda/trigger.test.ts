import { expect, test } from 'vitest';
import {
  defineTrigger,
  queueUrlOf,
  queueUrlVariable,
  socketsEndpoint,
  type TriggerDeclaration,
} from '../../../../shared/lambda/trigger.ts';

const least = { description: 'Does something.', trigger: { kind: 'schedule', everyMinutes: 1 } } as const;

test('A trigger is named after its path, and gets no settings and permissions that it does not declare', () => {
  expect(defineTrigger('trials/do-something', least)).toEqual({
    ...least,
    file: 'trials',
    resource: 'trials',
    name: 'do-something',
    table: { actions: [], indexes: [] },
    settings: [],
    sendsTo: [],
    postsToSockets: false,
    callsApi: false,
    sendsMail: false,
    sendsMessages: false,
    environment: {},
    isTraced: false,
    timeoutSeconds: 15,
  });
});

test('The definition of a trigger contains everything that it declares', () => {
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

test('The variable of a queue URL is named after the function that reads the queue', () => {
  expect(queueUrlVariable('deliver-web-hook')).toBe('QUEUE_URL_DELIVER_WEB_HOOK');
});

test('The URLs of queues and sockets are read from variables, and a missing variable is an error that names it', () => {
  const environment = { QUEUE_URL_DELIVER: 'https://queue', SOCKETS_ENDPOINT: 'https://sockets' };
  expect(queueUrlOf(environment, 'deliver')).toBe('https://queue');
  expect(socketsEndpoint(environment)).toBe('https://sockets');
  expect(() => queueUrlOf({ QUEUE_URL_DELIVER: '' }, 'deliver')).toThrow('QUEUE_URL_DELIVER is not set.');
  expect(() => socketsEndpoint({})).toThrow('SOCKETS_ENDPOINT is not set.');
});
