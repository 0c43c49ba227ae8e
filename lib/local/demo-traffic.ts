import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Table } from '../../shared/table/table.ts';
import { createGuardClient, type GuardClient, type ReportEvent } from '../client/index.ts';
import { DEMO_MESSAGES } from './demo-alerts.ts';
import { drawDemoPicture } from './demo-picture.ts';
import { reasonOf } from './local-server-error.ts';
import type { Pause } from './triggers/host.ts';

/**
 * The key of the item with the API key and the devices of the demo. Only the local table contains an API key in plain text.
 */
export const DEMO_TRAFFIC = { pk: 'DEMO', sk: 'TRAFFIC' } as const;

const deviceSchema = z.object({ id: z.string(), name: z.string(), type: z.string() });
const trafficSchema = z.object({
  key: z.string(),
  devices: z.array(deviceSchema),
  silent_device_id: z.string().nullable(),
});

export type DemoTraffic = z.infer<typeof trafficSchema>;

interface DemoTrafficOptions {
  readonly url: string;
  readonly table: Table;
  readonly pause: Pause;
  readonly random: () => number;
  readonly log: (line: string) => void;
}

const BETWEEN_SCENES_MILLISECONDS = 4_000;

/** Sends a report of the demo's machines every few seconds, over HTTP with an API key. Returns a function that stops this. */
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
      if (!traffic) return log('The table has no demo data, so no demo traffic runs.');
      const guard = createGuardClient({ baseUrl: url, key: traffic.key });
      const { devices, silent_device_id: silentDeviceId } = traffic;
      const nextScene = createDemoScenes({ devices, silentDeviceId }, random);
      while (!signal.aborted) {
        const events = nextScene();
        if (events.length > 0) await report(guard, events, random, signal);
        await pause(BETWEEN_SCENES_MILLISECONDS, signal);
      }
    } catch (error) {
      // If the engine was restarted, the API key may be another one.
      if (!signal.aborted) log(`The demo pauses: ${reasonOf(error)}`);
    }
  }
}

/** Reports events. What a motion sensor sees, the camera beside it has a picture of. */
async function report(
  guard: GuardClient,
  events: readonly ReportEvent[],
  random: () => number,
  signal: AbortSignal,
): Promise<void> {
  const files = events.map(({ type }) => (type === 'intrusion' ? drawDemoPicture(random) : undefined));
  const announced = events.map((event, place) => {
    const bytes = files[place]?.length;
    return bytes ? { ...event, pictures: [{ content_type: 'image/png' as const, bytes }] } : event;
  });
  const results = await guard.report(announced, { signal });
  for (const [place, { uploads = [] }] of results.entries()) {
    for (const { url, method, headers } of uploads) {
      await fetch(url, { method, headers, body: Buffer.from(files[place] ?? []), signal });
    }
  }
}

async function readTraffic({ table }: DemoTrafficOptions): Promise<DemoTraffic | undefined> {
  const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key: DEMO_TRAFFIC }));
  return Item && trafficSchema.parse(Item);
}

interface DemoDevice {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

interface OpenScene {
  readonly device: DemoDevice;
  readonly scene: Scene;
}

interface Scene {
  readonly type: keyof typeof DEMO_MESSAGES;
  readonly severity: NonNullable<ReportEvent['severity']>;
  /** The type of the device; if absent, any device will do. */
  readonly of?: string;
  readonly weight: number;
}

const SCENES: readonly Scene[] = [
  { type: 'panic', severity: 'critical', of: 'panic-button', weight: 1 },
  { type: 'fire', severity: 'critical', of: 'smoke-detector', weight: 1 },
  { type: 'intrusion', severity: 'high', of: 'motion-sensor', weight: 4 },
  { type: 'tamper', severity: 'medium', of: 'door-contact', weight: 4 },
  { type: 'low-battery', severity: 'low', weight: 3 },
];

/** How many alerts of the demo may be open, so that a long demo does not fill the screen. */
const MOST_OPEN = 8;
const LEAST_OPEN = 3;
/** The probabilities that a scene resolves an open alert, and that it repeats one. */
const OVER_SHARE = 0.35;
const AGAIN_SHARE = 0.3;
/** The offline device reports once in this many scenes, and goes offline again in between. */
const SCENES_BETWEEN_SIGNS = 120;

/** Makes a function that returns the next event of the demo. `random` returns a number from 0 to 1. */
export function createDemoScenes(
  {
    devices,
    silentDeviceId,
  }: { readonly devices: readonly DemoDevice[]; readonly silentDeviceId: string | null },
  random: () => number,
): () => ReportEvent[] {
  const open: OpenScene[] = [];
  let scenes = 0;

  function nextScene(): ReportEvent | undefined {
    const isFull = open.length >= MOST_OPEN;
    if (isFull || (open.length > LEAST_OPEN && random() < OVER_SHARE)) {
      const over = open.shift();
      return over && { action: 'resolve', device_id: over.device.id, dedup_key: keyOf(over) };
    }
    const again = random() < AGAIN_SHARE ? pick(open, random()) : undefined;
    if (again) return raise(again);
    const scene = pickScene(random());
    const device = pick(
      devices.filter(({ type }) => scene.of === undefined || type === scene.of),
      random(),
    );
    if (!device) return undefined;
    const begun = { device, scene };
    if (!open.some((it) => keyOf(it) === keyOf(begun))) open.push(begun);
    return raise(begun);
  }

  return () => {
    const scene = nextScene();
    const isHeard = silentDeviceId !== null && scenes % SCENES_BETWEEN_SIGNS === SCENES_BETWEEN_SIGNS / 2;
    scenes += 1;
    return [
      ...(scene ? [scene] : []),
      ...(isHeard ? [{ action: 'heartbeat', device_id: silentDeviceId } as const] : []),
    ];
  };
}

function raise(open: OpenScene): ReportEvent {
  const { device, scene } = open;
  return {
    action: 'raise',
    device_id: device.id,
    type: scene.type,
    severity: scene.severity,
    message: `${DEMO_MESSAGES[scene.type]}: ${device.name}`,
    dedup_key: keyOf(open),
    metadata: { source: 'demo' },
  };
}

/** The dedup key of a scene. It is the same after a restart, so that the alert only gets another occurrence. */
function keyOf({ device, scene }: OpenScene): string {
  return `demo-${scene.type}-${device.id}`;
}

function pick<T>(values: readonly T[], share: number): T | undefined {
  return values[Math.floor(share * values.length)];
}

function pickScene(share: number): Scene {
  const byWeight = SCENES.flatMap((scene) => Array<Scene>(scene.weight).fill(scene));
  return pick(byWeight, share) ?? (SCENES[0] as Scene);
}
