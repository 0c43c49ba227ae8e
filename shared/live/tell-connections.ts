import { isPermitted, isWithinScope, type Scope } from '../access.ts';
import { POSTS_AT_A_TIME, type Sockets } from '../lambda/sockets.ts';
import { runInLanes } from '../run-in-lanes.ts';
import type { Table } from '../table/table.ts';
import { closeConnection, cutOffConnection, forgetConnection } from './close-connection.ts';
import { type Connection, scopeOfConnection } from './connection.ts';
import { type Judged, judgeConnections } from './judge-connections.ts';
import { packChanges, writeMessage } from './messages.ts';
import type { Told } from './read-happened.ts';

export interface FanOutMeans {
  readonly table: Table;
  readonly sockets: Sockets;
  readonly now: Date;
}

/** What connections are told. */
export interface Telling {
  readonly told: readonly Told[];
  /** The ids of connections that were just opened. */
  readonly opened: ReadonlySet<string>;
}

/** What came of it. */
export interface TellingOutcome {
  /** Messages that were taken. */
  readonly messages: number;
  /** Connections that were ended because they could not be told: their clients connect again and list. */
  readonly cutOff: number;
}

/** As many as are judged with one call of the table: each by its token, user and sites, and mostly one tenant. */
const JUDGED_AT_ONCE = 32;
/** So few may all be at fault themselves. Of more, all at once are not, and must not all connect again at once. */
const FEW = 2;
/** A connection is not there yet right after it was let in: it is young so long after. */
const YOUNG_MS = 10_000;
/** So often it is looked for, with pauses that double. */
const READY_TRIES = 5;
const FIRST_PAUSE_MS = 30;

/**
 * Tells connections what of all that is told is in their reach, each right after it was judged. Who cannot be told holds up nobody,
 * and is cut off. Throws, when all others have been told, where connections could not be judged; and where nobody of many could
 * be told, or of few ended: then it is not the connections that are at fault.
 */
export async function tellConnections(
  connections: readonly Connection[],
  { told, opened }: Telling,
  means: FanOutMeans,
): Promise<TellingOutcome> {
  const judgedAt = judgeInTime(connections, means);
  const messagesFor = writeOnce(told);
  const notJudged: unknown[] = [];
  const notTold: { readonly connection: Connection; readonly error: unknown }[] = [];
  let messages = 0;
  await runInLanes([...connections.entries()], POSTS_AT_A_TIME, async ([place, connection]) => {
    const judged = await judgedAt(place).catch((error) => void notJudged.push(error));
    if (!judged) return;
    try {
      const taken = await tell(judged, { messagesFor, isOpened: opened.has(connection.id) }, means);
      messages += taken; // not before: others have been told meanwhile
    } catch (error) {
      notTold.push({ connection, error });
    }
  });
  if (notJudged.length > 0) throw notJudged[0];
  const [first] = notTold;
  const isNobodyTold = notTold.length === connections.length;
  if (first && isNobodyTold && notTold.length > FEW) throw first.error;
  const ended = await runInLanes(notTold, POSTS_AT_A_TIME, (it) => cutOffConnection(means, it.connection));
  if (first && isNobodyTold && ended.includes(false)) throw first.error;
  return { messages, cutOff: ended.filter(Boolean).length };
}

/**
 * Judges connections in groups, each when the first of it has its turn: what is told must be in reach now, and of many
 * connections the last has its turn seconds after the first.
 */
function judgeInTime(connections: readonly Connection[], { table, now }: FanOutMeans) {
  const groups = new Map<number, Promise<Judged[]>>();
  return async (place: number): Promise<Judged | undefined> => {
    const begin = place - (place % JUDGED_AT_ONCE);
    let group = groups.get(begin);
    if (!group) {
      group = judgeConnections(table, connections.slice(begin, begin + JUDGED_AT_ONCE), now);
      groups.set(begin, group);
    }
    return (await group)[place - begin];
  };
}

type MessagesFor = (connection: Connection, scope: Scope) => readonly string[];

/** The messages of a connection, which are written once for all that are told the same. */
function writeOnce(told: readonly Told[]): MessagesFor {
  const written = new Map<string, readonly string[]>();
  return (connection, scope) => {
    const own = toldTo(connection, scope, told);
    const name = own.map((it) => told.indexOf(it)).join();
    const messages = written.get(name) ?? packChanges(own.map(({ change }) => change));
    written.set(name, messages);
    return messages;
  };
}

/** What of all that is told a connection is told, as the lists of its user would show it. */
export function toldTo(connection: Connection, scope: Scope, told: readonly Told[]): readonly Told[] {
  const own = scopeOfConnection(connection, scope);
  if (!own) return [];
  return told.filter(
    ({ permission, subject, except }) =>
      isPermitted(connection.role, permission) &&
      isWithinScope(own, subject) &&
      !(except && isWithinScope(own, except)),
  );
}

/** Resolves to how many messages the client got. */
async function tell(
  { connection, verdict }: Judged,
  { messagesFor, isOpened }: { readonly messagesFor: MessagesFor; readonly isOpened: boolean },
  { table, sockets, now }: FanOutMeans,
): Promise<number> {
  if (verdict.closing) {
    await closeConnection({ table, sockets }, connection, verdict.closing);
    return 1;
  }
  if (isOpened && !(await sayReady(table, sockets, connection))) return 0;
  const messages = messagesFor(connection, verdict.scope);
  for (const message of messages) {
    if (await sockets.post(connection.id, message)) continue;
    const isYoung = now.getTime() - connection.connectedAt.getTime() < YOUNG_MS;
    if (!isYoung) await forgetConnection(table, connection);
    return 0;
  }
  return messages.length + Number(isOpened);
}

/** Whether the client is there. If not, it may have left already, or is let in at this moment: then it asks (`ping`). */
async function sayReady(table: Table, sockets: Sockets, { id }: Connection): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    if (await sockets.post(id, writeMessage({ type: 'ready' }))) return true;
    if (tries === READY_TRIES) return false;
    await table.pause(FIRST_PAUSE_MS * 2 ** (tries - 1));
  }
}
