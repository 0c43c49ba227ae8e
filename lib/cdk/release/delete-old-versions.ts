import { DeleteFunctionCommand, GetAccountSettingsCommand } from '@aws-sdk/client-lambda';
import { runInLanes } from '../../../shared/base/run-in-lanes.ts';
import {
  checkIsComplete,
  LANES,
  type ReleasedFunction,
  readReleasedFunctions,
  releasesOf,
  type StageClients,
  versionBefore,
} from './release-history.ts';

const DAY_MILLISECONDS = 86_400_000;

interface OldVersion {
  readonly name: string;
  readonly number: number;
  readonly bytes: number;
}

/**
 * Lists the versions from before a time, but not those that an alias or CloudFormation uses, and not those of the last two
 * releases, so that the last one can be undone however old it is.
 */
export function oldVersions(functions: readonly ReleasedFunction[], before: Date): OldVersion[] {
  const last = releasesOf(functions).at(-1)?.beganAt;
  return functions.flatMap((it) => {
    const used = [it.current, it.deployed, versionBefore(it, last)?.number];
    return it.versions
      .filter(({ number, publishedAt }) => publishedAt < before && !used.includes(number))
      .map(({ number, bytes }) => ({ name: it.name, number, bytes }));
  });
}

export interface DeletionOptions {
  readonly stage: string;
  readonly keepDays: number;
  readonly isDryRun: boolean;
}

/** Deletes the versions of a stage that are older than `keepDays`. Can be repeated at any time. */
export async function deleteOldVersions(
  clients: StageClients,
  { stage, keepDays, isDryRun }: DeletionOptions,
  now: Date,
  write: (line: string) => void,
): Promise<void> {
  await checkIsComplete(clients, stage);
  const before = new Date(now.getTime() - keepDays * DAY_MILLISECONDS);
  const old = oldVersions(await readReleasedFunctions(clients, stage), before);
  const { lambda, pace } = clients;
  await runInLanes(isDryRun ? [] : old, LANES, async ({ name, number }) => {
    await pace();
    await lambda.send(new DeleteFunctionCommand({ FunctionName: name, Qualifier: String(number) }));
  });
  const megabytes = old.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
  write(`${old.length} versions ${isDryRun ? 'would be ' : ''}deleted, of ${megabytes.toFixed(1)} MB.`);
  const { AccountLimit, AccountUsage } = await lambda.send(new GetAccountSettingsCommand());
  const gigabytes = (bytes = 0) => (bytes / 1e9).toFixed(1);
  write(
    `Lambda stores ${gigabytes(AccountUsage?.TotalCodeSize)} of ${gigabytes(AccountLimit?.TotalCodeSize)} GB.`,
  );
}
