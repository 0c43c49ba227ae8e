import { describe, expect, test } from 'vitest';
import { CdkCommandError, cdkParameters } from '../../../../lib/cdk/cdk-command.ts';

describe('a stage', () => {
  test.each([
    [['deploy', '--stage', 'prod']],
    [['deploy', '--stage=prod']],
    [['deploy', '-c', 'stage=prod']],
  ])('is named as %j', (parameters) => {
    expect(cdkParameters(parameters)).toEqual(['deploy', '-c', 'stage=prod']);
  });

  test('may stand between other options, which pass as they are', () => {
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
  ])('is refused %s', (_, parameters) => {
    expect(() => cdkParameters(parameters)).toThrow(CdkCommandError);
  });
});

describe('destroying', () => {
  test.each([
    ['dev', ['destroy', '--force']],
    ['dev, by name', ['destroy', '--stage', 'dev']],
    ['a stage that was deployed to keep nothing', ['destroy', '--stage', 'prod', '-c', 'retainsData=false']],
  ])('is passed on for %s', (_, parameters) => {
    expect(cdkParameters(parameters)[0]).toBe('destroy');
  });

  test.each(['prod', 'staging'])(
    'is refused for %s, which keeps its data, and says what would do it',
    (stage) => {
      expect(() => cdkParameters(['destroy', '--force', '--stage', stage])).toThrow(
        `npm run deploy -- --stage ${stage} -c retainsData=false`,
      );
    },
  );

  test('is refused for dev where it is told to keep its data', () => {
    expect(() => cdkParameters(['destroy', '--context', 'retainsData=true'])).toThrow(/keeps its data/);
  });
});
