import { describe, expect, test } from 'vitest';
import { routes } from '../../../functions/routes.ts';
import { DEFAULT_ITEMS_PER_SECOND } from '../../../lib/admin/backfill-indexes.ts';
import { createProgram } from '../../../lib/admin/program.ts';
import { stageSettingsSchema } from '../../../lib/cdk/stage-settings.ts';
import { ERRORS } from '../../../shared/errors.ts';
import {
  DUE_ATTRIBUTE,
  INDEX_NAMES,
  INDEX_SORT_KEY,
  PROJECTED_ATTRIBUTES,
  TIMER_INDEX,
  TTL_ATTRIBUTE,
} from '../../../shared/table/definition.ts';
import { readRunbook } from '../../support/runbook.ts';

const PARTS = ['Meaning', 'Severity', 'First look', 'Fix', 'How to prove it is fixed'];

const { text, alarms } = await readRunbook();
const found = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, match = '']) => match);

test.each([...alarms])('the entry %s has its five parts, in order', (_, entry) => {
  const parts = [...entry.matchAll(/^\*\*(.+?)\.\*\* \S/gm)].map(([, part]) => part);
  expect(parts).toEqual(PARTS);
});

describe('the runbook names', () => {
  test('administration commands that exist, with options that they take', async () => {
    const commands = found(/npm run (?:--silent )?admin -- (.+?)(?: {2,}#.*|`.*| \| .*)?$/gm).map(toWords);
    expect(new Set(commands.map(([command]) => command)).size).toBeGreaterThanOrEqual(8);
    for (const words of commands) {
      const ran: unknown[] = [];
      const program = createProgram(async (_, options) => void ran.push(options));
      for (const each of [program, ...program.commands]) each.exitOverride();
      await program.parseAsync(words, { from: 'user' });
      expect(ran).toHaveLength(1);
    }
  });

  test('settings that exist', () => {
    const settings = found(/-c (\w+)=/g);
    expect(settings).toContain('restoredTableName');
    for (const setting of settings) expect(Object.keys(stageSettingsSchema.shape)).toContain(setting);
  });

  test('codes and routes that exist', () => {
    for (const code of found(/code = "(\w+)"/g)) expect(Object.keys(ERRORS)).toContain(code);
    const paths = routes.map(({ path }) => path);
    for (const path of found(/route = "(\/[^"]+)"/g)) expect(paths).toContain(path);
    const names = routes.map(({ name }) => name);
    const named = [...found(/route = "([\w-]+)"/g), ...found(/route in \[([^\]]+)\]/g).flatMap(namesIn)];
    expect(named.length).toBeGreaterThan(0);
    for (const name of named) expect(names).toContain(name);
  });

  test('what a restored table lacks as the table has it', () => {
    expect(text).toContain(`AttributeName=${TTL_ATTRIBUTE}\n`);
    expect(text).toContain(`, ${INDEX_NAMES.length} indexes;`);
  });

  test('an index that is made by hand as the definition has it, and how fast it is filled', () => {
    const [made, timers] = found(/"(\[\{\\"Create\\".+\])"$/gm).map((it) =>
      JSON.parse(it.replaceAll('\\"', '"')),
    );
    expect(made).toEqual([
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
    ]);
    expect(timers).toEqual([
      {
        Create: {
          IndexName: TIMER_INDEX,
          KeySchema: [
            { AttributeName: TIMER_INDEX, KeyType: 'HASH' },
            { AttributeName: DUE_ATTRIBUTE, KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'KEYS_ONLY' },
        },
      },
    ]);
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
