import { CustomResource, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnAuthorizer, CfnDomainConfiguration, CfnPolicy, CfnTopicRule } from 'aws-cdk-lib/aws-iot';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { clientPrefix } from '../../shared/inbound/client-id.ts';
import { certificatePolicy, clientStatements } from '../../shared/inbound/client-policy.ts';
import type { BrokerHosts } from '../../shared/inbound/find-broker.ts';
import { presenceSql, publicationSql } from '../../shared/inbound/publication.ts';
import { serviceName } from '../../shared/lambda/metrics.ts';
import { mqttBrokerText } from '../../shared/lambda/settings.ts';
import type { StageSettings } from './stage-settings.ts';

/** In a policy of IoT Core, the name of the thing to which the certificate of a client belongs. */
const THING_NAME = `$\{iot:Connection.Thing.ThingName}`;

/** The port of MQTT over TLS, for clients with a password and for those with a certificate. */
const PORT = 8883;

/** The functions of `functions/jobs/mqtt.ts`, which only a stage with `mqtt` has. */
export const MQTT_RESOURCE = 'mqtt';

interface MqttProps {
  readonly settings: StageSettings;
  /** Decides about clients with a password. */
  readonly authorizer: IFunction;
  /** Finds the hosts of IoT Core during a deployment. */
  readonly findBroker: IFunction;
  /** Gets what clients publish. */
  readonly queue: IQueue;
  /** Gets what the queue did not take. */
  readonly deadLetters: IQueue;
}

/**
 * AWS IoT Core as the broker of a stage: clients with a password and those with a certificate, and the rules that bring what they
 * publish to a queue. IoT Core acknowledges a message before a rule has run, so the dead letters get what the rule could not
 * send, and an alarm watches them.
 */
export class Mqtt extends Construct {
  /** Where clients connect, as the setting of functions that say so. */
  readonly broker: string;

  constructor(
    scope: Construct,
    id: string,
    { settings, authorizer, findBroker, queue, deadLetters }: MqttProps,
  ) {
    super(scope, id);
    const { stage } = settings;
    const authorizerName = authorizerNameOf(stage);
    const custom = new CfnAuthorizer(this, 'Authorizer', {
      authorizerName,
      authorizerFunctionArn: authorizer.functionArn,
      // It checks the credentials itself.
      signingDisabled: true,
      status: 'ACTIVE',
    });
    const domain = new CfnDomainConfiguration(this, 'Domain', {
      serviceType: 'DATA',
      // With these, clients need no name of the authorizer and no ALPN (AWS, "Protocols, port mappings, and authentication").
      authenticationType: 'CUSTOM_AUTH',
      applicationProtocol: 'SECURE_MQTT',
      authorizerConfig: { defaultAuthorizerName: authorizerName, allowAuthorizerOverride: false },
    });
    domain.addResourceDependency(custom);
    // IoT Core deletes one only after it has been disabled for a week, so a stack that deletes it would fail.
    domain.applyRemovalPolicy(RemovalPolicy.RETAIN);
    const certificates = new CfnPolicy(this, 'Certificates', {
      policyName: certificatePolicy(stage),
      policyDocument: {
        Version: '2012-10-17',
        Statement: clientStatements(arnsOf(this), THING_NAME),
      },
    });
    this.addRules(stage, queue, deadLetters);
    const hosts = new CustomResource(this, 'Hosts', {
      resourceType: 'Custom::BrokerHosts',
      serviceToken: findBroker.functionArn,
      // It refers to the policy, so it is deleted first, and releases it.
      properties: { DomainConfiguration: domain.ref, CertificatePolicy: certificates.ref },
    });
    this.broker = mqttBrokerText({
      host: hosts.getAttString('Host' satisfies keyof BrokerHosts),
      certificateHost: hosts.getAttString('CertificateHost' satisfies keyof BrokerHosts),
      port: PORT,
      tls: true,
    });
  }

