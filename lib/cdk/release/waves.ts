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
  // It runs what all endpoints share, and has a new version with each commit.
  ['health'],
  ['docs', 'escalation', 'monitoring', 'tenants', 'users'],
  // And every folder that is in no other wave.
  ['webhooks'],
  // The timers send to the queue of webhooks.
  ['sites', 'zones', 'devices', 'timers'],
  // The console after what it shows.
  ['alerts', 'live', 'console'],
  // A key is made where the authorizer that knows it is released, too.
  ['auth', 'authorizer', 'keys', 'reports'],
];
const OTHERS_WAVE = 2;

/** What decides about a release. It is in no wave: the first one names it, and so waits for it. */
const DECIDES = 'release';
const NO_WAVE = -1;

/** From 0 on; below it for what is in no wave. */
export function waveOf(folder: string): number {
  if (folder === DECIDES) return NO_WAVE;
  const wave = WAVES.findIndex((folders) => folders.includes(folder));
  return wave < 0 ? OTHERS_WAVE : wave;
}

/** Whether the smoke test follows on the functions of a folder. */
export const isFirstWave = (folder: string): boolean => waveOf(folder) === 0;

/** Has CloudFormation update the stacks of these folders wave by wave. */
export function releaseInWaves(stacks: ReadonlyMap<string, Stack>): void {
  const waves = Map.groupBy(stacks, ([folder]) => waveOf(folder));
  for (const [folder, stack] of stacks) {
    if (waveOf(folder) <= 0) continue;
    for (const [, before] of waves.get(waveOf(folder) - 1) ?? []) stack.addStackDependency(before);
  }
}
