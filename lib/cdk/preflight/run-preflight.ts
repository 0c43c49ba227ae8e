import { CdkCommandError, settingsOf } from '../cdk-command.ts';
import { AwsError, type SendToAws } from './aws.ts';
import { preflight } from './preflight.ts';

const USAGE = `npm run preflight -- [--stage <name>] [-c <setting>=<value>]...

Says what would fail in a deployment with these settings, before it does. It reads the account of your AWS credentials and
changes nothing. Exit code 1: something will fail. 2: nothing could be checked.`;

const EXIT_CODES = { done: 0, fails: 1, notChecked: 2 } as const;

export interface Outside {
  readonly connect: () => Promise<{ readonly region: string; readonly send: SendToAws }>;
  readonly write: (line: string) => void;
  readonly writeError: (line: string) => void;
}

/** Runs one command line, with one line for each finding. Writes an error as one line. Resolves to the exit code. */
export async function runPreflight(
  parameters: readonly string[],
  { connect, write, writeError }: Outside,
): Promise<number> {
  if (parameters.some((it) => it === '--help' || it === '-h')) {
    write(USAGE);
    return EXIT_CODES.done;
  }
  try {
    const findings = await preflight(settingsOf(parameters), await connect());
    for (const { kind, text } of findings) write(`${kind.padEnd(6)}${text}`);
    return findings.some(({ kind }) => kind === 'fails') ? EXIT_CODES.fails : EXIT_CODES.done;
  } catch (error) {
    writeError(explain(error));
    return EXIT_CODES.notChecked;
  }
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof CdkCommandError) return error.message;
  if (error instanceof AwsError) return `AWS refuses the credentials (${error.code}).`;
  const text = error.message.replace(/\s+/g, ' ');
  if (error.name === 'CredentialsProviderError') {
    return `There are no AWS credentials (${text}). Sign in or set AWS_PROFILE.`;
  }
  if (text === 'Region is missing') return 'There is no AWS region. Set AWS_REGION.';
  return `AWS cannot be asked: ${error.cause instanceof Error ? error.cause.message : text}`;
}
