import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readStageSettings, stageSettingsSchema } from '../../../lib/cdk/stage-settings.ts';
import { readLocalSettings } from '../../../lib/local/settings.ts';
import { SETTINGS } from '../../../shared/lambda/settings.ts';
import { documentAt } from '../../docs/documents.ts';
import { lambdaFunctions } from '../../support/table-use/lambda-functions.ts';
import { documents, PROJECT, tableUnder } from './project.ts';

const { text } = documentAt('docs/settings.md', documents);

/** The values of a stage's settings as the table writes them. */
function settingsOf(stage: string): Map<string, string> {
  const settings: Readonly<Record<string, unknown>> = readStageSettings((name) =>
    name === 'stage' ? stage : undefined,
  );
  return new Map(
    Object.keys(stageSettingsSchema.shape).map((name) => [name, String(settings[name] ?? 'none')]),
  );
}

test('the table of a stage has every setting and no other', () => {
  const named = tableUnder('Deployed stage', text).map(([name]) => name);
  expect(named.sort()).toEqual(Object.keys(stageSettingsSchema.shape).sort());
});

test('the table of a stage says what each setting is by default, in dev and in prod', () => {
  const [others, dev, prod] = [settingsOf('staging'), settingsOf('dev'), settingsOf('prod')];
  const different = (stage: Map<string, string>, name: string) =>
    stage.get(name) === others.get(name) ? '' : stage.get(name);
  for (const [name = '', byDefault, inDev, inProd] of tableUnder('Deployed stage', text)) {
    if (name === 'stage') continue;
    expect([name, byDefault, inDev, inProd]).toEqual([
      name,
      others.get(name),
      different(dev, name),
      different(prod, name),
    ]);
  }
});

test('the table of a function has every variable, and where it is set from', () => {
  const rows = tableUnder('Deployed function', text);
  expect(rows.map(([name]) => name).sort()).toEqual(Object.keys(SETTINGS).sort());
});

test('the table of a function names those that get a variable, where they are few', () => {
  for (const [name = '', , functions = ''] of tableUnder('Deployed function', text)) {
    const given = lambdaFunctions.filter((it) => (it.settings as readonly string[]).includes(name));
    const named = functions.split(', ').sort();
    if (given.length > 3) expect(named).toHaveLength(1);
    else
      expect([name, named]).toEqual([
        name,
        given.length === 0 ? ['none'] : given.map((it) => it.name).sort(),
      ]);
  }
});

test('the table of the local server has every variable, and its default where the functions have it', async () => {
  const source = await readFile(`${PROJECT}/lib/local/settings.ts`, 'utf8');
  const requirements =
    /const REQUIREMENTS: Record<Variable, string> = \{\n(.*?)^\};/ms.exec(source)?.[1] ?? '';
  const variables = [...requirements.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name);
  expect(variables.length).toBeGreaterThan(0);
  const rows = tableUnder('Local server', text);
  expect(rows.map(([name]) => name).sort()).toEqual(variables.sort());
  const defaults = readLocalSettings({}).functionVariables;
  for (const [name = '', shown] of rows)
    if (defaults[name] !== undefined) expect([name, shown]).toEqual([name, defaults[name]]);
});
