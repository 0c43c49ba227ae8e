import { describe, expect, test } from 'vitest';
import { CdkCommandError, cdkParameters } from '../../../../lib/cdk/cdk-command.ts';

describe('a stage', () => {
  test.each([[['deploy', '--stage', 'dev']], [['deploy', '--stage=dev']], [['deploy', '-c', 'stage=dev']]])(
    'The CDK command passes the stage in the parameters %j to the CDK as the context value stage=dev',
    (parameters) => {
      expect(cdkParameters(parameters)).toEqual(['deploy', '-c', 'stage=dev']);
    },
  );

  test('The CDK command replaces --stage by a CDK context value, and passes other options on unchanged', () => {
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
  ])('The CDK command rejects a stage option %s', (_, parameters) => {
    expect(() => cdkParameters(parameters)).toThrow(CdkCommandError);
  });
});

test.each(['synth', 'deploy', 'diff'])(
  'The CDK command refuses a stage that keeps its data if no receiver of the alarms is set: %s',
  (command) => {
    const prod = [command, '--stage', 'prod', '-c', 'corsOrigin=none'];
    expect(() => cdkParameters(prod)).toThrow(CdkCommandError);
    expect(() => cdkParameters(prod)).toThrow('a receiver of pages: alarmEmail');
    expect(cdkParameters([...prod, '-c', 'alarmEmail=a@example.com'])).toContain('stage=prod');
  },
);

describe('without a terminal', () => {
  test.each([
    [['deploy'], 'npm run deploy -- --require-approval never'],
    [['destroy', '--stage', 'dev'], 'npm run destroy -- --stage dev --force'],
  ])(
    'The CDK command %j fails at once, and names the option that needs no confirmation',
    (parameters, option) => {
      expect(() => cdkParameters(parameters, false)).toThrow(option);
      expect(cdkParameters(parameters, true)[0]).toBe(parameters[0]);
    },
  );

  test.each([
    [['deploy', '--require-approval', 'never']],
    [['deploy', '--require-approval=never']],
    [['deploy', '--help']],
    [['destroy', '-f']],
    [['synth', '--quiet']],
    [['diff']],
  ])('The CDK command %j is passed on, because it asks nothing', (parameters) => {
    expect(cdkParameters(parameters, false)).toEqual(parameters);
  });
});

describe('destroying', () => {
  test.each([
    ['dev', ['destroy', '--force']],
    ['dev, by name', ['destroy', '--stage', 'dev']],
    ['a stage that was deployed to keep nothing', ['destroy', '--stage', 'prod', '-c', 'retainsData=false']],
  ])('The CDK command allows destroying %s', (_, parameters) => {
    expect(cdkParameters(parameters)[0]).toBe('destroy');
  });

  test.each(['prod', 'staging'])(
    'The CDK command refuses to destroy %s, which keeps its data, and names the deployment that would allow destroying the stage',
    (stage) => {
      expect(() => cdkParameters(['destroy', '--force', '--stage', stage])).toThrow(
        `npm run deploy -- --stage ${stage} -c retainsData=false`,
      );
    },
  );

  test('The CDK command rejects destroying the stage dev if its data is retained', () => {
    expect(() => cdkParameters(['destroy', '--context', 'retainsData=true'])).toThrow(/keeps its data/);
  });
});
