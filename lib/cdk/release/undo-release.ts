import { UpdateAliasCommand } from '@aws-sdk/client-lambda';
import { runInLanes } from '../../../shared/base/run-in-lanes.ts';
import { ALIAS_NAME } from './alias.ts';
import {
  checkIsComplete,
  LANES,
  type Release,
  type ReleasedFunction,
  ReleaseError,
  readReleasedFunctions,
  releasesOf,
  type StageClients,
  versionBefore,
} from './release-history.ts';
import { canShare } from './upgrade-path.ts';
import { wavesOf } from './waves.ts';

interface Move {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

export interface Undoing {
  /** The release that the stage has afterwards. */
  readonly target: Release;
  /** The moves of aliases, those of one wave together. */
  readonly waves: readonly (readonly Move[])[];
  /** Functions that the target lacks. They keep their version, and the API keeps their routes. */
  readonly newer: readonly string[];
}

/**
 * Plans the way back to the release before the last one, or to that of a commit. An undone release can be undone again without
 * effect, and the newest commit brings it back. The waves are reversed, so the authorizer comes first.
 */
export function planUndo(functions: readonly ReleasedFunction[], commit?: string): Undoing {
  const shifting = functions.find(({ isShifting }) => isShifting);
  if (shifting) throw new ReleaseError(`A deployment shifts the traffic of ${shifting.name}.`);
  const releases = releasesOf(functions);
  const place =
    commit === undefined ? releases.length - 2 : releases.findLastIndex((it) => it.commit.startsWith(commit));
  const target = releases[place];
  if (!target) throw new ReleaseError(`No such release is kept. There are:\n${listReleases(releases)}`);
  const later = releases.slice(place + 1).find((it) => !canShare(target, it));
  if (later)
    throw new ReleaseError(
      `Guard ${target.version} would lose what ${later.version} has written. The stage can go back to ${later.upgradesFrom} or later. There are:\n${listReleases(releases)}`,
    );
  const end = releases[place + 1]?.beganAt;
  const moves = new Map<string, Move>();
  const newer: string[] = [];
  for (const it of functions) {
    const to = versionBefore(it, end);
    if (!to) newer.push(it.name);
    else if (to.number !== it.current) {
      checkTable(it, to.tableName);
      moves.set(it.name, { name: it.name, from: it.current, to: to.number });
    }
  }
  const waves = wavesOf(functions)
    .toReversed()
    .map((resources) =>
      functions.flatMap(({ name, resource }) =>
        resources.includes(resource) ? (moves.get(name) ?? []) : [],
      ),
    );
  return { target, waves: waves.filter(({ length }) => length > 0), newer };
}

/** The role of a function allows access to one table only. */
function checkTable({ name, versions, current }: ReleasedFunction, tableName: string | undefined): void {
  const now = versions.find(({ number }) => number === current)?.tableName;
  if (now !== tableName)
    throw new ReleaseError(`That release of ${name} uses the table ${tableName}, and the stage uses ${now}.`);
}

const describeRelease = ({ commit, beganAt, version }: Release) =>
  `${commit} (${version}) of ${beganAt.toISOString()}`;
const listReleases = (releases: readonly Release[]) =>
  releases.map((it) => `  ${describeRelease(it)}`).join('\n');

export interface UndoOptions {
  readonly stage: string;
  readonly commit: string | undefined;
  readonly isDryRun: boolean;
}

/** Moves the aliases of a stage to the versions of an earlier release. It can be repeated, and continues after a failure. */
export async function undoRelease(
  clients: StageClients,
  { stage, commit, isDryRun }: UndoOptions,
  write: (line: string) => void,
): Promise<void> {
  await checkIsComplete(clients, stage);
  const { target, waves, newer } = planUndo(await readReleasedFunctions(clients, stage), commit);
  const moves = waves.flat();
  for (const it of isDryRun ? moves : []) write(describeMove(it));
  if (!isDryRun) for (const wave of waves) await move(clients, wave, write);
  write(
    `${moves.length} functions ${isDryRun ? 'would move' : 'moved'} to the release ${describeRelease(target)}.`,
  );
  if (newer.length > 0) write(`Newer than that release, and unchanged: ${newer.join(', ')}`);
  write('Table, queues, routes, roles and alarms stay as the last deployment made them.');
}

const describeMove = ({ name, from, to }: Move) => `${name}: version ${from} to ${to}`;

/** Moves aliases. */
async function move(
  { lambda, pace }: StageClients,
  moves: readonly Move[],
  write: (line: string) => void,
): Promise<void> {
  await runInLanes(moves, LANES, async (it) => {
    const { name, to } = it;
    await pace();
    await lambda.send(
      new UpdateAliasCommand({ FunctionName: name, Name: ALIAS_NAME, FunctionVersion: String(to) }),
    );
    write(describeMove(it));
  });
}

/**
 * Moves the aliases that a deployment after an undone release did not touch to the versions that CloudFormation released:
 * their functions did not change since the undone release.
 */
export async function moveToDeployed(
  clients: StageClients,
  stage: string,
  write: (line: string) => void,
): Promise<void> {
  const functions = await readReleasedFunctions(clients, stage);
  for (const resources of wavesOf(functions)) {
    const moves = functions
      .filter((it) => resources.includes(it.resource) && it.current !== it.deployed)
      .map(({ name, current, deployed }) => ({ name, from: current, to: deployed }));
    await move(clients, moves, write);
  }
}
