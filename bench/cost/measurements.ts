import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { INDEX_NAMES } from '../../shared/table/definition.ts';
import { REQUEST_NAMES, type RequestName } from './measured-requests.ts';
import { REACTION_NAMES, type ReactionName } from './reactions.ts';

/** Where `npm run cost -- --measure` keeps what it measured. Everything else is computed from it. */
export const MEASUREMENTS_FILE = new URL('./measurements.json', import.meta.url);

const functionSchema = z.object({
  name: z.string(),
  /** The median of many warm runs, on the machine that measured. */
  cpuMilliseconds: z.number(),
  /** Calls to the table that waited for one another. */
  tripsInSequence: z.number(),
  readUnits: z.number(),
  writeUnits: z.number(),
  /** What the function itself writes. */
  logBytes: z.number(),
});

const touchSchema = z.object({
  index: z.enum(['table', ...INDEX_NAMES]),
  partition: z.string(),
  sort: z.string().optional(),
  readUnits: z.number(),
  writeUnits: z.number(),
});

const requestSchema = z.object({
  name: z.enum(REQUEST_NAMES),
  responseBytes: z.number(),
  functions: z.array(functionSchema),
  touches: z.array(touchSchema),
});

const reactionSchema = z.object({ name: z.enum(REACTION_NAMES), functions: z.array(functionSchema) });

const stackSchema = z.object({
  accessLogFormat: z.string(),
  /** Of the WebSocket API: of connections, ends and messages of clients. */
  socketLogFormat: z.string(),
  /** Metrics that alarms watch: what they are paid by. */
  alarmMetrics: z.number(),
  compositeAlarms: z.number(),
  dashboards: z.number(),
  webAcls: z.number(),
  webAclRules: z.number(),
  /** At API Gateway, which decides for the whole request, and at the functions, which decide for scheduled runs. */
  isTraced: z.boolean(),
});

const measurementsSchema = z.object({
  requests: z.array(requestSchema),
  /** Functions that run every minute: while no alert is active, and while hundreds are. */
  scheduled: z.object({ idle: z.array(functionSchema), busy: z.array(functionSchema) }),
  /** What runs because of what was written, and of clients of the WebSocket API. */
  reactions: z.array(reactionSchema),
  /** What goes out where a webhook is told of a change. */
  deliveryBytes: z.number(),
  /** The run that marks one alert to go, which was raised, acknowledged and resolved. */
  retention: functionSchema,
  stack: stackSchema,
});

export type Measurements = z.infer<typeof measurementsSchema>;
export type MeasuredRun = z.infer<typeof requestSchema>;
export type MeasuredReaction = z.infer<typeof reactionSchema>;
export type MeasuredFunction = z.infer<typeof functionSchema>;
export type StackFacts = z.infer<typeof stackSchema>;

export async function readMeasurements(): Promise<Measurements> {
  return measurementsSchema.parse(JSON.parse(await readFile(MEASUREMENTS_FILE, 'utf8')));
}

export function findRequest({ requests }: Measurements, name: RequestName): MeasuredRun {
  const found = requests.find((request) => request.name === name);
  if (!found) throw new Error(`${name} was not measured`);
  return found;
}

export function findReaction({ reactions }: Measurements, name: ReactionName): MeasuredReaction {
  const found = reactions.find((reaction) => reaction.name === name);
  if (!found) throw new Error(`What follows where ${name} was not measured`);
  return found;
}
