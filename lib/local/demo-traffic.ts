import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { connectTable } from '../../shared/table/table.ts';
import { createGuardClient } from '../client/index.ts';
import { createDemoScenes } from './demo-scenes.ts';
import { TABLE_NAME } from './function-environment.ts';
import { reasonOf } from './local-server-error.ts';
import type { Pause } from './triggers/pause.ts';

/** The key and the devices of the demo. Only the local table contains the key in plain text. */
export const DEMO_TRAFFIC = { pk: 'DEMO', sk: 'TRAFFIC' } as const;

const deviceSchema = z.object({ id: z.string(), name: z.string(), type: z.string() });
const trafficSchema = z.object({
  key: z.string(),
  devices: z.array(deviceSchema),
  silent_device_id: z.string().nullable(),
});

export type DemoTraffic = z.infer<typeof trafficSchema>;

export interface DemoTrafficOptions {
  readonly url: string;
  readonly dynamodbEndpoint: string;
  readonly pause: Pause;
  readonly random: () => number;
  readonly log: (line: string) => void;
}

const BETWEEN_SCENES_MILLISECONDS = 4_000;

/** Sends a report of the demo's machines every few seconds, over HTTP with a key. Returns a function that stops it. */
export function playDemoTraffic(options: DemoTrafficOptions): () => Promise<void> {
  const ending = new AbortController();
  const playing = play(options, ending.signal);
  return async () => {
    ending.abort();
    await playing;
  };
}

async function play(options: DemoTrafficOptions, signal: AbortSignal): Promise<void> {
  const { url, pause, random, log } = options;
  while (!signal.aborted) {
    await pause(BETWEEN_SCENES_MILLISECONDS, signal);
    try {
      const traffic = await readTraffic(options);
      if (!traffic) return log('An earlier release created the demo data, so no demo traffic runs.');
      const guard = createGuardClient({ baseUrl: url, key: traffic.key });
      const { devices, silent_device_id: silentDeviceId } = traffic;
      const nextScene = createDemoScenes({ devices, silentDeviceId }, random);
      while (!signal.aborted) {
        const events = nextScene();
        if (events.length > 0) await guard.report(events, { signal });
        await pause(BETWEEN_SCENES_MILLISECONDS, signal);
      }
    } catch (error) {
      // A restarted engine may have another key.
      if (!signal.aborted) log(`The demo pauses: ${reasonOf(error)}`);
    }
  }
}

async function readTraffic({ dynamodbEndpoint }: DemoTrafficOptions): Promise<DemoTraffic | undefined> {
  const table = connectTable({ tableName: TABLE_NAME, dynamodbEndpoint });
  try {
    const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key: DEMO_TRAFFIC }));
    return Item && trafficSchema.parse(Item);
  } finally {
    table.client.destroy();
  }
}
