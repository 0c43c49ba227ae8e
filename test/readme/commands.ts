import { type CodeBlock, codeBlocks } from './markdown.ts';

/** The headings whose commands are no single lines: they are run as a whole. */
export const START_HEADING = 'Run it';
export const TOUR_HEADING = 'A tour with curl';

/** Commands that stand within a sentence. */
export const REBUILDING_START = 'npm run dev';
export const CLIENT_BUILD = 'npm run build:client';
export const ADMIN_HELP = 'npm run admin -- --help';

/** Commands of the README that are proven elsewhere, with where. What a line begins with is enough. */
const PROVEN_ELSEWHERE: readonly (readonly [string, string])[] = [
  ['npm test', '.ci/run begins with it'],
  ['npm run deploy', 'test:deploy runs it on an emulator of AWS'],
  ['npm run destroy', 'test:deploy runs it on an emulator of AWS'],
  ['npm run admin -- create-platform-admin', 'test:deploy runs it on an emulator of AWS'],
  ['openapi-generator-cli generate', 'test:generated-clients runs it'],
  ['openapi-python-client generate', 'test:generated-clients runs it'],
];

export interface CommandLine {
  readonly text: string;
  /** Of the README. */
  readonly line: number;
  /** Why it is not run here. */
  readonly provenElsewhere: string | undefined;
}

/** Every command of the README outside the start and the tour: a line of its `sh` blocks, or several that go on with `\\`. */
export function commandLines(blocks: readonly CodeBlock[]): CommandLine[] {
  return blocks
    .filter(
      ({ language, heading }) => language === 'sh' && heading !== START_HEADING && heading !== TOUR_HEADING,
    )
    .flatMap(({ text, line }) =>
      [...text.matchAll(/^(?:.*\\\n)*.*$/gm)].map(({ 0: command, index }) => ({
        text: command.replace(/\s+#.*$/, '').trim(),
        line: line + text.slice(0, index).split('\n').length,
        provenElsewhere: PROVEN_ELSEWHERE.find(([beginning]) => command.startsWith(beginning))?.[1],
      })),
    )
    .filter(({ text }) => text !== '');
}

/** What this file says of the README and is not so any more. */
export function staleCommands(readme: string): string[] {
  const lines = commandLines(codeBlocks(readme));
  return [
    ...[REBUILDING_START, CLIENT_BUILD, ADMIN_HELP].filter((command) => !readme.includes(`\`${command}\``)),
    ...PROVEN_ELSEWHERE.map(([beginning]) => beginning).filter(
      (beginning) => !lines.some(({ text }) => text.startsWith(beginning)),
    ),
  ];
}
