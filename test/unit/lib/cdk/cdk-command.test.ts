import { describe, expect, test } from 'vitest';
import { CdkCommandError, cdkParameters } from '../../../../lib/cdk/cdk-command.ts';

describe('a stage', () => {
  test.each([[['deploy', '--stage', 'dev']], [['deploy', '--stage=dev']], [['deploy', '-c', 'stage=dev']]])(
    'The parameters %j name the stage dev',
    (parameters) => {
      expect(cdkParameters(parameters)).toEqual(['deploy', '-c', 'stage=dev']);
    },
  );

  test('Options around the name of a stage are passed on unchanged', () => {
    expect(cdkParameters(['deploy', '--hotswap', '--stage', 'dev', '-c', 'note=a=b', '--quiet'])).toEqual([
      'deploy',
      '--hotswap',
      '-c',
      'stage=dev',
      '-c',
      'note=a=b',
      '--quiet',
    ]);
  });

  test.each([
    ['without a name', ['deploy', '--stage']],
    ['with another option for a name', ['deploy', '--stage', '--quiet']],
    ['with an empty name', ['deploy', '--stage=']],
    ['with a name that no stage may have', ['deploy', '--stage', 'Prod_1']],
    ['beside another one', ['deploy', '--stage', 'dev', '-c', 'stage=prod']],
    ['beside another one in its longer form', ['deploy', '--context=stage=dev', '--stage', 'prod']],
  ])('A stage option %s is rejected', (_, parameters) => {
    expect(() => cdkParameters(parameters)).toThrow(CdkCommandError);
  });
});

test.each(['synth', 'deploy', 'diff'])(
  'A stage with data is refused without receivers of its alarms: %s',
  (command) => {
    const prod = [command, '--stage', 'prod', '-c', 'corsOrigin=none'];
    expect(() => cdkParameters(prod)).toThrow(CdkCommandError);
    expect(() => cdkParameters(prod)).toThrow('a receiver of pages: alarmEmail');
    expect(cdkParameters([...prod, '-c', 'alarmEmail=a@example.com'])).toContain('stage=prod');
  },
);

describe('destroying', () => {
  test.each([
    ['dev', ['destroy', '--force']],
    ['dev, by name', ['destroy', '--stage', 'dev']],
    ['a stage that was deployed to keep nothing', ['destroy', '--stage', 'prod', '-c', 'retainsData=false']],
  ])('Destroying %s is allowed', (_, parameters) => {
    expect(cdkParameters(parameters)[0]).toBe('destroy');
  });

  test.each(['prod', 'staging'])(
    'Destroying %s, which keeps its data, is rejected with the command that allows it',
    (stage) => {
      expect(() => cdkParameters(['destroy', '--force', '--stage', stage])).toThrow(
        `npm run deploy -- --stage ${stage} -c retainsData=false`,
      );
    },
  );

  test('Destroying dev is rejected if its data is retained', () => {
    expect(() => cdkParameters(['destroy', '--context', 'retainsData=true'])).toThrow(/keeps its data/);
  });
});
