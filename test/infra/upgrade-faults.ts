import { fullDiff, type ResourceDifference, ResourceImpact } from '@aws-cdk/cloudformation-diff';
import * as z from 'zod';
import { joinTemplates, type StackTemplate } from './join-templates.ts';
import type { StageTemplates } from './stage-templates.ts';

/** Types with something that a new resource would lack, and what this is. */
const LASTING: Readonly<Record<string, string>> = {
  'AWS::ApiGateway::DomainName': 'the target that DNS records of the operator name',
  'AWS::ApiGateway::RestApi': 'the host of `BaseUrl`, which clients have stored',
  'AWS::ApiGatewayV2::Api': 'the host of `LiveUrl`, which clients have stored',
  'AWS::ApiGatewayV2::DomainName': 'the target that DNS records of the operator name',
  'AWS::Backup::BackupVault': 'its backups',
  'AWS::DynamoDB::GlobalTable': 'its items and its stream',
  'AWS::EC2::EIP': 'the address that people have written into panels',
  'AWS::KMS::Key': 'the key to everything that it has encrypted',
  'AWS::S3::Bucket': 'its objects',
  'AWS::SES::EmailIdentity': 'the keys that DNS publishes for it',
  'AWS::SNS::Subscription': 'the confirmation of its receiver',
  'AWS::SNS::Topic': 'its subscriptions, which people have confirmed',
  'AWS::SQS::Queue': 'its messages',
};

/**
 * The properties that together are unique in an account and region. CloudFormation creates before it deletes, so a second resource
 * with the same values fails, or the deletion of the first one undoes it. None: there may be any number.
 */
