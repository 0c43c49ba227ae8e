import { type Document, documentAt } from './documents.ts';
import { type Example, examplesOf, under } from './markdown.ts';

const README = 'README.md';
const START_HEADING = 'Run it';

/**
 * Documents with blocks that are run in order, in one terminal, which may be that of the document before. Only one section of
 * the README is run.
 */
const TOURS: readonly { readonly path: string; readonly heading?: string; readonly continues?: true }[] = [
  { path: README, heading: 'Six commands' },
  { path: 'docs/quickstart-app.md' },
  { path: 'docs/quickstart-devices.md' },
  { path: 'docs/connect-devices.md', continues: true },
  { path: 'docs/tour.md' },
];

export interface Start {
  /** The commands before the start, without `git clone`. */
  readonly install: readonly string[];
  readonly start: string;
  /** The output of the start. */
  readonly shown: string;
}

/** Reads how the README installs and starts. Throws if its block does not begin with `git clone`. */
export function readStart(documents: readonly Document[]): Start {
  const [example] = examplesOf(under(START_HEADING, documentAt(README, documents).blocks));
  const [clone = '', ...lines] = example?.commands.text.split('\n') ?? [];
  const start = lines.pop();
  if (!clone.startsWith('git clone ') || start === undefined || !example?.output)
    throw new Error('The README does not show how to clone and start.');
  return { install: lines, start, shown: example.output.text };
}

export interface Tour {
  readonly path: string;
  readonly examples: readonly Example[];
  /** Whether it is run in the terminal of the tour before. */
  readonly continues: boolean;
}

export function readTours(documents: readonly Document[]): Tour[] {
  return TOURS.map(({ path, heading, continues = false }) => {
    const { blocks } = documentAt(path, documents);
    return { path, continues, examples: examplesOf(heading === undefined ? blocks : under(heading, blocks)) };
  });
}
