import { Stack } from 'aws-cdk-lib';
import { Match } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { messageStatements } from '../../lib/cdk/sms.ts';
import { readStageSettings } from '../../lib/cdk/stage-settings.ts';
import { FULL, PROD, SMS } from './stages-with-options.ts';
import { deployedFunctions, type StageContext, synthesize, synthesizeWhole } from './synthesis.ts';

const [off, on] = [synthesize(PROD), synthesizeWhole(FULL)];

const roleSchema = z.object({
  Policies: z
    .array(z.object({ PolicyDocument: z.object({ Statement: z.array(z.record(z.string(), z.unknown())) }) }))
    .default([]),
});
const smsStatements = (synthesis: typeof on) =>
  [...synthesis.properties('AWS::IAM::Role', roleSchema)].flatMap(([id, { Policies }]) =>
    Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
      .filter(({ Action }) => JSON.stringify(Action).includes('sms-voice:'))
      .map((statement) => [id.replace(/Role.*/, ''), statement] as const),
  );

const arn = (name: string) => ({
  'Fn::Join': [
    '',
    [
      'arn:',
      { Ref: 'AWS::Partition' },
      ':sms-voice:',
      { Ref: 'AWS::Region' },
      ':',
      { Ref: 'AWS::AccountId' },
      `:${name}`,
    ],
  ],
});
const CONFIGURATION_SET = arn('configuration-set/guard-prod');

const permits = (...identities: string[]) => ({
  Effect: 'Allow',
  Action: 'sms-voice:SendTextMessage',
  Resource: expect.toSatisfy(
    (resources: unknown[]) =>
      JSON.stringify([...resources].map((it) => JSON.stringify(it)).sort()) ===
      JSON.stringify([...identities.map(arn), CONFIGURATION_SET].map((it) => JSON.stringify(it)).sort()),
  ),
});

test('A stage without SMS has no SMS resources, and no function may send an SMS', () => {
  expect(off.rootText).not.toContain('AWS::SMSVOICE::');
  expect(off.rootText).not.toContain('SmsReceipts');
  expect(smsStatements(off)).toEqual([]);
});

test('Only functions with messages for people may send SMS, with the stage’s sender id and to the stage’s countries only', () => {
  const statement = permits('sender-id/GUARD/AT', 'sender-id/GUARD/DE');
  expect(Object.fromEntries(smsStatements(on))).toEqual({
    createchannel: statement,
    notifypeople: statement,
    testchannel: statement,
  });
});

test.each([
  ['phone-0123456789abcdef', 'phone-number/phone-0123456789abcdef'],
  ['pool-0123456789abcdef', 'pool/pool-0123456789abcdef'],
])(
  'If a stage sends SMS from %s, its functions may use only this origination identity',
  (smsFrom, resource) => {
    const context: StageContext = { ...PROD, ...SMS, smsFrom };
    const stack = new Stack();
    const statements = messageStatements(
      stack,
      readStageSettings((name) => context[name]),
    );
    expect(statements.map((it) => stack.resolve(it.toStatementJson()))).toEqual([permits(resource)]);
  },
);

test('SMS receipts reach the queue of the function that notifies people in unchanged form', () => {
  on.template.hasResourceProperties('AWS::SMSVOICE::ConfigurationSet', {
    ConfigurationSetName: 'guard-prod',
    EventDestinations: [
      {
        Enabled: true,
        SnsDestination: { TopicArn: { Ref: Match.stringLikeRegexp('SmsReceipts') } },
      },
    ],
  });
  on.template.hasResourceProperties('AWS::SNS::Subscription', {
    Protocol: 'sqs',
    RawMessageDelivery: true,
    Endpoint: { 'Fn::GetAtt': [Match.stringLikeRegexp('^Triggersnotifypeople'), 'Arn'] },
  });
});

test('Only the SMS configuration set of the stage may publish SMS receipts, and only over TLS', () => {
  const policySchema = z.object({
    PolicyDocument: z.object({ Statement: z.array(z.record(z.string(), z.unknown())) }),
  });
  const policies = [...on.properties('AWS::SNS::TopicPolicy', policySchema)]
    .filter(([id]) => id.includes('SmsReceipts'))
    .map(([, { PolicyDocument }]) => PolicyDocument.Statement);
  expect(policies).toEqual([
    [
      expect.objectContaining({
        Effect: 'Deny',
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      }),
      expect.objectContaining({
        Effect: 'Allow',
        Action: 'sns:Publish',
        Principal: { Service: 'sms-voice.amazonaws.com' },
        Condition: {
          StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } },
          ArnLike: { 'aws:SourceArn': CONFIGURATION_SET },
        },
      }),
    ],
  ]);
});

test('Functions get the name of the SMS configuration set only in a stage that sends SMS', () => {
  const named = (synthesis: typeof on) =>
    [...deployedFunctions(synthesis)]
      .filter(([id]) => id.startsWith('notifypeople'))
      .map(([, { Environment }]) => Environment.Variables['GUARD_SMS_CONFIGURATION_SET']);
  expect(named(off)).toEqual(['none']);
  expect(named(on)).toEqual(['guard-prod']);
});

const read = (context: StageContext) => () => readStageSettings((name) => context[name]);

test('A stage that sends SMS but allows no country is rejected', () => {
  expect(read({ stage: 'prod', smsFrom: 'GUARD' })).toThrow(/smsCountries/);
  expect(read({ stage: 'prod', ...SMS })).not.toThrow();
});

test.each([
  { smsFrom: '+4915123456789' },
  { smsFrom: '123456' },
  { smsFrom: 'TWELVELETTER' },
  { smsCountries: 'DE,AT' },
  { smsCountries: 'Germany' },
  { smsPerDay: '0' },
])('The settings of a stage reject the SMS setting %o', (wrong) => {
  expect(read({ stage: 'prod', ...SMS, ...wrong })).toThrow(Object.keys(wrong)[0]);
});
