import { readJsonValues } from './json-values.ts';
import { differences, readShape, withoutVarying } from './shape.ts';
import type { BlockOutput } from './shell.ts';

/**
 * Problems of what the commands of a block printed. The output that a document shows must be the end of it; output that it
 * does not show must not be an error.
 */
export function outputProblems(
  { stdout, stderr, exitCode }: BlockOutput,
  shownText: string | undefined,
): string[] {
  if (stderr !== '' || exitCode !== 0) return [`exit code ${exitCode}, and on stderr: ${stderr}`];
  const values = readJsonValues(stdout);
  const shown = shownText === undefined ? [] : readShapes(shownText);
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

/** Guard's error shape. */
function isError(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'code' in value && 'request_id' in value;
}

/** The lines of a shown text that the end of the printed text differs in, as a diff. */
export function lineDifferences(shown: string, printed: string): string[] {
  const expected = shown.trim().split('\n');
  const actual = printed.trim().split('\n').slice(-expected.length);
  return expected.flatMap((wanted, place) => {
    const found = actual[place] ?? '';
    return withoutVarying(wanted) === withoutVarying(found) ? [] : [`- ${wanted}`, `+ ${found}`];
  });
}
