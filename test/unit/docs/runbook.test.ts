import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { routes } from '../../../functions/routes.ts';
import { DEFAULT_ITEMS_PER_SECOND } from '../../../lib/admin/backfill-indexes.ts';
import { createProgram } from '../../../lib/admin/program.ts';
import { stageSettingsSchema } from '../../../lib/cdk/stage-settings.ts';
import { ERRORS } from '../../../shared/base/errors.ts';
import {
  DUE_ATTRIBUTE,
  INDEX_NAMES,
  INDEX_SORT_KEY,
  PROJECTED_ATTRIBUTES,
  TIMER_INDEX,
  TTL_ATTRIBUTE,
} from '../../../shared/table/definition.ts';
import { readRunbook } from '../../support/runbook.ts';
import { PROJECT } from './project.ts';

const SOURCES = globSync('{functions,shared}/**/*.ts', { cwd: PROJECT });
const SEVERITIES = ['Page', 'Ticket', 'No notification'];

const { text, alarms } = await readRunbook();
const found = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, match = '']) => match);

test.each([...alarms])(
  'The runbook entry %s says how severe the alarm is, where to look and what to do',
  (_, entry) => {
    const [severity, ...parts] = [...entry.matchAll(/^\*\*(.+?)\.\*\*\s/gm)].map(([, part]) => part);
    expect(SEVERITIES).toContain(severity);
    expect([['Look', 'Do'], ['Do']]).toContainEqual(parts);
  },
);

describe('docs/runbook.md', () => {
  test('Every administration command in the runbook exists and accepts the options shown there', async () => {
    const commands = found(/npm run (?:--silent )?admin -- (.+?)(?: {2,}#.*|`.*| \| .*)?$/gm).map(toWords);
    expect(new Set(commands.map(([command]) => command)).size).toBeGreaterThanOrEqual(8);
    for (const words of commands) {
      const ran: unknown[] = [];
      const program = createProgram(async (_, __, options) => void ran.push(options));
      for (const each of [program, ...program.commands]) each.exitOverride();
      await program.parseAsync(words, { from: 'user' });
      expect(ran).toHaveLength(1);
    }
  });

  test('Every setting that the runbook names exists', () => {
    const settings = found(/-c (\w+)=/g);
    expect(settings).toContain('restoredTableName');
    for (const setting of settings) expect(Object.keys(stageSettingsSchema.shape)).toContain(setting);
  });

  test('Every error code and route that the runbook names exists', () => {
    for (const code of found(/code = "(\w+)"/g)) expect(Object.keys(ERRORS)).toContain(code);
    const paths = routes.map(({ path }) => path);
    for (const path of found(/route = "(\/[^"]+)"/g)) expect(paths).toContain(path);
    const names = routes.map(({ name }) => name);
    const named = [...found(/route = "([\w-]+)"/g), ...found(/route in \[([^\]]+)\]/g).flatMap(namesIn)];
    expect(named.length).toBeGreaterThan(0);
    for (const name of named) expect(names).toContain(name);
  });

  test('Each log message that the runbook filters by exists in the code', async () => {
    const code = await Promise.all(SOURCES.map((file) => readFile(join(PROJECT, file), 'utf8')));
    const messages = found(/message = "([A-Z][^"]+)"/g);
    expect(messages).toContain('Timer failed');
    for (const message of messages)
      expect([message, code.some((it) => it.includes(message))]).toEqual([message, true]);
  });

  test('The runbook names the table’s TTL attribute and the number of its indexes', () => {
    expect(text).toContain(`AttributeName=${TTL_ATTRIBUTE}\n`);
    expect(text).toContain(`, ${INDEX_NAMES.length} indexes;`);
  });

  test('The runbook’s command that creates an index uses the keys and projection of Guard’s indexes', () => {
    const created = found(/"(\[\{\\"Create\\".+\])"$/gm).map((it) => JSON.parse(it.replaceAll('\\"', '"')));
    expect(created).toEqual([
      [
        {
          Create: {
            IndexName: '$INDEX',
            KeySchema: [
              { AttributeName: '$INDEX', KeyType: 'HASH' },
              { AttributeName: INDEX_SORT_KEY, KeyType: 'RANGE' },
            ],
            Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: [...PROJECTED_ATTRIBUTES] },
          },
        },
      ],
    ]);
    expect(text).toContain(`\`${TIMER_INDEX}\` has the range key \`${DUE_ATTRIBUTE}\``);
  });

  test('The runbook names the backfill’s default number of items per second', () => {
    expect(text).toContain(`At ${DEFAULT_ITEMS_PER_SECOND} items a second,`);
  });
});

/** A command line's words, quotes removed. */
function toWords(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|<[^>]+>|\S+/g)].map(([word, quoted]) => quoted ?? word);
}

function namesIn(list: string): string[] {
  return [...list.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name);
}
