import type { Stack } from 'aws-cdk-lib';

/**
 * The folders of `functions/` in the order in which a release gets to them. A wave begins when the one before it has
 * all calls, and so has lasted five minutes without an alarm; what is taken back in one wave never gets to the next.
 * What the fewest people miss comes first, and what everybody needs last.
 *
 * Lambda's control plane takes 15 requests a second (AWS, "Lambda quotas"): a change of what all functions share would
 * otherwise ask it for all of them at once.
 */
const WAVES: readonly (readonly string[])[] = [
  // What decides about a release: nobody calls it, and it is there before the others.
  ['release'],
  // It runs what all endpoints share, and has a new version with each commit.
  ['health'],
  ['docs', 'tenants', 'users'],
  // And every folder that is in no other wave.
  ['sites', 'zones', 'devices'],
  ['alerts', 'auth', 'authorizer'],
];
const OTHERS_WAVE = 3;
/** The first wave that clients call. */
const FIRST_WAVE = 1;

/** From 0 on. */
export function waveOf(folder: string): number {
  const wave = WAVES.findIndex((folders) => folders.includes(folder));
  return wave < 0 ? OTHERS_WAVE : wave;
}

/** Whether the smoke test follows on the functions of a folder. */
export const isFirstWave = (folder: string): boolean => waveOf(folder) === FIRST_WAVE;

/** Has CloudFormation update the stacks of these folders wave by wave. */
export function releaseInWaves(stacks: ReadonlyMap<string, Stack>): void {
  for (const [folder, stack] of stacks) {
    const earlier = [...stacks].filter(([other]) => waveOf(other) === waveOf(folder) - 1);
    for (const [, before] of earlier) stack.addStackDependency(before);
  }
}
