import {
  DeleteConflictException,
  DeletePolicyCommand,
  DetachPolicyCommand,
  type IoTClient,
  ListTargetsForPolicyCommand,
  ResourceNotFoundException,
} from '@aws-sdk/client-iot';
import { expect, test } from 'vitest';
import { releaseCertificates } from '../../../../shared/inbound/release-certificates.ts';

const PAGES = [['one', 'two'], ['three']];

/** IoT Core with a policy that can be deleted after some refusals, or without it. Records what happens. */
function iotCore({ refusals = 0, hasPolicy = true } = {}) {
  const done: string[] = [];
  let attempts = 0;
  const send = async (command: object) => {
    if (!hasPolicy) throw new ResourceNotFoundException({ message: 'None', $metadata: {} });
    if (command instanceof ListTargetsForPolicyCommand) {
      const page = Number(command.input.marker ?? 0);
      return { targets: PAGES[page], ...(page + 1 < PAGES.length ? { nextMarker: String(page + 1) } : {}) };
    }
    if (command instanceof DetachPolicyCommand) done.push(`detach ${command.input.target}`);
    if (command instanceof DeletePolicyCommand) {
      attempts += 1;
      if (attempts <= refusals) throw new DeleteConflictException({ message: 'Attached', $metadata: {} });
      done.push('delete');
    }
    return {};
  };
  const client = { send } as unknown as Pick<IoTClient, 'send'>;
  const wait = async (milliseconds: number) => void done.push(`wait ${milliseconds / 1_000} s`);
  return { release: () => releaseCertificates(client, 'guard-dev', wait), done };
}

const DETACHED = ['detach one', 'detach two', 'detach three'];

test('All certificates of a policy lose it, and the policy is deleted', async () => {
  const { release, done } = iotCore();
  await release();
  expect(done).toEqual([...DETACHED, 'delete']);
});

test('A policy that was just detached is deleted as soon as IoT Core allows it', async () => {
  const { release, done } = iotCore({ refusals: 2 });
  await release();
  expect(done).toEqual([...DETACHED, 'wait 15 s', 'wait 15 s', 'delete']);
});

test('If IoT Core refuses for six minutes, the stack goes on', async () => {
  const { release, done } = iotCore({ refusals: 100 });
  await release();
  expect(done.filter((it) => it.startsWith('wait'))).toHaveLength(24);
});

test('A policy that is gone needs nothing', async () => {
  const { release, done } = iotCore({ hasPolicy: false });
  await release();
  expect(done).toEqual([]);
});