  private addRules(stage: string, queue: IQueue, deadLetters: IQueue): void {
    const role = new Role(this, 'RuleRole', {
      assumedBy: new ServicePrincipal('iot.amazonaws.com'),
      inlinePolicies: {
        Send: new PolicyDocument({
          statements: [
            new PolicyStatement({
              actions: ['sqs:SendMessage'],
              resources: [queue.queueArn, deadLetters.queueArn],
            }),
          ],
        }),
      },
    });
    const sendTo = ({ queueUrl }: IQueue) => ({ sqs: { queueUrl, roleArn: role.roleArn, useBase64: false } });
    const prefix = clientPrefix(stage);
    for (const [id, sql] of [
      ['Publications', publicationSql(prefix)],
      ['Presence', presenceSql(prefix)],
    ] as const) {
      new CfnTopicRule(this, id, {
        topicRulePayload: {
          awsIotSqlVersion: '2016-03-23',
          sql,
          actions: [sendTo(queue)],
          errorAction: sendTo(deadLetters),
          ruleDisabled: false,
        },
      });
    }
  }
}

const authorizerNameOf = serviceName;

const arnsOf = (scope: Construct) => (resource: string) =>
  Stack.of(scope).formatArn({ service: 'iot', resource });

/** Lets IoT Core invoke the authorizer. The name is known before the authorizer, which refers to the function. */
export function permitAuthorizer(handler: IFunction, scope: Construct, { stage }: StageSettings): void {
  handler.addPermission('IotCore', {
    scope,
    principal: new ServicePrincipal('iot.amazonaws.com'),
    sourceArn: arnsOf(scope)(`authorizer/${authorizerNameOf(stage)}`),
  });
}

/** What the function needs that finds the hosts of the broker and releases certificates. */
export function brokerStatements(scope: Construct, { stage }: StageSettings): PolicyStatement[] {
  const arnOf = arnsOf(scope);
  return [
    // None names anything that is secret.
    new PolicyStatement({
      actions: ['iot:DescribeDomainConfiguration', 'iot:DescribeEndpoint', 'iot:ListTargetsForPolicy'],
      resources: ['*'],
    }),
    new PolicyStatement({
      actions: ['iot:DeletePolicy'],
      resources: [arnOf(`policy/${certificatePolicy(stage)}`)],
    }),
    new PolicyStatement({ actions: ['iot:DetachPolicy'], resources: [arnOf('cert/*')] }),
  ];
}

/** Says why a function may use all certificates of IoT Core. */
export function acknowledgeCertificates(handler: Construct): void {
  acknowledgeResources(handler, ['cert/*']);
}

/** Says why a function that issues certificates has permissions with wildcards. */
export function acknowledgeIot(handler: Construct, { stage, mqtt }: StageSettings): void {
  if (mqtt) acknowledgeResources(handler, ['cert/*', `thing/${clientPrefix(stage)}*`]);
}

function acknowledgeResources(handler: Construct, resources: readonly string[]): void {
  for (const resource of resources) {
    Validations.of(handler).acknowledge({
      id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:iot:<AWS::Region>:<AWS::AccountId>:${resource}]`,
      reason: 'IoT Core chooses the names of these, and things are those of the stage.',
    });
  }
}

/** What a function needs to issue and end certificates of devices; nothing in a stage without MQTT. */
export function certificateStatements(scope: Construct, { stage, mqtt }: StageSettings): PolicyStatement[] {
  if (!mqtt) return [];
  const arnOf = arnsOf(scope);
  return [
    // It knows no resources (AWS, "Actions, resources, and condition keys for AWS IoT").
    new PolicyStatement({ actions: ['iot:CreateKeysAndCertificate'], resources: ['*'] }),
    new PolicyStatement({
      actions: [
        'iot:AttachPolicy',
        'iot:AttachThingPrincipal',
        'iot:DeleteCertificate',
        'iot:DescribeCertificate',
        'iot:DetachPolicy',
        'iot:DetachThingPrincipal',
        'iot:UpdateCertificate',
      ],
      resources: [arnOf('cert/*')],
    }),
    new PolicyStatement({
      actions: ['iot:AttachThingPrincipal', 'iot:CreateThing', 'iot:DeleteThing', 'iot:DetachThingPrincipal'],
      resources: [arnOf(`thing/${clientPrefix(stage)}*`)],
    }),
  ];
}
