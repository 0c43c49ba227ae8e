import type { Document } from './documents.ts';
import { type CodeBlock, under } from './markdown.ts';

const README = 'README.md';
/** Documents all of whose commands are run, in their order. */
const TOURS: readonly string[] = ['docs/tour.md', 'docs/connect-devices.md'];

/** Where the README has no single lines of commands, but blocks that are run as a whole. */
const START_HEADING = 'Run it';
const FIRST_TOUR_HEADING = 'Five commands';

/** Commands that stand within a sentence of some document. */
export const REBUILDING_START = 'npm run dev';
export const CLIENT_BUILD = 'npm run build:client';
export const ADMIN_HELP = 'npm run admin -- --help';

export const WEBHOOKS_DOCUMENT = 'docs/webhooks.md';

/** Documents whose commands are not run line by line, with what holds them instead. */
const UNRUN_DOCUMENTS: ReadonlyMap<string, string> = new Map([
  [WEBHOOKS_DOCUMENT, 'test/docs/webhook-receivers.ts runs them with each receiver'],
  ['docs/runbook.md', 'needs a stage on AWS; test/unit/docs/runbook.test.ts holds what it names'],
]);

/** Commands that are proven elsewhere, with where. What a line begins with is enough. */
const PROVEN_ELSEWHERE: readonly (readonly [string, string])[] = [
  ['npm ci', 'the start begins with it'],
  ['npx cdk bootstrap', 'test:deploy runs it on an emulator of AWS'],
  ['npm run deploy', 'test:deploy runs it on an emulator of AWS'],
  ['npm run destroy', 'test:deploy runs it on an emulator of AWS'],
  ['npm run admin -- create-platform-admin', 'test:deploy runs it on an emulator of AWS'],
  ['openapi-generator-cli generate', 'test:generated-clients runs it'],
  ['openapi-python-client generate', 'test:generated-clients runs it'],
];

export interface CommandLine {
  readonly text: string;
  /** The document and the line in it. */
  readonly place: string;
  /** Why it is not run here. */
  readonly provenElsewhere: string | undefined;
}

/** The block that installs and starts, and the one that shows what the start prints. */
export function startBlocks({ blocks }: Document): CodeBlock[] {
  return under(START_HEADING, blocks);
}

/** The blocks of a document that are a tour: run as they stand, one after the other, in one session. */
export function tourBlocks({ path, blocks }: Document): readonly CodeBlock[] {
  if (TOURS.includes(path)) return blocks;
  return path === README ? under(FIRST_TOUR_HEADING, blocks) : [];
}

/** Every other command of a document: a line of its `sh` blocks, or several that go on with `\\`. */
export function commandLines(document: Document): CommandLine[] {
  if (UNRUN_DOCUMENTS.has(document.path)) return [];
  const tour = tourBlocks(document);
  const isElsewhere = (block: CodeBlock) =>
    tour.includes(block) || (document.path === README && block.heading === START_HEADING);
  return document.blocks
    .filter((block) => block.language === 'sh' && !isElsewhere(block))
    .flatMap(({ text, line }) =>
      [...text.matchAll(/^(?:.*\\\n)*.*$/gm)].map(({ 0: command, index }) => ({
        text: command.replace(/\s+#.*$/, '').trim(),
        place: `${document.path}:${line + text.slice(0, index).split('\n').length}`,
        provenElsewhere: PROVEN_ELSEWHERE.find(([beginning]) => command.startsWith(beginning))?.[1],
      })),
    )
    .filter(({ text }) => text !== '');
}

/** What this file says of the documents and is not so any more. */
export function staleCommands(documents: readonly Document[]): string[] {
  const lines = documents.flatMap(commandLines);
  return [
    ...[REBUILDING_START, CLIENT_BUILD, ADMIN_HELP].filter(
      (command) => !documents.some(({ text }) => text.includes(`\`${command}\``)),
    ),
    ...[...UNRUN_DOCUMENTS.keys()].filter((unrun) => !documents.some(({ path }) => path === unrun)),
    ...PROVEN_ELSEWHERE.map(([beginning]) => beginning).filter(
      (beginning) => !lines.some(({ text }) => text.startsWith(beginning)),
    ),
  ];
}