export const UNIQUE: Readonly<Record<string, readonly string[]>> = {
  'AWS::ApiGateway::Account': [],
  'AWS::ApiGateway::Authorizer': ['RestApiId', 'Name'],
  'AWS::ApiGateway::BasePathMapping': ['DomainName', 'BasePath'],
  'AWS::ApiGateway::Deployment': [],
  'AWS::ApiGateway::DomainName': ['DomainName'],
  'AWS::ApiGateway::GatewayResponse': ['RestApiId', 'ResponseType'],
  'AWS::ApiGateway::Method': ['RestApiId', 'ResourceId', 'HttpMethod'],
  'AWS::ApiGateway::Resource': ['RestApiId', 'ParentId', 'PathPart'],
  'AWS::ApiGateway::RestApi': [],
  'AWS::ApiGateway::Stage': ['RestApiId', 'StageName'],
  'AWS::ApiGatewayV2::Api': [],
  'AWS::ApiGatewayV2::ApiMapping': ['DomainName', 'ApiMappingKey'],
  'AWS::ApiGatewayV2::DomainName': ['DomainName'],
  'AWS::ApiGatewayV2::Integration': [],
  'AWS::ApiGatewayV2::Route': ['ApiId', 'RouteKey'],
  'AWS::ApiGatewayV2::Stage': ['ApiId', 'StageName'],
  'AWS::ApplicationAutoScaling::ScalableTarget': ['ResourceId', 'ScalableDimension'],
  'AWS::ApplicationAutoScaling::ScalingPolicy': ['PolicyName'],
  'AWS::Backup::BackupPlan': [],
  'AWS::Backup::BackupSelection': [],
  'AWS::Backup::BackupVault': ['BackupVaultName'],
  'AWS::Budgets::Budget': ['Budget.BudgetName'],
  'AWS::CertificateManager::Certificate': [],
  'AWS::Chatbot::SlackChannelConfiguration': ['ConfigurationName'],
  'AWS::CloudWatch::Alarm': ['AlarmName'],
  'AWS::CloudWatch::CompositeAlarm': ['AlarmName'],
  'AWS::CloudWatch::Dashboard': ['DashboardName'],
  'AWS::CodeDeploy::Application': ['ApplicationName'],
  'AWS::CodeDeploy::DeploymentGroup': ['DeploymentGroupName'],
  'AWS::DynamoDB::GlobalTable': ['TableName'],
  'AWS::EC2::EIP': [],
  'AWS::EC2::InternetGateway': [],
  'AWS::EC2::Route': ['RouteTableId', 'DestinationCidrBlock'],
  'AWS::EC2::RouteTable': [],
  'AWS::EC2::SecurityGroup': ['GroupName'],
  'AWS::EC2::SecurityGroupEgress': ['GroupId', 'IpProtocol', 'FromPort', 'DestinationSecurityGroupId'],
  'AWS::EC2::SecurityGroupIngress': ['GroupId', 'IpProtocol', 'FromPort', 'SourceSecurityGroupId'],
  'AWS::EC2::Subnet': ['VpcId', 'CidrBlock'],
  'AWS::EC2::SubnetRouteTableAssociation': ['SubnetId'],
  'AWS::EC2::VPC': [],
  'AWS::EC2::VPCEndpoint': ['VpcId', 'ServiceName'],
  'AWS::EC2::VPCGatewayAttachment': ['VpcId'],
  'AWS::ECS::Cluster': ['ClusterName'],
  'AWS::ECS::Service': ['ServiceName'],
  'AWS::ECS::TaskDefinition': [],
  'AWS::ElasticLoadBalancingV2::Listener': ['LoadBalancerArn', 'Port'],
  'AWS::ElasticLoadBalancingV2::LoadBalancer': ['Name'],
  'AWS::ElasticLoadBalancingV2::TargetGroup': ['Name'],
  'AWS::Events::Rule': ['Name'],
  'AWS::IAM::Policy': ['PolicyName', 'Roles'],
  'AWS::IAM::Role': ['RoleName'],
  'AWS::IoT::Authorizer': ['AuthorizerName'],
  'AWS::IoT::DomainConfiguration': ['DomainConfigurationName'],
  'AWS::IoT::Policy': ['PolicyName'],
  'AWS::IoT::TopicRule': ['RuleName'],
  'AWS::KMS::Alias': ['AliasName'],
  'AWS::KMS::Key': [],
  'AWS::Lambda::Alias': ['FunctionName', 'Name'],
  'AWS::Lambda::EventInvokeConfig': ['FunctionName', 'Qualifier'],
  'AWS::Lambda::EventSourceMapping': ['FunctionName', 'EventSourceArn'],
  'AWS::Lambda::Function': ['FunctionName'],
  'AWS::Lambda::Permission': [],
  'AWS::Lambda::Version': [],
  'AWS::Logs::LogGroup': ['LogGroupName'],
  'AWS::Logs::QueryDefinition': ['Name'],
  'AWS::Route53::RecordSet': ['HostedZoneId', 'Name', 'Type'],
  'AWS::S3::Bucket': ['BucketName'],
  'AWS::S3::BucketPolicy': ['Bucket'],
  'AWS::SES::ConfigurationSet': ['Name'],
  'AWS::SES::ConfigurationSetEventDestination': ['ConfigurationSetName', 'EventDestination.Name'],
  'AWS::SES::EmailIdentity': ['EmailIdentity'],
  'AWS::SES::ReceiptRule': ['RuleSetName', 'Rule.Name'],
  'AWS::SES::ReceiptRuleSet': ['RuleSetName'],
  'AWS::SMSVOICE::ConfigurationSet': ['ConfigurationSetName'],
  'AWS::SNS::Subscription': ['TopicArn', 'Protocol', 'Endpoint'],
  'AWS::SNS::Topic': ['TopicName'],
  'AWS::SNS::TopicPolicy': ['Topics'],
  'AWS::SQS::Queue': ['QueueName'],
  'AWS::SQS::QueuePolicy': ['Queues'],
  'AWS::WAFv2::LoggingConfiguration': ['ResourceArn'],
  'AWS::WAFv2::WebACL': ['Name'],
  'AWS::WAFv2::WebACLAssociation': ['ResourceArn'],
  'Custom::BrokerHosts': [],
};
/** Metric alarms and composite alarms have their names from one set (AWS, "PutCompositeAlarm"). */
const NAMED_AMONG: Readonly<Record<string, string>> = {
  'AWS::CloudWatch::CompositeAlarm': 'AWS::CloudWatch::Alarm',
};

