import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { createMailIdentity, queueMailFeedback } from '../../lib/cdk/mail.ts';
import { readStageSettings } from '../../lib/cdk/stage-settings.ts';
import { DEV, FULL, HOSTED, HOSTED_ZONE, PROD } from './stages-with-options.ts';
import { type StageContext, synthesize, synthesizeWhole, WITHOUT_REPORTS } from './synthesis.ts';

/** Nothing notices its bounces. */
const SILENT = { ...DEV, mailFrom: 'guard@example.org', mailConfigurationSet: 'none' };

const [off, on] = [synthesize(PROD), synthesizeWhole(FULL)];

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

test('A stack output lists the features that are off for lack of settings of mail, monitoring, MQTT, panels, SMS or a bucket, and is absent if all are on', () => {
  const said = ({ template }: typeof on) =>
    Object.values(template.findOutputs('SwitchedOff')).map(({ Value }) => Value);
  expect(said(off)).toEqual([
    'mail: invitations and lost passwords (mailFrom); MQTT (mqtt); the receiver of alarm panels (panels); SMS (smsFrom); copies of audit seals (auditBucket)',
  ]);
  expect(said(synthesize(SILENT))).toEqual([
    'bounces of mail (mailConfigurationSet); alarms and the dashboard (monitoring); MQTT (mqtt); the receiver of alarm panels (panels); SMS (smsFrom); copies of audit seals (auditBucket)',
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
  // The third receives mail of cameras.
  expect(polled(on)).toEqual([true, true, true]);
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

const textSchema: z.ZodType<string> = z.lazy(() =>
  z.union([
    z.string(),
    z.object({ Ref: z.string() }).transform(({ Ref }) => `<${Ref}>`),
    z.object({ 'Fn::GetAtt': z.array(z.string()) }).transform((it) => `<${it['Fn::GetAtt'][1]}>`),
    z
      .object({ 'Fn::Join': z.tuple([z.string(), z.array(textSchema)]) })
      .transform(({ 'Fn::Join': [separator, parts] }) => parts.join(separator)),
  ]),
);
const recordSchema = z.object({
  Type: z.string(),
  Name: textSchema,
  HostedZoneId: z.literal(HOSTED_ZONE.hostedZoneId),
  ResourceRecords: z.array(textSchema).default([]),
});

/** What a stage creates for its mail, without the rest of the stage. */
function mailOf(context: StageContext): Template {
  const stack = new Stack(new App(WITHOUT_REPORTS));
  const settings = readStageSettings((name) => context[name]);
  createMailIdentity(stack, settings);
  queueMailFeedback(stack, settings, new Queue(stack, 'Queue'));
  return Template.fromStack(stack);
}

const recordsIn = (template: Template) =>
  Object.values(template.findResources('AWS::Route53::RecordSet'))
    .map((it) => recordSchema.parse(it['Properties']))
    .filter(({ Type }) => Type !== 'A')
    .map(({ Type, Name, ResourceRecords }) => `${Name} ${Type} ${ResourceRecords.join()}`);

const AUTHENTICATED = [
  '<DkimDNSTokenName1>. CNAME <DkimDNSTokenValue1>',
  '<DkimDNSTokenName2>. CNAME <DkimDNSTokenValue2>',
  '<DkimDNSTokenName3>. CNAME <DkimDNSTokenValue3>',
];
const bouncesOf = (domain: string) => [
  `guard-<AWS::Region>.${domain}. MX 10 feedback-smtp.<AWS::Region>.amazonses.com`,
  `guard-<AWS::Region>.${domain}. TXT "v=spf1 include:amazonses.com ~all"`,
];

test('A stage with a hosted zone creates the SES identity of its mail domain, with DKIM, SPF, DMARC and a domain for bounces', () => {
  const { template } = synthesize(HOSTED);
  template.hasResourceProperties('AWS::SES::EmailIdentity', { EmailIdentity: 'guard.example.com' });
  expect(recordsIn(template)).toEqual([
    ...AUTHENTICATED,
    ...bouncesOf('guard.example.com'),
    '_dmarc.guard.example.com. TXT "v=DMARC1; p=quarantine"',
  ]);
});

test.each([
  ['the top of the zone', 'guard@example.com', 'example.com'],
  ['another name of the zone', 'guard@Mail.example.com', 'mail.example.com'],
])('At %s, where others may send mail, a stage adds no DMARC policy', (_, mailFrom, domain) => {
  expect(recordsIn(mailOf({ ...HOSTED, mailFrom }))).toEqual([...AUTHENTICATED, ...bouncesOf(domain)]);
});

test.each([
  ['its mail domain is not in its zone', { mailFrom: 'guard@notexample.com' }],
  ['SES has the identity already', { createsMailIdentity: 'false' }],
])('A stage creates no SES identity and no records for mail if %s', (_, settings) => {
  const template = mailOf({ ...HOSTED, ...settings });
  template.resourceCountIs('AWS::SES::EmailIdentity', 0);
  expect(recordsIn(template)).toEqual([]);
});

test.each([
  ['keeps', 'prod', 'RetainExceptOnCreate', 'Retain'],
  ['deletes', 'dev', 'Delete', 'Delete'],
])('The deletion of a stage that %s its data does the same to the SES identity and its records', (...it) => {
  const [, stage, DeletionPolicy, UpdateReplacePolicy] = it;
  const template = mailOf({ ...HOSTED, stage });
  const resources = ['AWS::SES::EmailIdentity', 'AWS::Route53::RecordSet'].flatMap((type) =>
    Object.values(template.findResources(type)),
  );
  expect(resources).toHaveLength(7);
  for (const resource of resources) expect(resource).toMatchObject({ DeletionPolicy, UpdateReplacePolicy });
});

test('A stage with a mail sender creates its configuration set; a named one must exist, and `none` notices no bounces', () => {
  const SET = 'AWS::SES::ConfigurationSet';
  const own = synthesize(HOSTED);
  const [[id] = []] = Object.entries(own.template.findResources(SET, { Properties: { Name: 'guard-prod' } }));
  own.template.hasResourceProperties('AWS::SES::ConfigurationSetEventDestination', {
    ConfigurationSetName: { Ref: id },
  });
  expect(JSON.stringify(mailStatements(own))).toContain(':configuration-set/guard-prod');
  on.template.resourceCountIs(SET, 0);
  const without = mailOf({ ...HOSTED, mailConfigurationSet: 'none' });
  expect(JSON.stringify(without.toJSON())).not.toContain('AWS::SES::ConfigurationSet');
});
