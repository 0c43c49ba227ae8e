/** Plays rounds 0, 1, 2 … of a race, a few at a time. */
export async function playRounds(
  rounds: number,
  play: (round: number) => Promise<void>,
  lanes = 4,
): Promise<void> {
  let started = 0;
  const playOn = async () => {
    while (started < rounds) await play(started++);
  };
  await Promise.all(Array.from({ length: lanes }, playOn));
}

/** Starts both at once, in every other round the second one first, so that each can win. */
export function race<A, B>(
  round: number,
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<[A, B]> {
  if (round % 2 === 0) return Promise.all([first(), second()]);
  const running = second();
  return Promise.all([first(), running]);
}