type Values = Readonly<Record<string, unknown>>;

interface Resource {
  /** Where it is, for people. */
  readonly place: string;
  readonly type: string;
  readonly properties: Values;
  /** The values of its unique properties, if it has any. */
  readonly name: string | undefined;
  readonly retained: { readonly DeletionPolicy: boolean; readonly UpdateReplacePolicy: boolean };
}

interface Upgrade {
  /** All resources, by stack and logical id. */
  readonly before: ReadonlyMap<string, Resource>;
  readonly after: ReadonlyMap<string, Resource>;
  /** The resources that CloudFormation replaces, and the properties because of which it does. */
  readonly replaced: ReadonlyMap<string, string>;
  readonly templates: { readonly before: StackTemplate; readonly after: StackTemplate };
}

/**
 * Returns a sentence for each change that CloudFormation refuses when it updates a stage, or by which the stage would lose
 * something. Which properties are replaced comes from the CDK's copy of CloudFormation's resource schemas.
 */
export function findUpgradeFaults(before: StageTemplates, after: StageTemplates): string[] {
  const [old, new_] = [join(before), join(after)];
  const changes = findReplacements(old, new_).filter(([, it]) => !it.resourceTypeChanged);
  const upgrade: Upgrade = {
    before: resourcesOf(before, old),
    after: resourcesOf(after, new_),
    replaced: new Map(
      changes.map(([key, it]) => {
        const reasons = Object.entries(it.propertyUpdates).filter(([, { changeImpact: impact }]) =>
          isReplacement(impact),
        );
        return [key, reasons.map(([name]) => name).join(', ')];
      }),
    ),
    templates: { before: before.root, after: after.root },
  };
  return RULES.flatMap((rule) => rule(upgrade));
}

/**
 * The resources that CloudFormation replaces. What refers to a replaced resource may be replaced, too, so then all resources are
 * compared; the time grows with the square of their number.
 */
function findReplacements(before: StackTemplate, after: StackTemplate): [string, ResourceDifference][] {
  const [old, new_] = [before.Resources, after.Resources];
  const kept = Object.keys(new_).filter((key) => key in old);
  const changed = kept.filter((key) => JSON.stringify(old[key]) !== JSON.stringify(new_[key]));
  const compare = (keys: readonly string[]) => {
    const pick = (all: StackTemplate['Resources']) => ({
      Resources: Object.fromEntries(keys.map((key) => [key, all[key]])),
    });
    const { changes } = fullDiff(pick(old), pick(new_)).resources;
    return Object.entries(changes).filter(([, { changeImpact }]) => isReplacement(changeImpact));
  };
  const replaced = compare(changed);
  return replaced.length === 0 ? [] : compare(kept);
}

const isReplacement = (impact: ResourceImpact | undefined) =>
  impact === ResourceImpact.WILL_REPLACE || impact === ResourceImpact.MAY_REPLACE;

const RULES: readonly ((upgrade: Upgrade) => string[])[] = [
  findChangedTypes,
  findLost,
  findTakenNames,
  findTableFaults,
  findChangedClasses,
  findMissingParts,
];

/** AWS, "Update behaviors of stack resources": nothing lets a logical id change its type. */
function findChangedTypes({ before, after }: Upgrade): string[] {
  return pairs(before, after).flatMap(([, old, now]) =>
    old.type === now.type
      ? []
      : `${old.place} was ${old.type} and is now ${now.type}. CloudFormation rejects another type under the same logical id: give the new resource another one, and another name.`,
  );
}

