import { expect, test } from 'vitest';
import * as z from 'zod';
import { FULL, PROD } from './stages-with-options.ts';
import { synthesize } from './synthesis.ts';

const [off, on] = [synthesize(PROD), synthesize(FULL)];

const roleSchema = z.object({
  Policies: z
    .array(z.object({ PolicyDocument: z.object({ Statement: z.array(z.record(z.string(), z.unknown())) }) }))
    .default([]),
});
const mailStatements = (synthesis: typeof on) =>
  [...synthesis.properties('AWS::IAM::Role', roleSchema)].flatMap(([id, { Policies }]) =>
    Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
      .filter(({ Action }) => JSON.stringify(Action).includes('ses:'))
      .map((statement) => [id.replace(/Role.*/, ''), statement]),
  );
const polled = (synthesis: typeof on) =>
  [
    ...synthesis.properties(
      'AWS::Lambda::EventSourceMapping',
      z.looseObject({ Enabled: z.boolean().default(true) }),
    ),
  ]
    .filter(([id]) => id.includes('mail'))
    .map(([, { Enabled }]) => Enabled);

test('A stage without a mail sender has no SES resources and polls no mail queue', () => {
  expect(off.rootText).not.toContain('AWS::SES::');
  expect(mailStatements(off)).toEqual([]);
  expect(polled(off)).toEqual([false, false]);
});

test('A stack output lists the features that are off for lack of mail, SMS or bucket settings, and is absent if all are on', () => {
  const said = ({ template }: typeof on) =>
    Object.values(template.findOutputs('SwitchedOff')).map(({ Value }) => Value);
  expect(said(off)).toEqual([
    'mail: invitations and lost passwords (mailFrom); bounces of mail (mailConfigurationSet); SMS (smsFrom); copies of audit seals (auditBucket)',
  ]);
  expect(said(on)).toEqual([]);
});

test('Only functions with messages for people may send mail, and only from the configured sender', () => {
  const arn = (name: string) => ({
    'Fn::Join': [
      '',
      [
        'arn:',
        { Ref: 'AWS::Partition' },
        ':ses:',
        { Ref: 'AWS::Region' },
        ':',
        { Ref: 'AWS::AccountId' },
        `:${name}`,
      ],
    ],
  });
  const statement = {
    Effect: 'Allow',
    Action: 'ses:SendEmail',
    Resource: [
      arn('configuration-set/guard-mail'),
      arn('identity/guard@mail.example.com'),
      arn('identity/mail.example.com'),
    ],
    Condition: { StringEquals: { 'ses:FromAddress': 'guard@mail.example.com' } },
  };
  expect(Object.fromEntries(mailStatements(on))).toEqual({
    createchannel: statement,
    notifypeople: statement,
    sendmail: statement,
    testchannel: statement,
  });
  expect(polled(on)).toEqual([true, true]);
});

test('Mail bounces and complaints reach a queue through the SES configuration set', () => {
  on.template.hasResourceProperties('AWS::SES::ConfigurationSetEventDestination', {
    ConfigurationSetName: 'guard-mail',
    EventDestination: { Enabled: true, MatchingEventTypes: ['BOUNCE', 'COMPLAINT'] },
  });
  on.template.hasResourceProperties('AWS::Events::Rule', {
    EventPattern: {
      source: ['aws.ses'],
      detail: { mail: { tags: { 'ses:configuration-set': ['guard-mail'] } } },
    },
  });
});
