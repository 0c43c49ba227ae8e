import { readCompleteSettings, readStageSettings, type StageSettings } from './stage-settings.ts';

/** Rejects a command line. The message explains why, without a stack trace. */
export class CdkCommandError extends Error {}

/** The options with which these commands of the CDK ask nothing. */
const ANSWERS: Readonly<Record<string, string>> = {
  deploy: '--require-approval never',
  destroy: '--force',
};

/**
 * Translates Guard's command line into the CDK's: `--stage prod` becomes `-c stage=prod`, and all else stays. Throws if the
 * command would destroy a stage that retains its data, or would ask a question where nobody can answer.
 */
export function cdkParameters(parameters: readonly string[], hasTerminal = true): string[] {
  const mapped = withStageContext(parameters);
  if (!hasTerminal) rejectQuestions(parameters);
  // `destroy` does not need complete settings, because it is refused for a stage with data.
  const destroys = mapped[0] === 'destroy';
  const settings = readSettings(mapped, destroys ? readStageSettings : readCompleteSettings);
  if (destroys && settings.retainsData) throw new CdkCommandError(refusal(settings.stage));
  return mapped;
}

/** The CDK itself would fail only after the synthesis. */
function rejectQuestions([command = '', ...options]: readonly string[]): void {
  const answer = ANSWERS[command];
  if (answer === undefined) return;
  if (options.some((it) => /^(--require-approval(=.*)?|--force|-f|--yes|-y|--help|-h)$/.test(it))) return;
  throw new CdkCommandError(
    `There is no terminal on which somebody could confirm. Without one, run:\n  npm run ${command} -- ${[...options, answer].join(' ')}`,
  );
}

/** The stage that a translated command line deploys, and whether its functions get new versions; `undefined` if there is none. */
export function deployedStage(
  parameters: readonly string[],
): { readonly stage: string; readonly hasVersions: boolean } | undefined {
  if (parameters[0] !== 'deploy' || parameters.some((it) => /^(-h|--help)$/.test(it))) return undefined;
  const { stage, release } = readSettings(parameters, readStageSettings);
  return { stage, hasVersions: release !== 'in_place' };
}

/** Reads the settings of a command line that consists of settings only. */
export function settingsOf(parameters: readonly string[]): StageSettings {
  const mapped = withStageContext(parameters);
  const unknown = mapped.find((it, place) => !/^(-c|--context)(=|$)/.test(it) && !isFlag(mapped[place - 1]));
  if (unknown !== undefined) throw new CdkCommandError(`There is no parameter ${unknown}. --help lists all.`);
  return readSettings(mapped, readCompleteSettings);
}

function withStageContext(parameters: readonly string[]): string[] {
  return parameters.flatMap((parameter, place) => {
    if (parameters[place - 1] === '--stage') return [];
    if (parameter === '--stage') return stageContext(parameters[place + 1]);
    if (parameter.startsWith('--stage=')) return stageContext(parameter.slice('--stage='.length));
    return [parameter];
  });
}

const isFlag = (parameter: string | undefined) => parameter === '-c' || parameter === '--context';

function stageContext(name: string | undefined): string[] {
  if (!name || name.startsWith('-')) throw new CdkCommandError('--stage needs a name, such as --stage prod.');
  return ['-c', `stage=${name}`];
}

function readSettings(parameters: readonly string[], read: typeof readStageSettings): StageSettings {
  const context = readContext(parameters);
  try {
    return read((name) => context.get(name));
  } catch (error) {
    throw new CdkCommandError(error instanceof Error ? error.message : String(error));
  }
}

/** Reads the context from `-c name=value` and its longer forms. Throws if two different stages are named. */
function readContext(parameters: readonly string[]): Map<string, string> {
  const context = new Map<string, string>();
  for (const [place, parameter] of parameters.entries()) {
    const assignment = isFlag(parameter)
      ? parameters[place + 1]
      : /^(?:-c|--context)=(.+)$/.exec(parameter)?.[1];
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(assignment ?? '') ?? [];
    if (name === undefined || value === undefined) continue;
    const before = context.get(name);
    if (name === 'stage' && before !== undefined && before !== value) {
      throw new CdkCommandError(`Which stage: ${before} or ${value}?`);
    }
    context.set(name, value);
  }
  return context;
}

function refusal(stage: string): string {
  return `The stage ${stage} keeps its data and is not destroyed.
To give it up for good, its data included, first deploy it so that it keeps nothing, and then destroy it:
  npm run deploy -- --stage ${stage} -c retainsData=false
  npm run destroy -- --stage ${stage} -c retainsData=false`;
}
