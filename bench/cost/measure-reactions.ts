import type { _Record as ChangeRecord, DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import * as z from 'zod';
import { answerMessageTrigger } from '../../functions/live/answer-message.trigger.ts';
import { endConnectionTrigger } from '../../functions/live/end-connection.trigger.ts';
import { openConnectionTrigger } from '../../functions/live/open-connection.trigger.ts';
import { triggers, triggersOf } from '../../functions/triggers.ts';
import { streamEvent } from '../../lib/local/triggers/stream-event.ts';
import { isForTrigger } from '../../lib/local/triggers/stream-filter.ts';
import { StreamReader } from '../../lib/local/triggers/stream-reader.ts';
import type { BenchData } from '../bench-data.ts';
import type { FunctionRun } from './function-run.ts';
import { measuredFunctions } from './measured-functions.ts';
import type { MeasuredFunction, MeasuredReaction } from './measurements.ts';
import { REACTION_NAMES, type ReactionName } from './reactions.ts';
import type { RecordedRequest, RecordingGuard } from './recording-guard.ts';
import { signIn, signInToPost } from './sign-in.ts';

const TIMED = 50;

/** What functions did that no request waited for, each with its calls to the table. */
type Done = Pick<RecordedRequest, 'runs' | 'trips'>;

interface Reaction {
  /** Makes things as they are before; what that takes is not measured. */
  readonly prepare?: () => Promise<unknown>;
  /** Does something once. */
  readonly act: (isRecorded: boolean) => Promise<Done>;
  /** Whether a client is told something by a function that can. */
  readonly posts?: boolean;
}

const ticketSchema = z.object({ ticket: z.string() });

/** Measures what follows of changes and connections, of one at a time: on AWS several may come in one batch. */
export async function measureReactions(
  guard: RecordingGuard,
  data: BenchData,
  stream: { readonly client: DynamoDBStreamsClient; readonly arn: string },
): Promise<MeasuredReaction[]> {
  const reader = await StreamReader.open(stream.client, stream.arn);
  const reactions = await reactionsOf(guard, data, (isRecorded) => followStream(guard, reader, isRecorded));
  const measured: MeasuredReaction[] = [];
  for (const name of REACTION_NAMES) {
    const { prepare, act, posts = false } = reactions[name];
    const timed: FunctionRun[] = [];
    for (let place = 0; place < TIMED; place += 1) {
      await prepare?.();
      timed.push(...(await act(false)).runs);
    }
    await prepare?.();
    const functions = measuredFunctions(await act(true), timed);
    measured.push({ name, functions: posts ? functions.map(withPost) : functions });
  }
  return measured;
}

async function reactionsOf(
  guard: RecordingGuard,
  { operators: [operator], operatorSiteIds, tenantMaster }: BenchData,
  follow: Reaction['act'],
): Promise<Record<ReactionName, Reaction>> {
  const postAsMaster = await signInToPost(guard, tenantMaster);
  const postAsOperator = await signInToPost(guard, operator);
  const [site_id] = operatorSiteIds;
  const report = { site_id, type: 'panic', severity: 'low', message: 'The back door is open' };
  let connectionId: string | undefined;
  let connections = 0;

  const onSocket = (name: string, event: object, isRecorded: boolean) =>
    guard.trigger(name, { event: { ...event, requestContext: { connectionId } }, isRecorded });
  const raise: Reaction['act'] = async (isRecorded) => {
    await postAsMaster('/alerts', report);
    return follow(isRecorded);
  };
  const connect: Reaction['act'] = async (isRecorded) => {
    connectionId = `connection-${++connections}`;
    const { ticket } = ticketSchema.parse(await postAsOperator('/live/tickets'));
    const event = { queryStringParameters: { ticket } };
    const opened = await onSocket(openConnectionTrigger.name, event, isRecorded);
    return joined(opened, await follow(isRecorded));
  };
  const leave: Reaction['act'] = async (isRecorded) => {
    const left = await onSocket(endConnectionTrigger.name, {}, isRecorded);
    connectionId = undefined;
    return joined(left, await follow(isRecorded));
  };
  const beConnected = async () => connectionId ?? connect(false);
  const beAway = async () => connectionId && leave(false);

  return {
    'an alert changes, nobody is connected': { prepare: beAway, act: raise },
    'an alert changes, one screen shows it': { prepare: beConnected, act: raise, posts: true },
    'somebody signs in': {
      async act(isRecorded) {
        await signIn(guard, operator);
        return follow(isRecorded);
      },
    },
    'a screen connects': { prepare: beAway, act: connect, posts: true },
    'a screen leaves': { prepare: beConnected, act: leave },
    'a screen asks whether it is told': {
      prepare: beConnected,
      act: (isRecorded) => onSocket(answerMessageTrigger.name, { body: '{"type":"ping"}' }, isRecorded),
      posts: true,
    },
  };
}

/** Runs what reads the stream for what was written since. */
async function followStream(guard: RecordingGuard, reader: StreamReader, isRecorded: boolean): Promise<Done> {
  const records: ChangeRecord[] = [];
  while (await reader.read((page) => records.push(...page)));
  let done: Done = { runs: [], trips: [] };
  for (const { name, trigger } of triggersOf('stream')) {
    const wanted = records.filter((record) => isForTrigger(trigger, record));
    if (wanted.length === 0) continue;
    const event = streamEvent(wanted, reader.arn);
    done = joined(done, await guard.trigger(name, { event, isRecorded }));
  }
  return done;
}

const joined = (some: Done, more: Done): Done => ({
  runs: [...some.runs, ...more.runs],
  trips: [...some.trips, ...more.trips],
});

const posting = new Set(triggers.filter((it) => it.postsToSockets).map(({ name }) => name));

/** A post to a client is waited for as a call to the table is. */
function withPost(run: MeasuredFunction): MeasuredFunction {
  return posting.has(run.name) ? { ...run, tripsInSequence: run.tripsInSequence + 1 } : run;
}
