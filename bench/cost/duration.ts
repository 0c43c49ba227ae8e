import { routes } from '../../functions/routes.ts';
import { deliverWebhookTrigger } from '../../functions/webhooks/deliver-webhook.trigger.ts';
import type { StageSettings } from '../../lib/cdk/stage-settings.ts';
import type { MeasuredFunction } from './measurements.ts';

/** Memory at which a function has one processor (AWS, "Configure Lambda function memory"). */
const ONE_PROCESSOR_MIB = 1_769;

/**
 * What a call to the table takes, network included: modelled. AWS names single-digit milliseconds for reads and writes
 * of items and more for Query and BatchGetItem (AWS re:Post, "How can I troubleshoot high latency on an Amazon DynamoDB
 * table?").
 */
export const TRIP_MILLISECONDS = 10;

/** How long a receiver of webhooks takes, with the connection to it: modelled. */
const RECEIVER_MILLISECONDS = 100;

type FunctionMemory = Pick<StageSettings, 'functionMemoryMib' | 'hashingFunctionMemoryMib'>;

const hashing = new Set(routes.filter((route) => route.hashesPasswords).map(({ name }) => name));

function memoryMib(name: string, settings: FunctionMemory): number {
  return hashing.has(name) ? settings.hashingFunctionMemoryMib : settings.functionMemoryMib;
}

/** How much of one processor a function of so much memory has; from one on, a single thread gains nothing. */
export function processorShare(memoryMib: number): number {
  return Math.min(1, memoryMib / ONE_PROCESSOR_MIB);
}

/**
 * How long a warm run takes on Lambda, in whole milliseconds as it is billed: the processor time measured here over the
 * memory's share of a processor, and the calls to the table that wait for one another. A model: the processors differ,
 * and what runs during a call is counted twice.
 */
export function billedMilliseconds(
  {
    name,
    cpuMilliseconds,
    tripsInSequence,
  }: Pick<MeasuredFunction, 'name' | 'cpuMilliseconds' | 'tripsInSequence'>,
  settings: FunctionMemory,
): number {
  const share = processorShare(memoryMib(name, settings));
  const receiver = name === deliverWebhookTrigger.name ? RECEIVER_MILLISECONDS : 0;
  return Math.ceil(cpuMilliseconds / share + tripsInSequence * TRIP_MILLISECONDS + receiver);
}

export function gbSeconds(run: MeasuredFunction, settings: FunctionMemory): number {
  return (memoryMib(run.name, settings) / 1_024) * (billedMilliseconds(run, settings) / 1_000);
}
