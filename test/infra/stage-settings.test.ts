import { describe, expect, test } from 'vitest';
import { readCompleteSettings, readStageSettings } from '../../lib/cdk/stage-settings.ts';
import { BACKUP_COPY, DOMAIN, HOSTED_ZONE, RESTORED_TABLE } from './stages-with-options.ts';

const read = (context: Record<string, unknown>) => readStageSettings((name) => context[name]);

describe('stage settings', () => {
  test('The CDK deploys the stage dev if no stage is named', () => {
    expect(read({})).toEqual(read({ stage: 'dev' }));
    expect(read({})).toMatchObject({ stage: 'dev', retainsData: false });
  });

  test('The default rate limits and token lifetime in the settings of a stage are those of the specification', () => {
    expect(read({ stage: 'prod' })).toMatchObject({
      tokenExpirationMinutes: 1440,
      authRequestsPerMinute: 5,
      apiRequestsPerMinute: 60,
      keyEventsPerMinute: 600,
    });
  });

  test('All stages but dev retain their data by default', () => {
    expect(read({ stage: 'prod' }).retainsData).toBe(true);
    expect(read({ stage: 'staging' }).retainsData).toBe(true);
    expect(read({ stage: 'constructor' }).retainsData).toBe(true);
  });

  test('The settings of a stage convert strings of the command line to numbers and booleans', () => {
    expect(
      read({ stage: 'prod', retainsData: 'false', logRetentionDays: '30', tokenExpirationMinutes: '60' }),
    ).toMatchObject({ stage: 'prod', retainsData: false, logRetentionDays: 30, tokenExpirationMinutes: 60 });
  });

  test.each([
    ['stage', 'Prod_1'],
    ['stage', 5],
    ['functionArchitecture', 'sparc'],
    ['logRetentionDays', '8'],
    ['retainsData', 'perhaps'],
    ['tokenExpirationMinutes', '0'],
    ['functionMemoryMib', '64'],
    ['corsOrigin', 'app.example.com'],
    ['corsOrigin', 'https://app.example.com/path'],
    ['firewallRequestsPerAddress', '99'],
    ['domainName', 'https://guard.example.com'],
    ['certificateArn', 'arn:aws:iam::123456789012:server-certificate/guard'],
    ['hostedZoneId', 'example.com'],
    ['backupCopyVaultArn', 'arn:aws:backup:eu-west-3:210987654321:recovery-point:1'],
    ['release', 'blue_green'],
    ['logLevel', 'WARN'], // it would drop the metrics, too
    ['alarmUrl', 'http://pager.example.com/1234'],
    ['alarmSlackChannel', '#alarms'],
    ['gatewayRequestsPerSecond', '10001'], // more than the account has
    ['warmWriteUnits', '3999'],
    ['reservedConcurrency', '451'], // 2 × 451 leave less than 100 of 1,000
  ])('The settings of a stage reject %s=%s and name the setting', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(`at ${name}`);
  });

  test('By default, all stages but dev have a firewall and canary releases', () => {
    for (const stage of ['prod', 'staging']) {
      expect(read({ stage })).toMatchObject({ firewall: true, release: 'canary' });
    }
    expect(read({ stage: 'dev' })).toMatchObject({ firewall: false, release: 'in_place' });
  });

  test('A stage with a domain has a certificate or a hosted zone, or both', () => {
    const { certificateArn, ...names } = DOMAIN;
    for (const given of [{ certificateArn }, HOSTED_ZONE, { certificateArn, ...HOSTED_ZONE }])
      expect(read({ ...names, ...given })).toMatchObject({ ...names, ...given });
  });

  test.each([
    ['hostedZoneId', 'domainName and liveDomainName', { domainName: DOMAIN.domainName }],
    ['hostedZoneId', 'domainName and liveDomainName', { liveDomainName: DOMAIN.liveDomainName }],
    ['domainName', 'certificateArn', { certificateArn: DOMAIN.certificateArn }],
    ['domainName', 'hostedZoneId, or a mailFrom', { ...HOSTED_ZONE, mailFrom: 'guard@example.org' }],
  ])(
    'The settings of a stage are rejected if %s is missing, but needed for %s',
    (missing, given, context) => {
      expect(() => read(context)).toThrow(new RegExp(`is needed with ${given}.*\\s+→ at ${missing}`));
    },
  );

  test('A hosted zone is named with its id, and the stage’s domain names are in it', () => {
    const { hostedZoneId, hostedZoneName } = HOSTED_ZONE;
    expect(() => read({ ...DOMAIN, hostedZoneId })).toThrow('at hostedZoneName');
    expect(() => read({ ...DOMAIN, hostedZoneName })).toThrow('at hostedZoneName');
    const elsewhere = { hostedZoneId, hostedZoneName: 'example.org' };
    expect(() => read({ ...DOMAIN, ...elsewhere })).toThrow(
      /must end with \.example\.org .*\s+→ at domainName(.|\n)*→ at liveDomainName/,
    );
    const part = { domainName: 'myexample.com', ...HOSTED_ZONE };
    expect(() => read(part)).toThrow('at domainName');
  });

  test.each([
    ['phone-number/phone-0123456789abcdef0123456789abcdef', 'phone-0123456789abcdef0123456789abcdef'],
    ['pool/pool-0123456789abcdef0123456789abcdef', 'pool-0123456789abcdef0123456789abcdef'],
    ['sender-id/GUARD/DE', 'GUARD'],
  ])('The sender of SMS may be the ARN of an identity, such as one that ends with %s', (resource, id) => {
    const smsFrom = `arn:aws:sms-voice:eu-central-1:123456789012:${resource}`;
    expect(read({ smsFrom, smsCountries: 'DE' })).toMatchObject({ smsFrom: id });
    expect(() => read({ smsFrom: smsFrom.replace('sms-voice', 'sns'), smsCountries: 'DE' })).toThrow(
      'at smsFrom',
    );
  });

  test('A hosted zone is enough for a stage with a sender of mail in it', () => {
    expect(read({ ...HOSTED_ZONE, mailFrom: 'guard@example.com' })).toMatchObject(HOSTED_ZONE);
  });

  test('A stage with a sender of mail has its own configuration set, unless its settings name another or none', () => {
    const mailFrom = 'guard@example.com';
    expect(read({ stage: 'prod', mailFrom }).mailConfigurationSet).toBe('guard-prod');
    for (const mailConfigurationSet of ['company', 'none'])
      expect(read({ mailFrom, mailConfigurationSet })).toMatchObject({ mailConfigurationSet });
    expect(read({ mailFrom: 'none' }).mailConfigurationSet).toBe('none');
  });

  test('The settings of a stage reject one domain for both the API and the WebSocket API', () => {
    expect(() => read({ ...DOMAIN, liveDomainName: DOMAIN.domainName })).toThrow('at liveDomainName');
  });

  test('The settings of a stage reject a restored table without its stream, and a stream without its table', () => {
    const [restoredTableName, restoredTableStreamArn] = Object.values(RESTORED_TABLE);
    expect(read({ ...RESTORED_TABLE })).toMatchObject(RESTORED_TABLE);
    expect(() => read({ restoredTableName })).toThrow('at restoredTableStreamArn');
    expect(() => read({ restoredTableStreamArn })).toThrow('at restoredTableStreamArn');
  });

  test('The settings of a stage that retains no data reject backupCopyVaultArn', () => {
    expect(() => read({ stage: 'dev', ...BACKUP_COPY })).toThrow('at backupCopyVaultArn');
    expect(() => read({ stage: 'dev', alarmEmail: 'a@example.com' })).toThrow('at monitoring');
    expect(read({ stage: 'prod', ...BACKUP_COPY })).toMatchObject(BACKUP_COPY);
  });
});

