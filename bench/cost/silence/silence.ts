import { readFile } from 'node:fs/promises';
import * as z from 'zod';

/** Where `npm run cost -- --silence` keeps what it played and measured. */
export const SILENCE_FILE = new URL('./silence.json', import.meta.url);

const unitsSchema = z.object({ read: z.number(), write: z.number() });

const daySchema = z.object({
  devices: z.number(),
  /** How often a device reports, and after how long without a report it is silent. */
  reportSeconds: z.number(),
  heartbeatSeconds: z.number(),
  heartbeats: z.number(),
  /** How often the watch looked at a device that was heard. */
  looks: z.number(),
  alerts: z.number(),
  returns: z.number(),
  /** After the end of a device's time. */
  earliestAlertSeconds: z.number(),
  latestAlertSeconds: z.number(),
  /** Most that was due of one shard in one minute. */
  mostInShard: z.number(),
});

const silenceSchema = z.object({
  days: z.array(daySchema),
  /** Of one device, as the engine tells them. */
  units: z.object({
    heartbeat: unitsSchema,
    look: unitsSchema,
    alert: unitsSchema,
    return: unitsSchema,
    /** Of a minute in which nothing is due. */
    emptyMinute: unitsSchema,
  }),
});

export type Day = z.infer<typeof daySchema>;
export type Silence = z.infer<typeof silenceSchema>;

export async function readSilence(): Promise<Silence> {
  return silenceSchema.parse(JSON.parse(await readFile(SILENCE_FILE, 'utf8')));
}
