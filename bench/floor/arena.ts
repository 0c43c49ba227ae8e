import { join } from 'node:path';
import { type FunctionSource, functionSources } from '../../functions/sources.ts';
import { bundleFunctions } from '../../lib/cdk/functions/bundle.ts';
import type { FunctionCase } from '../deployed/function-cases.ts';
import type { Ground } from '../deployed/ground.ts';
import { type Contestant, startContestant } from './contestant.ts';

/** Guard, a floor without a log, and a floor that writes Guard's log line. */
export const CONTESTANTS = ['guard', 'floor', 'logging floor'] as const;

export type ContestantName = (typeof CONTESTANTS)[number];

interface StartOptions {
  /** The endpoint of the table; by default the engine. */
  readonly dynamodbEndpoint?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly nodeOptions?: readonly string[];
  readonly keepsOutput?: boolean;
}

export type StartContestant = (
  functionCase: FunctionCase,
  name: ContestantName,
  options?: StartOptions,
) => Promise<Contestant>;

/** Functions with a floor in the file of the same name in handlers/. */
const FUNCTIONS = ['authorizer', 'list-alerts', 'acknowledge-alert'];

const HOST = 'host';

const floorOf = (functionName: string) => `floor-${functionName}`;

export async function openArena({ folder, environmentOf }: Ground): Promise<StartContestant> {
  await bundleFunctions(folder, contestantSources());
  return (functionCase, name, { dynamodbEndpoint, environment, ...options } = {}) => {
    const { function: functionName, reads } = functionCase;
    const code = join(folder, name === 'guard' ? functionName : floorOf(functionName));
    return startContestant({
      name: `${functionCase.name}, ${name}`,
      hostFolder: join(folder, HOST),
      folder: code,
      environment: {
        ...environmentOf({ name: functionName, folder: code, reads }, dynamodbEndpoint),
        ...environment,
        FLOOR_LOGS: String(name === 'logging floor'),
      },
      ...options,
    });
  };
}

/** The host is bundled as well, so that its process needs no TypeScript loader. */
function contestantSources(): FunctionSource[] {
  const others = { hashesPasswords: false, files: [] };
  return [
    { name: HOST, entry: './bench/floor/host.ts', ...others },
    ...FUNCTIONS.map((name) => ({
      name: floorOf(name),
      entry: `./bench/floor/handlers/${name}.ts`,
      ...others,
    })),
    ...functionSources().filter(({ name }) => FUNCTIONS.includes(name)),
  ];
}