function findLost({ before, after, replaced }: Upgrade): string[] {
  return [...before].flatMap(([key, old]) => {
    const what = LASTING[old.type];
    const now = after.get(key);
    if (what === undefined || (now && now.type !== old.type)) return [];
    const loss = `The stage would lose ${what}.`;
    if (!now)
      return `${old.place} (${old.type}) is no longer there, or has another logical id or stack. ${loss}`;
    const weaker = (['DeletionPolicy', 'UpdateReplacePolicy'] as const).filter(
      (policy) => old.retained[policy] && !now.retained[policy],
    );
    return [
      ...(replaced.has(key)
        ? [
            `CloudFormation replaces ${old.place} (${old.type}), because of ${replaced.get(key)}, by a new one. ${loss}`,
          ]
        : []),
      ...weaker.map((policy) => `${old.place} (${old.type}) is no longer retained by its ${policy}.`),
    ];
  });
}

/** AWS, "Name type": an update cannot replace a resource with a custom name; names are unique across stacks. */
function findTakenNames({ before, after, replaced }: Upgrade): string[] {
  const owners = new Map([...before].flatMap(([key, it]) => (it.name === undefined ? [] : [[it.name, key]])));
  return [...after].flatMap(([key, now]) => {
    const owner = now.name === undefined ? undefined : owners.get(now.name);
    const old = before.get(owner ?? '');
    // What is named after something new has a new name.
    if (!old || [...replaced.keys()].some((it) => now.name?.includes(JSON.stringify(it)))) return [];
    const name = uniqueOf(now.type).join(' and ');
    if (owner !== key) {
      return `${now.place} has the ${name} of ${old.place} (${now.type}) in the last release. CloudFormation creates before it deletes, so two would have the same: keep the logical id and the stack, or choose another ${name}.`;
    }
    return replaced.has(key)
      ? `CloudFormation replaces ${now.place} (${now.type}), because of ${replaced.get(key)}, but it keeps its ${name}, which the present one has: choose another.`
      : [];
  });
}

const indexSchema = z.object({ IndexName: z.string(), KeySchema: z.unknown(), Projection: z.unknown() });
const tableSchema = z.object({
  GlobalSecondaryIndexes: z.array(indexSchema).default([]),
  StreamSpecification: z.unknown(),
  TimeToLiveSpecification: z.object({ AttributeName: z.string() }).optional(),
});

/** What CloudFormation rejects, or DynamoDB, although it replaces no table (AWS, "UpdateTable", "UpdateTimeToLive"). */
function findTableFaults({ before, after }: Upgrade): string[] {
  return pairs(before, after).flatMap(([, old, now]) => {
    if (old.type !== 'AWS::DynamoDB::GlobalTable' || now.type !== old.type) return [];
    const [oldTable, newTable] = [tableSchema.parse(old.properties), tableSchema.parse(now.properties)];
    const [oldIndexes, newIndexes] = [oldTable, newTable].map(
      ({ GlobalSecondaryIndexes: all }) => new Map(all.map((it) => [it.IndexName, JSON.stringify(it)])),
    ) as [Map<string, string>, Map<string, string>];
    const added = [...newIndexes.keys()].filter((name) => !oldIndexes.has(name));
    const removed = [...oldIndexes.keys()].filter((name) => !newIndexes.has(name));
    const changed = [...newIndexes].filter(([name, it]) => (oldIndexes.get(name) ?? it) !== it);
    const moved = [...added, ...removed];
    return [
      ...(moved.length > 1
        ? [
            `${now.place} adds or removes ${moved.length} indexes (${moved.join(', ')}). DynamoDB makes one such change in an update: release them one after the other.`,
          ]
        : []),
      ...changed.map(
        ([name]) =>
          `${now.place} changes the keys or the projection of the index ${name}, which nothing can change: add one with another name.`,
      ),
      ...(JSON.stringify(oldTable.StreamSpecification) === JSON.stringify(newTable.StreamSpecification)
        ? []
        : [
            `${now.place} changes its stream, which would be a new one: changes that nobody has read would be lost.`,
          ]),
      ...(oldTable.TimeToLiveSpecification?.AttributeName === newTable.TimeToLiveSpecification?.AttributeName
        ? []
        : [
            `${now.place} has another TTL attribute, which DynamoDB allows only after the old one was off for an hour.`,
          ]),
    ];
  });
}