describe('a stage that keeps its data', () => {
  const complete = (context: Record<string, unknown>) => readCompleteSettings((name) => context[name]);
  const corsOrigin = 'none';

  test('For a stage that keeps its data, settings without alarm receivers and corsOrigin are refused with a list of what is missing', () => {
    expect(() => complete({ stage: 'prod' })).toThrow(
      /needs:\n.* of pages: alarmEmail, .*\n.* of tickets: ticketEmail, .*\n.*corsOrigin: /,
    );
  });

  test.each([
    ['an e-mail address', { alarmEmail: 'on-call@example.com' }],
    ['a Slack channel', { alarmSlackChannel: 'T0123ABCD/C0123ABCD' }],
    ['a pager beside tickets', { alarmUrl: 'https://pager.example.com/1', ticketEmail: 'ops@example.com' }],
  ])('A stage that keeps its data is accepted with %s', (_, receivers) => {
    expect(complete({ stage: 'prod', corsOrigin, ...receivers })).toMatchObject(receivers);
  });

  test.each([
    ['pages', { ticketEmail: 'ops@example.com' }],
    ['tickets', { alarmUrl: 'https://pager.example.com/1' }],
  ])(
    'A stage that keeps its data is refused if nobody receives its alarms that are %s',
    (kind, receivers) => {
      expect(() => complete({ stage: 'prod', corsOrigin, ...receivers })).toThrow(`a receiver of ${kind}`);
    },
  );

  test('A stage that keeps its data needs a corsOrigin, and accepts even *', () => {
    const alarmEmail = 'on-call@example.com';
    expect(complete({ stage: 'prod', alarmEmail, corsOrigin: '*' }).corsOrigin).toBe('*');
    expect(() => complete({ stage: 'prod', alarmEmail })).toThrow('corsOrigin');
  });

  test('A stage that does not keep its data, such as dev, needs no alarm receivers and no corsOrigin', () => {
    expect(complete({}).stage).toBe('dev');
    expect(complete({ stage: 'prod', retainsData: 'false' }).stage).toBe('prod');
  });
});
