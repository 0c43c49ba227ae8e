import { readFile } from 'node:fs/promises';

export interface Runbook {
  readonly text: string;
  /** The text under each heading of an alarm. */
  readonly alarms: ReadonlyMap<string, string>;
}

export async function readRunbook(): Promise<Runbook> {
  const text = await readFile(new URL('../../docs/runbook.md', import.meta.url), 'utf8');
  const chapters = sectionsOf(text, '## ');
  return {
    text,
    alarms: sectionsOf(chapters.get('Alarms') ?? '', '### '),
  };
}

function sectionsOf(text: string, mark: '## ' | '### '): Map<string, string> {
  const [, ...sections] = `\n${text}`.split(`\n${mark}`);
  return new Map(
    sections.map((section) => {
      const [heading = '', ...lines] = section.split('\n');
      return [heading, lines.join('\n')];
    }),
  );
}
