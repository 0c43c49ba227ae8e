import type { Stack } from 'aws-cdk-lib';

/**
 * The folders of `functions/` in the order of a deployment. A wave begins when the wave before it is complete: in a canary
 * when it has all traffic, after five minutes without an alarm. A rollback in one wave prevents the next. The least important
 * functions come first, and those that everybody needs last.
 *
 * Waves of at most 12 functions also limit the calls to Lambda's control plane, which takes 15 a second (AWS, "Lambda quotas"):
 * a first deployment would create all functions at once, and a release would move as many aliases.
 */
const WAVES: readonly (readonly string[])[] = [
  // `health` runs the pipeline of all endpoints, and has a new version with each commit.
  ['health'],
  ['docs', 'escalation', 'monitoring', 'tenants'],
  // This wave also has every folder that no wave names.
  ['users'],
  ['identity-providers', 'mail', 'sso'],
  ['action-plans', 'contacts'],
  ['channels', 'notifications'],
  ['notification-rules'],
  ['webhooks'],
  ['schedules', 'statistics'],
  // The timers send to the queue of webhooks.
  ['sites', 'zones', 'timers'],
  ['devices', 'live'],
  ['alerts'],
  ['second-factor', 'tests'],
  // The console comes after the endpoints that it uses.
  ['auth', 'console', 'password-resets'],
  // The endpoints that create keys are together with the authorizer that checks them.
  ['authorizer', 'keys', 'reports'],
];
const OTHERS_WAVE = 2;

/** The smoke test is in no wave: the first wave refers to it, and so depends on it. */
const DECIDES = 'release';
const NO_WAVE = -1;

/** The number of the wave of a folder, from 0; -1 for the smoke test. */
export function waveOf(folder: string): number {
  if (folder === DECIDES) return NO_WAVE;
  const wave = WAVES.findIndex((folders) => folders.includes(folder));
  return wave < 0 ? OTHERS_WAVE : wave;
}

/** Whether the smoke test runs after the functions of a folder. */
export const isFirstWave = (folder: string): boolean => waveOf(folder) === 0;

/** Makes CloudFormation create and update the stacks of these folders wave by wave. */
export function deployInWaves(stacks: ReadonlyMap<string, Stack>): void {
  const waves = Map.groupBy(stacks, ([folder]) => waveOf(folder));
  for (const [folder, stack] of stacks) {
    if (waveOf(folder) <= 0) continue;
    for (const [, before] of waves.get(waveOf(folder) - 1) ?? []) stack.addStackDependency(before);
  }
}
