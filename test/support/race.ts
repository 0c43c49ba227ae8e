/** The number of rounds of a race that run in parallel. */
export const LANES = 4;

/** Plays rounds 0, 1, 2 … of a race, in lanes: no two rounds of the same lane at a time. */
export async function playRounds(
  rounds: number,
  play: (round: number, lane: number) => Promise<void>,
): Promise<void> {
  let started = 0;
  const playOn = async (lane: number) => {
    while (started < rounds) await play(started++, lane);
  };
  await Promise.all(Array.from({ length: LANES }, (_, lane) => playOn(lane)));
}

/** Starts both at once, in every other round the second one first, so that either can win. */
export function race<A, B>(
  round: number,
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<[A, B]> {
  if (round % 2 === 0) return Promise.all([first(), second()]);
  const running = second();
  return Promise.all([first(), running]);
}

/**
 * A race that each side wins at least once, however fast the engine is: in round 0 the first one ends before the second one
 * starts, and in round 1 the other way round.
 */
export async function raceWithEachWinner<A, B>(
  round: number,
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<[A, B]> {
  if (round === 0) {
    const done = await first();
    return [done, await second()];
  }
  if (round === 1) {
    const done = await second();
    return [await first(), done];
  }
  return race(round, first, second);
}
