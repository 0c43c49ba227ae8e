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
];

export interface CommandLine {
  readonly text: string;
  /** Of the README. */
  readonly line: number;
  /** Why it is not run here. */
  readonly provenElsewhere: string | undefined;
}

/** Every command of the README outside the start and the tour, one for each line of its `sh` blocks. */
export function commandLines(blocks: readonly CodeBlock[]): CommandLine[] {
  return blocks
    .filter(
      ({ language, heading }) => language === 'sh' && heading !== START_HEADING && heading !== TOUR_HEADING,
    )
    .flatMap(({ text, line }) =>
      text.split('\n').map((command, place) => ({
        text: command.replace(/\s+#.*$/, '').trim(),
        line: line + 1 + place,
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