/** AWS, "Log classes" in the CloudWatch Logs User Guide: a log group keeps its class. */
function findChangedClasses({ before, after }: Upgrade): string[] {
  const classOf = ({ properties }: Resource) => properties['LogGroupClass'] ?? 'STANDARD';
  return pairs(before, after).flatMap(([, old, now]) =>
    now.type === 'AWS::Logs::LogGroup' && old.type === now.type && classOf(old) !== classOf(now)
      ? `${now.place} changes its class, which no log group can: make a new one with another logical id.`
      : [],
  );
}

function findMissingParts({ templates: { before, after } }: Upgrade): string[] {
  const stacksOf = ({ Resources }: StackTemplate) =>
    Object.entries(Resources).flatMap(([id, { Type }]) => (Type === 'AWS::CloudFormation::Stack' ? id : []));
  const lostStacks = stacksOf(before).filter((id) => after.Resources[id]?.Type === undefined);
  const lostOutputs = Object.keys(before.Outputs).filter((name) => !(name in after.Outputs));
  const unset = Object.entries(after.Parameters).filter(
    ([name, it]) => !(name in before.Parameters) && !('Default' in valuesSchema.parse(it)),
  );
  return [
    ...lostStacks.map(
      (id) =>
        `The nested stack ${id} is no longer there. Its functions would be deleted, and new ones elsewhere would answer at once, without a release's checks: keep its logical id, which is the name of a folder of functions/.`,
    ),
    ...lostOutputs.map((name) => `The output ${name} is no longer there, and people and scripts read it.`),
    ...unset.map(([name]) => `The parameter ${name} is new and has no default, and nobody gives it a value.`),
  ];
}

const pairs = (before: ReadonlyMap<string, Resource>, after: ReadonlyMap<string, Resource>) =>
  [...before].flatMap(([key, old]) => {
    const now = after.get(key);
    return now ? [[key, old, now] as const] : [];
  });

const join = ({ root, nested }: StageTemplates) => joinTemplates(root, nested, { prefixesAll: true });

function resourcesOf({ root, nested }: StageTemplates, joined: StackTemplate): Map<string, Resource> {
  const places = [
    ...Object.keys(root.Resources).map((id) => [id, id] as const),
    ...[...nested].flatMap(([stack, { Resources }]) =>
      Object.keys(Resources).map((id) => [stack + id, `${id} in the nested stack ${stack}`] as const),
    ),
  ];
  return new Map(
    places.flatMap(([key, place]) => {
      const found = joined.Resources[key];
      return found ? [[key, describe(place, found)] as const] : [];
    }),
  );
}

const valuesSchema = z.record(z.string(), z.unknown());

function describe(place: string, { Type: type, ...rest }: StackTemplate['Resources'][string]): Resource {
  const properties = valuesSchema.parse(rest['Properties'] ?? {});
  const valueAt = (path: string) =>
    path.split('.').reduce<unknown>((it, name) => valuesSchema.safeParse(it).data?.[name], properties);
  const values = uniqueOf(type).map(valueAt);
  const isRetained = (policy: string) => String(rest[policy]).startsWith('Retain');
  return {
    place,
    type,
    properties,
    name: values.some((it) => it !== undefined)
      ? JSON.stringify([NAMED_AMONG[type] ?? type, ...values])
      : undefined,
    retained: {
      DeletionPolicy: isRetained('DeletionPolicy'),
      UpdateReplacePolicy: isRetained('UpdateReplacePolicy'),
    },
  };
}

function uniqueOf(type: string): readonly string[] {
  const properties = UNIQUE[type];
  if (!properties) {
    throw new Error(
      `upgrade-faults.ts does not say which properties of ${type} are unique: see "Return values" and "Name type" in AWS's document of it.`,
    );
  }
  return properties;
}
