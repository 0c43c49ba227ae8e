import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { deployedTopics } from './deployed-topics.ts';
import { EVERY_OPTION, FULL, ON_RESTORED_TABLE, TICKETS_ONLY } from './stages-with-options.ts';
import { attributeOwner, type StageContext, synthesize } from './synthesis.ts';

const PAGED = 'on-call@example.com';
const TICKETS = 'tickets@example.com';
const PAGER = EVERY_OPTION['alarmUrl'];
const nobody = synthesize();
const withEmail = synthesize(FULL);

const reference = z.object({ Ref: z.string() }).transform(({ Ref }) => Ref);
const statementSchema = z.looseObject({ Effect: z.string(), Condition: z.unknown() });
const policySchema = z.object({
  Topics: z.tuple([reference]),
  PolicyDocument: z.object({ Statement: z.array(statementSchema) }),
});
const subscriptionSchema = z.object({
  Protocol: z.string(),
  // The queue of SMS receipts has no address.
  Endpoint: z.union([z.string(), z.looseObject({})]),
  TopicArn: reference,
});

const topics = deployedTopics(nobody);
const policies = [...nobody.properties('AWS::SNS::TopicPolicy', policySchema).values()];

/** The subscriptions, such as `page to a@example.com`. */
function receiversOf(context: StageContext): string[] {
  const synthesis = synthesize(context);
  const severities = new Map([...deployedTopics(synthesis)].map(([severity, id]) => [id, severity]));
  const subscriptions = synthesis.properties('AWS::SNS::Subscription', subscriptionSchema).values();
  return [...subscriptions]
    .filter(({ TopicArn }) => severities.has(TopicArn))
    .map((it) => `${severities.get(it.TopicArn)} to ${it.Endpoint}`)
    .sort();
}

test('Page alarms and ticket alarms notify separate SNS topics', () => {
  expect([...topics.keys()].sort()).toEqual(['page', 'ticket']);
  expect(policies.map(({ Topics: [id] }) => id).sort()).toEqual([...topics.values()].sort());
});

describe.each([...topics])('the topic of each %s', (_, topic) => {
  const statements = policies.find(({ Topics: [id] }) => id === topic)?.PolicyDocument.Statement ?? [];

  test('The alarm topic rejects messages without TLS', () => {
    expect(statements).toContainEqual(
      expect.objectContaining({
        Effect: 'Deny',
        Principal: '*',
        Action: 'sns:Publish',
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      }),
    );
  });

  test('Only the alarms of this stage in this account may publish to the alarm topic', () => {
    const allowed = statements.filter(({ Effect }) => Effect === 'Allow');
    expect(allowed).toHaveLength(1);
    expect(allowed[0]).toMatchObject({
      Principal: { Service: 'cloudwatch.amazonaws.com' },
      Action: 'sns:Publish',
      Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
    });
    expect(JSON.stringify(allowed[0]?.Condition)).toContain(':alarm:guard-dev-*');
  });
});

describe('receivers', () => {
  test('A stage without e-mail addresses has no subscriptions to its alarm topics', () => {
    expect(receiversOf({})).toEqual([]);
  });

  test('Without the setting ticketEmail, the receiver of page alarms also gets ticket alarms', () => {
    expect(receiversOf(ON_RESTORED_TABLE)).toEqual([`page to ${PAGED}`, `ticket to ${PAGED}`]);
  });

  test('The address in the setting ticketEmail receives ticket alarms only', () => {
    expect(receiversOf(FULL)).toContain(`ticket to ${TICKETS}`);
    expect(receiversOf(TICKETS_ONLY)).toEqual([`ticket to ${TICKETS}`]);
  });

  test('A pager receives only page alarms, over HTTPS', () => {
    expect(receiversOf(FULL)).toEqual([`page to ${PAGER}`, `page to ${PAGED}`, `ticket to ${TICKETS}`]);
  });

  test('The outputs of the stack contain no e-mail address of an alarm receiver', () => {
    const outputs = JSON.stringify(withEmail.template.findOutputs('*'));
    expect(outputs).toContain('guard-prod'); // the dashboard’s URL
    expect(outputs).not.toMatch(/topic|sns/i);
    expect(outputs).not.toContain(PAGED);
    expect(outputs).not.toContain(PAGER);
  });
});

test.each(['', 'nobody', 'a@b, c@d'])(
  'The settings of a stage reject the e-mail address %j',
  (alarmEmail) => {
    expect(() => synthesize({ alarmEmail })).toThrow('at alarmEmail');
    expect(() => synthesize({ ticketEmail: alarmEmail })).toThrow('at ticketEmail');
  },
);

describe('a Slack channel', () => {
  const [slack, ...others] = Object.values(
    withEmail.template.findResources('AWS::Chatbot::SlackChannelConfiguration'),
  );

  test('The Slack channel of a stage shows page alarms and ticket alarms', () => {
    expect(others).toEqual([]);
    expect(slack?.['Properties']).toMatchObject({
      SlackWorkspaceId: 'T0123ABCD',
      SlackChannelId: 'C0123ABCD',
      SnsTopicArns: [...deployedTopics(withEmail).values()].map((Ref) => ({ Ref })),
    });
  });

  test('Through the Slack channel of the alarms, nobody can do anything in the AWS account', () => {
    expect(JSON.stringify(slack?.['Properties'].GuardrailPolicies)).toContain(':iam::aws:policy/AWSDenyAll');
    const { IamRoleArn } = slack?.['Properties'] ?? {};
    const role = withEmail.template.findResources('AWS::IAM::Role')[attributeOwner.parse(IamRoleArn)];
    expect(Object.keys(role?.['Properties'])).toEqual(['AssumeRolePolicyDocument', 'Tags']);
  });

  test('The name of the Slack configuration contains the region, so that two regions do not conflict', () => {
    expect(JSON.stringify(slack?.['Properties'].ConfigurationName)).toContain('AWS::Region');
  });
});
