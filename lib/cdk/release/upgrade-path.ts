import packageJson from '../../../package.json' with { type: 'json' };

/** A release, and the oldest one that it can share a table with. */
export interface SharingRelease {
  readonly version: string;
  readonly upgradesFrom: string;
}

/**
 * This release. `upgradesFrom` rises when a release writes what only newer ones read: to the first that reads it
 * (docs/CONTRIBUTING.md, "When two releases share a stage").
 */
export const THIS_RELEASE: SharingRelease = { version: packageJson.version, upgradesFrom: '1.1.0' };

/** Stands for code without these variables: 1.0.0 did not have them. */
const FIRST_VERSION = '1.0.0';
const [VERSION, UPGRADES_FROM] = ['GUARD_VERSION', 'GUARD_UPGRADES_FROM'] as const;

/** The variables of the health check, by which a deployed stage tells its release. Each version of the function keeps its own. */
export const RELEASE_VARIABLES = {
  [VERSION]: THIS_RELEASE.version,
  [UPGRADES_FROM]: THIS_RELEASE.upgradesFrom,
} as const;

export const readReleaseVariables = (variables: Readonly<Record<string, string>>): SharingRelease => ({
  version: variables[VERSION] ?? FIRST_VERSION,
  upgradesFrom: variables[UPGRADES_FROM] ?? FIRST_VERSION,
});

const isOlder = (version: string, other: string) => version.localeCompare(other, 'en', { numeric: true }) < 0;

const isTooOldFor = (older: SharingRelease, newer: SharingRelease) =>
  isOlder(older.version, newer.upgradesFrom);

/** Whether the functions of two releases may run in a stage at the same time, or one after the other. */
export const canShare = (one: SharingRelease, other: SharingRelease): boolean =>
  !isTooOldFor(one, other) && !isTooOldFor(other, one);

/** Says why a release cannot be deployed over the one that a stage runs, and what to do; `undefined` if it can. */
export function explainRefusal(
  running: SharingRelease,
  stage: string,
  next: SharingRelease = THIS_RELEASE,
): string | undefined {
  if (canShare(running, next)) return undefined;
  const [older, newer] = isTooOldFor(running, next) ? [running, next] : [next, running];
  const remedy =
    newer === next
      ? `Deploy ${next.upgradesFrom} first, and wait until that deployment is complete`
      : `Deploy ${running.upgradesFrom} or later`;
  return `${stage} runs Guard ${running.version}, which ${next.version} must not follow: ${older.version} would lose what ${newer.version} writes. ${remedy} (docs/deploy.md#from-release-to-release).`;
}
