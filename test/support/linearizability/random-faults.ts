import { setImmediate as turn } from 'node:timers/promises';
import type { CallName } from '../../faults/fault-proxy.ts';
import { FAULTS, type Fault } from '../../faults/faults.ts';
import type { Dice } from '../random.ts';

/** The possible faults of any call. Stalls are excluded: each takes as long as a function waits. */
const TRANSIENT = FAULTS.filter(({ fault, isTransient }) => isTransient && !fault.kind.startsWith('stalled'));

/** The numbers of turns of the event loop: other requests come in between. */
const TURNS = [5, 20, 80];

/** The numbers of calls of the same name that fail in a row: one that fails three times is not repeated by the SDK again. */
const IN_A_ROW = [1, 1, 3, 6];

/** Some calls come late, and some fail, so that requests overtake one another, and calls are repeated or given up. */
export function randomFaults(
  dice: Dice,
  { late, failing }: { readonly late: number; readonly failing: number },
): (call: CallName) => Fault | undefined {
  const underWay = new Map<CallName, Fault[]>();
  return (call) => {
    const next = underWay.get(call)?.pop();
    if (next) return next;
    if (dice.chance(failing)) {
      const { fault } = dice.pick(TRANSIENT.filter(({ calls }) => calls?.test(call) ?? true));
      underWay.set(
        call,
        Array.from({ length: dice.pick(IN_A_ROW) - 1 }, () => fault),
      );
      return fault;
    }
    return dice.chance(late) ? { kind: 'held', before: () => wait(dice.pick(TURNS)) } : undefined;
  };
}

async function wait(turns: number): Promise<void> {
  for (let taken = 0; taken < turns; taken += 1) await turn();
}
