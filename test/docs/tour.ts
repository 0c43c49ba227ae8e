import { readJsonValues } from './json-values.ts';
import type { CodeBlock, Example } from './markdown.ts';
import { differences, readShape } from './shape.ts';
import type { BlockOutput, ShellSession } from './shell-session.ts';

/**
 * Runs the commands of a block and holds what they print against the output that the document shows. Throws what
 * differs, with the block's line.
 */
export async function runExample(
  { commands, output }: Example,
  shell: ShellSession,
  signal: AbortSignal,
): Promise<void> {
  const printed = await shell.run(commands.text, signal);
  const wrong = problemsOf(printed, output);
  if (wrong.length === 0) return;
  const shown = output ? `, whose output is shown in line ${output.line}` : '';
  throw new Error(
    [`The commands of line ${commands.line}${shown}:`, ...wrong, `They printed: ${printed.stdout}`].join(
      '\n',
    ),
  );
}

/** What a document shows is the end of what its commands print. What it does not show may be no error. */
export function problemsOf(
  { stdout, stderr, exitCode }: BlockOutput,
  output: CodeBlock | undefined,
): string[] {
  if (stderr !== '' || exitCode !== 0) return [`exit code ${exitCode}, and on stderr: ${stderr}`];
  const values = readJsonValues(stdout);
  const shown = output ? readShapes(output.text) : [];
  const [unshown, ends] = [values.slice(0, values.length - shown.length), values.slice(-shown.length)];
  return [
    ...unshown.filter(isError).map((value) => `an error that is not shown: ${JSON.stringify(value)}`),
    ...shown.flatMap((value, place) => differences(value, ends[place])),
  ];
}

/** One value, or one a line. */
function readShapes(text: string): unknown[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const isOneEach = lines.length > 1 && lines.every((line) => /^[{[].*[}\]]$/.test(line));
  return (isOneEach ? lines : [text]).map(readShape);
}

/** Guard's one error shape. */
function isError(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'code' in value && 'request_id' in value;
}
