import type { Answer } from '../support/send-request.ts';
import type { CallName, Plan } from './fault-proxy.ts';
import { FAULTS, type NamedFault } from './faults.ts';
import type { Lane } from './lane.ts';
import type { PreparedWrite, WriteCase } from './prepared-write.ts';

/** One call of a request, and what happens to it. */
interface Cell {
  readonly plan: Plan;
  readonly name: string;
  readonly isTransient: boolean;
}

export interface MatrixResult {
  readonly calls: number;
  readonly cells: number;
  /** The differences between answer and table, in words. */
  readonly wrong: readonly string[];
}

const MINUTE_MILLISECONDS = 61_000;

/**
 * Plays a fault of every class on every call of a request, once and for good; in each cell answer and table must agree. The
 * place of the request decides which fault of a class, and whether the request is a sample. A cell that is wrong beside others is
 * played again alone: on a busy machine, a reply of the engine may come after the time-out.
 */
export async function playMatrix(
  write: WriteCase,
  lanes: readonly Lane[],
  requestPlace: number,
): Promise<MatrixResult> {
  const [first] = lanes;
  if (!first) throw new Error('No lane');
  const calls = await callsOf(write, first);
  const cells = cellsOf(calls, requestPlace);
  const doubtful: Cell[] = [];
  const wrong: string[] = [];
  const play = (lane: Lane, cell: Cell) =>
    playCell(write, lane, cell).catch((error: unknown) => String(error));
  let next = 0;
  const playOn = async (lane: Lane) => {
    for (let cell = cells[next++]; cell; cell = cells[next++]) {
      if (await play(lane, cell)) doubtful.push(cell);
    }
  };
  await Promise.all(lanes.map(playOn));
  for (const cell of doubtful) {
    const fault = await play(first, cell);
    if (fault) wrong.push(`${cell.name}: ${fault}`);
  }
  return { calls: calls.length, cells: cells.length, wrong };
}

/** The calls of a request without faults. */
async function callsOf(write: WriteCase, lane: Lane): Promise<CallName[]> {
  const { request, options, timesDone } = await prepare(write, lane);
  lane.guard.proxy.disarm();
  const answer = await lane.guard.call(request, options);
  const calls = [...lane.guard.proxy.calls];
  if (!isSuccess(answer) || (await timesDone()) !== 1) throw new Error(`${write.route}: ${answer.text}`);
  return calls;
}

/** Each eighth request plays all classes on the calls that nearly all requests make; the others only lose them. */
const SAMPLED = 8;

/** The calls that nearly every request makes before its handler: it reads the session, and counts the request. */
const OF_ALL = /^(BatchGetItem TENANT|UpdateItem RATE#api)$/;

function cellsOf(calls: readonly CallName[], requestPlace: number): Cell[] {
  const isSample = requestPlace % SAMPLED === 0;
  return calls.flatMap((call, place) => {
    const after = calls.slice(0, place).filter((other) => other === call).length;
    const isWhole = isSample || after > 0 || !OF_ALL.test(call);
    const faults = FAULTS.filter(({ calls: ofCalls, fault }) => {
      const isLost = fault.kind === 'reply_lost' || fault.kind === 'request_lost';
      return (!ofCalls || ofCalls.test(call)) && (isWhole || isLost);
    });
    return takeTurns(faults, requestPlace + place).flatMap((fault) =>
      [1, Number.POSITIVE_INFINITY].map((times) => ({
        plan: { call, fault: fault.fault, after, times },
        name: `${call} (${after + 1}.), ${fault.name}, ${times === 1 ? 'once' : 'for good'}`,
        isTransient: fault.isTransient,
      })),
    );
  });
}

/** Of the faults that are alike, the one with this turn; all others. */
function takeTurns(faults: readonly NamedFault[], turn: number): NamedFault[] {
  const classes = Map.groupBy(faults, ({ name, alike = name }) => alike);
  return [...classes.values()].flatMap((alike) => alike[turn % alike.length] ?? []);
}

/** Returns what is wrong with a cell, or `undefined`. */
async function playCell(write: WriteCase, lane: Lane, cell: Cell): Promise<string | undefined> {
  const { guard } = lane;
  const { request, options, timesDone } = await prepare(write, lane);
  guard.proxy.arm(cell.plan);
  const answer = await guard.call(request, options);
  guard.proxy.disarm();
  const done = await timesDone();
  const status = statusOf(answer);
  const outcome = `responded ${status}, done ${done} times`;
  if (isSuccess(answer)) {
    if (done !== 1) return outcome;
    if (answer.headers.get('idempotency-replayed')) return `${outcome}, as if it had been done before`;
    return write.isRecounted || countedOnce(answer)
      ? undefined
      : `counted more than once: ${answer.headers.get(REMAINING)} remain`;
  }
  const isHonest = status === 503 || (status === 500 && !cell.isTransient);
  if (!isHonest) return outcome;
  if (cell.isTransient && cell.plan.times === 1) return `${outcome}, though the call may be repeated`;
  // After an error, the write has not happened or its repetition changes nothing.
  guard.clock.advance(MINUTE_MILLISECONDS);
  const again = await guard.call(request, options);
  const total = await timesDone();
  const isSettled = isSuccess(again) || (done === 1 && statusOf(again) === write.repeated);
  return isSettled && total === 1 ? undefined : `${outcome}; again ${statusOf(again)}, done ${total} times`;
}

async function prepare(write: WriteCase, lane: Lane): Promise<PreparedWrite> {
  lane.guard.proxy.disarm();
  await lane.guard.refillRetries();
  lane.guard.clock.advance(MINUTE_MILLISECONDS);
  const prepared = await write.prepare(lane);
  lane.guard.clock.advance(MINUTE_MILLISECONDS);
  return prepared;
}

function isSuccess(answer: Answer): boolean {
  const status = statusOf(answer);
  return status >= 200 && status < 300;
}

/** The worst status of a response with several results. */
function statusOf({ status, body }: Answer): number {
  const results: { status?: number }[] = status === 200 && Array.isArray(body?.results) ? body.results : [];
  return Math.max(status, ...results.map((result) => result.status ?? status));
}

const REMAINING = 'x-ratelimit-remaining';

/** The request was the first of its minute, or is not counted. */
function countedOnce({ headers }: Answer): boolean {
  if (!headers.has(REMAINING)) return true;
  return Number(headers.get(REMAINING)) === Number(headers.get('x-ratelimit-limit')) - 1;
}
