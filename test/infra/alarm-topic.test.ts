import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { deployedTopics } from './deployed-topics.ts';
import { FULL, TICKETS_ONLY } from './stages-with-options.ts';
import { type StageContext, synthesize } from './synthesis.ts';

const PAGED = 'on-call@example.com';
const TICKETS = 'tickets@example.com';
const nobody = synthesize();
const withEmail = synthesize(FULL);

const reference = z.object({ Ref: z.string() }).transform(({ Ref }) => Ref);
const statementSchema = z.looseObject({ Effect: z.string(), Condition: z.unknown() });
const policySchema = z.object({
  Topics: z.tuple([reference]),
  PolicyDocument: z.object({ Statement: z.array(statementSchema) }),
});
const subscriptionSchema = z.object({
  Protocol: z.literal('email'),
  Endpoint: z.string(),
  TopicArn: reference,
});

const topics = deployedTopics(nobody);
const policies = [...nobody.properties('AWS::SNS::TopicPolicy', policySchema).values()];

/** Who gets mails, as pairs of what and whom. */
function mailsOf(context: StageContext): string[] {
  const synthesis = synthesize(context);
  const severities = new Map([...deployedTopics(synthesis)].map(([severity, id]) => [id, severity]));
  const subscriptions = synthesis.properties('AWS::SNS::Subscription', subscriptionSchema).values();
  return [...subscriptions].map((it) => `${severities.get(it.TopicArn)} to ${it.Endpoint}`).sort();
}

test('pages and tickets have a topic each', () => {
  expect([...topics.keys()].sort()).toEqual(['page', 'ticket']);
  expect(policies.map(({ Topics: [id] }) => id).sort()).toEqual([...topics.values()].sort());
});

describe.each([...topics])('the topic of each %s', (_, topic) => {
  const statements = policies.find(({ Topics: [id] }) => id === topic)?.PolicyDocument.Statement ?? [];

  test('refuses what does not come over TLS', () => {
    expect(statements).toContainEqual(
      expect.objectContaining({
        Effect: 'Deny',
        Principal: '*',
        Action: 'sns:Publish',
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      }),
    );
  });

  test('takes messages from the alarms of this stage in this account, and from nobody else', () => {
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

describe('by mail', () => {
  test('nobody is told unless the stage says whom', () => {
    expect(mailsOf({})).toEqual([]);
  });

  test('who is paged gets the tickets too, if nobody else does', () => {
    expect(mailsOf({ alarmEmail: PAGED })).toEqual([`page to ${PAGED}`, `ticket to ${PAGED}`]);
  });

  test('tickets go to whom the stage names', () => {
    expect(mailsOf(FULL)).toEqual([`page to ${PAGED}`, `ticket to ${TICKETS}`]);
    expect(mailsOf(TICKETS_ONLY)).toEqual([`ticket to ${TICKETS}`]);
  });

  test('whom it tells stands in no output', () => {
    const outputs = JSON.stringify(withEmail.template.findOutputs('*'));
    expect(outputs).toContain('guard-prod'); // the dashboard’s URL
    expect(outputs).not.toMatch(/topic|sns/i);
    expect(outputs).not.toContain(PAGED);
  });
});

test.each(['', 'nobody', 'a@b, c@d'])('nobody has the mail address %j', (alarmEmail) => {
  expect(() => synthesize({ alarmEmail })).toThrow('at alarmEmail');
  expect(() => synthesize({ ticketEmail: alarmEmail })).toThrow('at ticketEmail');
});
