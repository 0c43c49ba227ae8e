import { expect, test } from 'vitest';
import { readStageSettings, stageSettingsSchema } from '../../../lib/cdk/stage-settings.ts';
import { documents } from './project.ts';

const NAMES = Object.keys(stageSettingsSchema.shape).filter((it) => it !== 'stage');
/** As an option (`-c release=canary`) or as in `STAGES` (`release: 'canary'`). */
const VALUE = new RegExp(
  `(?<![\\w.?&])(${NAMES.join('|')})(?:=([^\\s,\`"']+)|: (?:'([^']*)'|(true|false|[\\d_]+)\\b))`,
  'g',
);
/** What the reader replaces: `<name>` or a variable of the shell. */
const PLACEHOLDER = /^[<$"]/;

const spansOf = ({ text, blocks }: (typeof documents)[number]) => [
  ...[...text.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span),
  ...blocks.flatMap((block) => block.text.replaceAll(/\\\n\s*/g, '').split('\n')),
];

const shown = documents.flatMap((document) =>
  spansOf(document).flatMap((span) => {
    const values = [...span.matchAll(VALUE)].flatMap(([, name = '', option, text, other]) => {
      const value = option ?? text ?? other ?? '';
      return PLACEHOLDER.test(value) ? [] : [[name, value] as const];
    });
    return values.length > 0 ? [[document.path, span, Object.fromEntries(values)] as const] : [];
  }),
);

test('The documents show values of the settings that a first deployment needs', () => {
  const names = new Set(
    shown.filter(([path]) => path === 'docs/deploy.md').flatMap(([, , values]) => Object.keys(values)),
  );
  for (const name of [
    'alarmEmail',
    'corsOrigin',
    'domainName',
    'hostedZoneId',
    'certificateArn',
    'mailFrom',
    'smsFrom',
  ])
    expect(names).toContain(name);
});

test.each(shown)('A deployment accepts the settings that %s shows: %s', (_, __, values) => {
  expect(() => readStageSettings((name) => ({ stage: 'staging', ...values })[name])).not.toThrow();
});
