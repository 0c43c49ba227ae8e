import type { CloudFormationCustomResourceEvent } from 'aws-lambda';
import { expect, test } from 'vitest';
import { answerCustomResource } from '../../../../shared/lambda/custom-resource.ts';

const EVENT = {
  RequestType: 'Create',
  ResponseURL: 'https://cloudformation.example/answer',
  StackId: 'stack',
  RequestId: 'request',
  LogicalResourceId: 'Hosts',
} as CloudFormationCustomResourceEvent;

/** Answers an event and returns what CloudFormation receives. */
async function answered(event: Partial<CloudFormationCustomResourceEvent>, find: () => Promise<object>) {
  const received: Record<string, unknown>[] = [];
  const send = (async (url: string, { method, body }: { method: string; body: string }) => {
    received.push({ url, method, ...JSON.parse(body) });
    return new Response();
  }) as unknown as typeof fetch;
  const merged = { ...EVENT, ...event } as CloudFormationCustomResourceEvent;
  const released: string[] = [];
  const error = await answerCustomResource(merged, send, {
    find: find as () => Promise<Record<string, string>>,
    release: async () => void released.push('policy'),
  }).then(
    () => undefined,
    ({ message }: Error) => message,
  );
  return { received, error, released };
}

test('A deployment gets what was found', async () => {
  const { received, error, released } = await answered({}, async () => ({ Host: 'mqtt.example' }));
  expect(error).toBeUndefined();
  expect(released).toEqual([]);
  expect(received).toEqual([
    {
      url: EVENT.ResponseURL,
      method: 'PUT',
      StackId: 'stack',
      RequestId: 'request',
      LogicalResourceId: 'Hosts',
      PhysicalResourceId: 'Hosts',
      Status: 'SUCCESS',
      Data: { Host: 'mqtt.example' },
    },
  ]);
});

test('A deployment fails at once, with the reason, if nothing was found', async () => {
  const { received, error } = await answered({}, () => Promise.reject(new Error('IoT Core named no host')));
  expect(error).toBe('IoT Core named no host');
  expect(received).toMatchObject([{ Status: 'FAILED', Reason: 'IoT Core named no host' }]);
});

test('Deleting a stack finds nothing, and releases what would keep others from being deleted', async () => {
  const { received, released } = await answered({ RequestType: 'Delete' }, () =>
    Promise.reject(new Error('gone')),
  );
  expect(received).toMatchObject([{ Status: 'SUCCESS', Data: {} }]);
  expect(released).toEqual(['policy']);
});
