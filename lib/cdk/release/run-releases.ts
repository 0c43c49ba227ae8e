import { parseArgs } from 'node:util';
import { deleteOldVersions } from './delete-old-versions.ts';
import { connectToStages, ReleaseError } from './release-history.ts';
import { undoRelease } from './undo-release.ts';

const USAGE = `npm run release -- undo --stage <name> [--to <commit>] [--dry-run]

Moves all functions of a stage back to the release before the last one, or to that of a commit, in about a minute. It can be
repeated. The newest commit brings an undone release back.

npm run release -- delete-old-versions --stage <name> [--keep-days <number>] [--dry-run]

Deletes the versions of functions that are older than 30 days, or than --keep-days. The last two releases stay.`;

const EXIT_CODES = { done: 0, failed: 1, wrongUsage: 2 } as const;
const DEFAULT_KEEP_DAYS = 30;

interface Outside {
  readonly environment: NodeJS.ProcessEnv;
  readonly now: Date;
  readonly write: (line: string) => void;
  readonly writeError: (line: string) => void;
}

/** Runs one command line. Writes an error as one line. Resolves to the exit code. */
export async function runReleases(
  parameters: readonly string[],
  { environment, now, write, writeError }: Outside,
): Promise<number> {
  const command = read(parameters);
  if (command === undefined) {
    writeError(USAGE);
    return EXIT_CODES.wrongUsage;
  }
  const { name, stage, to: commit, isDryRun, keepDays } = command;
  const clients = connectToStages(environment);
  try {
    if (name === 'undo') await undoRelease(clients, { stage, commit, isDryRun }, write);
    else await deleteOldVersions(clients, { stage, keepDays, isDryRun }, now, write);
    return EXIT_CODES.done;
  } catch (error) {
    writeError(describe(error));
    return EXIT_CODES.failed;
  }
}

/** Reads the command line; `undefined` if it is wrong. */
function read([name, ...options]: readonly string[]) {
  if (name !== 'undo' && name !== 'delete-old-versions') return undefined;
  try {
    const { values } = parseArgs({
      args: options,
      options: {
        stage: { type: 'string' },
        to: { type: 'string' },
        'keep-days': { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
      },
    });
    const { stage, to, 'keep-days': days, 'dry-run': isDryRun } = values;
    const isOfOther = (name === 'undo' ? days : to) !== undefined;
    const keepDays = Number(days ?? DEFAULT_KEEP_DAYS);
    if (!stage || isOfOther || !Number.isInteger(keepDays) || keepDays < 0) return undefined;
    return { name, stage, to, isDryRun, keepDays };
  } catch {
    return undefined;
  }
}

function describe(error: unknown): string {
  if (error instanceof ReleaseError) return error.message;
  return error instanceof Error ? `${error.name}: ${error.message}. Repeat the command.` : String(error);
}
