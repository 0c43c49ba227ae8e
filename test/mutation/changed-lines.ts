/** Lines of a file, counted from 1, both included. */
export interface LineRange {
  readonly file: string;
  readonly first: number;
  readonly last: number;
}

/** `@@ -<before> +<first>,<count> @@`; a count of one is left out, and what is only deleted counts none. */
const HUNK = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/;

/** The lines that a diff without context (`git diff --unified=0`) adds or changes. */
export function changedLines(diff: string): LineRange[] {
  const ranges: LineRange[] = [];
  let file = '';
  for (const line of diff.split('\n')) {
    if (line.startsWith('+++ b/')) file = line.slice('+++ b/'.length);
    const [, start, count = '1'] = HUNK.exec(line) ?? [];
    if (start === undefined || count === '0') continue;
    ranges.push({ file, first: Number(start), last: Number(start) + Number(count) - 1 });
  }
  return ranges;
}

/** The first of the ranges, up to so many lines in all. */
export function upToLines(ranges: readonly LineRange[], maximum: number): LineRange[] {
  let left = maximum;
  return ranges.flatMap((range) => {
    const last = Math.min(range.last, range.first + left - 1);
    if (last < range.first) return [];
    left -= last - range.first + 1;
    return [{ ...range, last }];
  });
}

export function countLines(ranges: readonly LineRange[]): number {
  return ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
}
