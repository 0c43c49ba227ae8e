import { test } from 'vitest';
import * as z from 'zod';
import { readStageSettings, stageSettingsSchema } from '../../../lib/cdk/stage-settings.ts';
import { localSettingsSchema } from '../../../lib/local/settings.ts';
import { RECEIVER } from '../../../lib/receiver/declared-use.ts';
import { SETTINGS, type SettingRow } from '../../../shared/lambda/settings.ts';
import { documentAt } from '../../docs/documents.ts';
import { lambdaFunctions } from '../../support/table-use/lambda-functions.ts';
import { documents, expectWritten, withRows } from './project.ts';

const { text } = documentAt('docs/settings.md', documents);
const rows: [string, SettingRow][] = Object.entries(SETTINGS);

const code = (value: unknown) => (typeof value === 'string' ? `\`${value}\`` : String(value ?? 'none'));
const descriptionOf = (schema: z.core.$ZodType) => z.globalRegistry.get(schema)?.description;

function localRows(): string[][] {
  const defaults: Readonly<Record<string, unknown>> = localSettingsSchema.parse({});
  return Object.entries(localSettingsSchema.shape).map(([variable, schema]) => {
    const stageSetting = rows.find(([it]) => it === variable)?.[1].name ?? '';
    return [
      code(variable),
      code(defaults[variable]),
      descriptionOf(schema) ?? `as [\`${stageSetting}\`](#deployed-stage)`,
    ];
  });
}

function stageRows(): string[][] {
  const settingsOf = (stage: string): Readonly<Record<string, unknown>> =>
    readStageSettings((name) => (name === 'stage' ? stage : undefined));
  const [dev, prod, others] = [settingsOf('dev'), settingsOf('prod'), settingsOf('staging')];
  return Object.entries(stageSettingsSchema.shape).map(([name, schema]) => {
    const defaults =
      name === 'stage'
        ? [code('dev')]
        : [
            code(others[name]),
            ...[dev, prod]
              .filter((it) => it[name] !== others[name])
              .map((it) => `${it['stage']}: ${code(it[name])}`),
          ];
    const shared = rows.find(([, row]) => row.name === name)?.[1].text;
    return [code(name), defaults.join(', '), descriptionOf(schema) ?? shared ?? ''];
  });
}

function functionRows(): string[][] {
  const withoutDefault = rows.filter(([, row]) => !('default' in row));
  const deployed = [...lambdaFunctions, RECEIVER];
  return withoutDefault.map(([variable, row]) => {
    const readers = deployed.filter(({ settings }) => settings.some((it) => it === variable));
    const names = readers.length > 3 ? 'many' : readers.map(({ name }) => code(name)).join(', ');
    const isGivenToAll = readers.length === deployed.length;
    return [code(variable), row.text, isGivenToAll ? 'all' : names || 'none'];
  });
}

test('docs/settings.md lists every setting with its current description', async () => {
  const local = withRows(text, 'Local server', localRows());
  const stage = withRows(local, 'Deployed stage', stageRows());
  const written = withRows(stage, 'Deployed function', functionRows());
  await expectWritten('docs/settings.md', written);
});
