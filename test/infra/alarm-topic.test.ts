import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { synthesize } from './synthesis.ts';

const EMAIL = 'on-call@example.com';
const { template } = synthesize();
const withEmail = synthesize({ alarmEmail: EMAIL });

describe('the topic of the alarms', () => {
  test('refuses what does not come over TLS', () => {
    template.hasResourceProperties('AWS::SNS::TopicPolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Effect: 'Deny',
            Principal: '*',
            Action: 'sns:Publish',
            Condition: { Bool: { 'aws:SecureTransport': 'false' } },
          }),
        ]),
      },
    });
  });

  test('takes messages from the alarms of this stage in this account, and from nobody else', () => {
    const [policy] = Object.values(template.findResources('AWS::SNS::TopicPolicy'));
    const allowed = policy?.['Properties'].PolicyDocument.Statement.filter(
      ({ Effect }: { Effect: string }) => Effect === 'Allow',
    );
    expect(allowed).toHaveLength(1);
    expect(allowed[0]).toMatchObject({
      Principal: { Service: 'cloudwatch.amazonaws.com' },
      Action: 'sns:Publish',
      Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
    });
    expect(JSON.stringify(allowed[0].Condition.ArnLike)).toContain(':alarm:guard-dev-*');
  });

  test('tells nobody by mail unless the stage says whom', () => {
    template.resourceCountIs('AWS::SNS::Subscription', 0);
    withEmail.template.resourceCountIs('AWS::SNS::Subscription', 1);
    withEmail.template.hasResourceProperties('AWS::SNS::Subscription', {
      Protocol: 'email',
      Endpoint: EMAIL,
    });
  });

  test('and whom it tells stand in no output', () => {
    const outputs = JSON.stringify(withEmail.template.findOutputs('*'));
    expect(outputs).toContain('guard-dev'); // the dashboard’s URL
    expect(outputs).not.toMatch(/topic|sns/i);
    expect(outputs).not.toContain(EMAIL);
  });
});

test.each(['', 'nobody', 'a@b, c@d'])('nobody has the mail address %j', (alarmEmail) => {
  expect(() => synthesize({ alarmEmail })).toThrow('at alarmEmail');
});
