import { Match } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { readStageSettings } from '../../lib/cdk/stage-settings.ts';
import { DEV, HOSTED, HOSTED_ZONE, MAIL_IN, PANELS, PROD } from './stages-with-options.ts';
import { synthesize } from './synthesis.ts';

const { template, nestedTexts } = synthesize({ ...PROD, ...PANELS, ...MAIL_IN });

test('A stage that receives no mail has no function, queue or server for it', () => {
  for (const stage of [DEV, { ...PROD, ...PANELS }]) {
    const without = synthesize(stage);
    expect([...without.nestedTexts.keys()]).not.toContain('MailIn');
    expect(without.nestedTexts.get('Receiver') ?? '').not.toContain('GUARD_MAIL_STORE');
    without.template.resourceCountIs('AWS::SES::ReceiptRule', 0);
  }
});

test('Cameras reach ports 25, 465 and 587, and the receiver stores mails in the bucket and nothing else', () => {
  const receiver = JSON.parse(nestedTexts.get('Receiver') ?? '{}') as {
    Resources: Record<string, { Type: string; Properties: Record<string, unknown> }>;
  };
  const ofType = (type: string) => Object.values(receiver.Resources).filter((it) => it.Type === type);
  const listeners = ofType('AWS::ElasticLoadBalancingV2::Listener').map(({ Properties }) => [
    Properties['Port'],
    Properties['Protocol'],
  ]);
  expect(listeners.toSorted()).toEqual([
    [25, 'TCP'],
    [3061, 'TCP_UDP'],
    [465, 'TCP'],
    [587, 'TCP'],
  ]);
  const statements = JSON.stringify(ofType('AWS::IAM::Role')).match(/s3:\w+/g);
  expect(statements).toEqual(['s3:PutObject']);
  expect(nestedTexts.get('Receiver')).toContain('/smtp/*');
});

test('Amazon SES stores mail to the domain, checks it for spam and viruses, and says who its recipients are', () => {
  template.hasResourceProperties('AWS::SES::ReceiptRule', {
    Rule: Match.objectLike({
      Recipients: ['in.example.com'],
      ScanEnabled: true,
      Actions: [{ S3Action: Match.objectLike({ ObjectKeyPrefix: 'ses/', TopicArn: Match.anyValue() }) }],
    }),
  });
  template.hasResourceProperties('AWS::SNS::Subscription', { Protocol: 'sqs', RawMessageDelivery: true });
});

test('A deployment to a region where SES receives no mail is refused, with the reason', () => {
  const { Rules } = template.toJSON() as { Rules: Record<string, unknown> };
  expect(JSON.stringify(Rules)).toContain('Amazon SES receives no mail in this region');
});

test('The receiver of mail needs the receiver of panels', () => {
  const given = { ...PROD, mailReceiver: 'on' } as Record<string, unknown>;
  expect(() => readStageSettings((name) => given[name])).toThrow('needs panels');
});

test('A hosted zone gets an MX record for a domain within it, and none for a name that only ends alike', () => {
  const recordsOf = (inboundMailDomain: string) => {
    const stage = synthesize({ ...HOSTED, inboundMailDomain });
    return [JSON.stringify(stage.template.toJSON()), ...stage.nestedTexts.values()]
      .join('')
      .split('inbound-smtp');
  };
  const { hostedZoneName } = HOSTED_ZONE;
  expect(recordsOf(`in.${hostedZoneName}`)).toHaveLength(2);
  expect(recordsOf(`in.not${hostedZoneName}`)).toHaveLength(1);
});
