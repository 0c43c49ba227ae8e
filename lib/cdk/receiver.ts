import {
  CfnOutput,
  Duration,
  Fn,
  NestedStack,
  RemovalPolicy,
  Size,
  type Stack,
  Validations,
} from 'aws-cdk-lib';
import {
  CfnEIP,
  GatewayVpcEndpointAwsService,
  IpAddresses,
  type IVpc,
  Peer,
  Port,
  SecurityGroup,
  SubnetType,
  Vpc,
} from 'aws-cdk-lib/aws-ec2';
import { Platform } from 'aws-cdk-lib/aws-ecr-assets';
import {
  AvailabilityZoneRebalancing,
  AwsLogDriverMode,
  Capability,
  Cluster,
  ContainerImage,
  CpuArchitecture,
  FargatePlatformVersion,
  FargateService,
  FargateTaskDefinition,
  type ICluster,
  LinuxParameters,
  LogDrivers,
  OperatingSystemFamily,
} from 'aws-cdk-lib/aws-ecs';
import {
  NetworkLoadBalancer,
  NetworkTargetGroup,
  Protocol,
  TargetType,
} from 'aws-cdk-lib/aws-elasticloadbalancingv2';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { panelReceiverText } from '../../shared/lambda/settings.ts';
import { PORTS, RECEIVER } from '../receiver/declared-use.ts';
import { closeRole } from './functions/close-role.ts';
import { environmentOf, tableStatements } from './functions/guard-function.ts';
import { createLogGroup } from './log-group.ts';
import { acknowledgeStore, mailPorts, storeStatements } from './mail-in.ts';
import type { PictureBucket } from './pictures.ts';
import { keyStatements } from './stage-key.ts';
import type { StageSettings } from './stage-settings.ts';
import type { NamedTable } from './table.ts';

export interface ReceiverProps {
  readonly settings: StageSettings;
  /** The folder with the bundle of the receiver and its Dockerfile. */
  readonly codeFolder: string | undefined;
  readonly table: NamedTable;
  readonly keyArn: string;
  readonly addresses: readonly CfnEIP[];
  /** The bucket in which mails wait. */
  readonly pictures: PictureBucket;
}

/** What alarms and the dashboard watch: the names of the load balancer and of its targets in their metrics. */
export interface WatchedReceiver {
  readonly loadBalancer: string;
  readonly targetGroup: string;
}

/** In how many zones tasks run and addresses are. */
const ZONES = 2;
const FEWEST_TASKS = 2;
const MOST_TASKS = 10;
/** A receiver has 20,000 connections at most, and in a storm each is work: it has half of its processor to spare. */
const TARGET_CPU_PERCENT = 50;
const TARGET_MEMORY_PERCENT = 70;

const HEALTH_CHECK = {
  protocol: Protocol.HTTP,
  port: String(PORTS.health),
  path: '/',
  interval: Duration.seconds(10),
  timeout: Duration.seconds(5),
  healthyThresholdCount: 2,
  unhealthyThresholdCount: 2,
} as const;

/** Creates the receiver of alarm panels, if the settings of the stage turn it on. */
export function createReceiver(stack: Stack, props: ReceiverProps): WatchedReceiver | undefined {
  const { settings, codeFolder, addresses } = props;
  if (!settings.panels) return undefined;
  if (codeFolder === undefined) throw new Error('There is no code of the receiver.');
  const { watched } = new ReceiverStack(stack, { ...props, codeFolder });
  new CfnOutput(stack, 'PanelAddresses', {
    value: Fn.join(
      ' ',
      addresses.map((it) => it.attrPublicIp),
    ),
    description: `Where alarm panels connect, TCP and UDP, port ${PORTS.panels}`,
  });
  return watched;
}

/** Creates the fixed addresses to which panels connect, one in each zone, if the settings of the stage turn on the receiver. */
export const createPanelAddresses = (stack: Stack, settings: StageSettings): CfnEIP[] =>
  Array.from({ length: settings.panels ? ZONES : 0 }, (_, place) =>
    createAddress(stack, place + 1, settings),
  );

/** Where panels connect, as the setting of the functions that say so to installers. */
export function receiverSetting({ panelHost }: StageSettings, addresses: readonly CfnEIP[]): string {
  const hosts = panelHost === undefined ? addresses.map((it) => it.attrPublicIp) : [panelHost];
  return panelReceiverText(hosts.length > 0 ? { hosts, port: PORTS.panels } : null);
}

/**
 * Creates a fixed address. People write it into panels on site, so it is in the root stack and is retained as data is: nobody
 * gets a released address back.
 */
function createAddress(stack: Stack, number: number, { stage, retainsData }: StageSettings): CfnEIP {
  const address = new CfnEIP(stack, `PanelAddress${number}`, {
    domain: 'vpc',
    tags: [{ key: 'Name', value: `guard-${stage}-panels-${number}` }],
  });
  address.applyRemovalPolicy(retainsData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY);
  return address;
}

interface ReceiverStackProps extends ReceiverProps {
  readonly codeFolder: string;
}

/**
 * The receiver of alarm panels: a Network Load Balancer with a fixed address in each of two zones before two Fargate tasks. The
 * tasks have public addresses, because a NAT gateway would cost more than all else here; only the load balancer reaches them.
 */
class ReceiverStack extends NestedStack {
  readonly watched: WatchedReceiver;
  readonly #vpc: IVpc;

  constructor(scope: Stack, props: ReceiverStackProps) {
    super(scope, 'Receiver', {
      description: `Guard, stage ${props.settings.stage}: the receiver of alarm panels`,
      suppressTemplateIndentation: true,
    });
    this.nestedStackResource?.overrideLogicalId('Receiver');
    const vpc = this.createNetwork();
    this.#vpc = vpc;
    const groups = this.createSecurityGroups(vpc, props.settings);
    const { loadBalancer, targetGroup } = this.createLoadBalancer(
      vpc,
      groups.ofLoadBalancer,
      props.addresses,
    );
    const service = this.createService(vpc, groups.ofTasks, props);
    const { containerName } = service.taskDefinition.defaultContainer ?? {};
    targetGroup.addTarget(
      service.loadBalancerTarget({ containerName: containerName ?? '', containerPort: PORTS.panels }),
    );
    for (const [target, ports] of Map.groupBy(mailPorts(props.settings), (it) => it.target)) {
      this.addMailPorts(loadBalancer, target, ports).addTarget(
        service.loadBalancerTarget({ containerName: containerName ?? '', containerPort: target }),
      );
    }
    this.watched = {
      loadBalancer: loadBalancer.loadBalancerFullName,
      targetGroup: targetGroup.targetGroupFullName,
    };
  }

  private createNetwork(): IVpc {
    const vpc = new Vpc(this, 'Network', {
      ipAddresses: IpAddresses.cidr('10.0.0.0/24'),
      maxAzs: ZONES,
      natGateways: 0,
      subnetConfiguration: [{ name: 'public', subnetType: SubnetType.PUBLIC, cidrMask: 26 }],
      // Nothing is in the default group, and emptying it would take a function with its role.
      restrictDefaultSecurityGroup: false,
      gatewayEndpoints: { table: { service: GatewayVpcEndpointAwsService.DYNAMODB } },
    });
    Validations.of(vpc).acknowledge({
      id: 'AwsSolutions-VPC7',
      reason:
        'The receiver records what it refuses, and a flow log of every supervision would cost more than the tasks.',
    });
    // The types of the CDK do not distinguish an optional property from one that may be undefined.
    return vpc as IVpc;
  }

  /**
   * Everybody reaches the load balancer, and only the load balancer the tasks, whatever address the client has (AWS, "Update the
   * security groups for your Network Load Balancer"). The tasks call AWS over HTTPS.
   */
  private createSecurityGroups(vpc: IVpc, settings: StageSettings) {
    const create = (id: string, description: string) =>
      new SecurityGroup(this, id, { vpc, description, allowAllOutbound: false, disableInlineRules: false });
    const ofLoadBalancer = create('FrontGroup', 'The load balancer of alarm panels');
    const ofTasks = create('TaskGroup', 'The receivers of alarm panels');
    for (const port of [Port.tcp(PORTS.panels), Port.udp(PORTS.panels)]) {
      ofLoadBalancer.addIngressRule(Peer.anyIpv4(), port, 'Alarm panels');
      ofLoadBalancer.addEgressRule(ofTasks, port, 'Alarm panels');
      ofTasks.addIngressRule(ofLoadBalancer, port, 'Alarm panels');
    }
    for (const { port, target } of mailPorts(settings)) {
      ofLoadBalancer.addIngressRule(Peer.anyIpv4(), Port.tcp(port), 'Mail of cameras');
      ofLoadBalancer.addEgressRule(ofTasks, Port.tcp(target), 'Mail of cameras');
      ofTasks.addIngressRule(ofLoadBalancer, Port.tcp(target), 'Mail of cameras');
    }
    ofLoadBalancer.addEgressRule(ofTasks, Port.tcp(PORTS.health), 'Health checks');
    ofTasks.addIngressRule(ofLoadBalancer, Port.tcp(PORTS.health), 'Health checks');
    ofTasks.addEgressRule(Peer.anyIpv4(), Port.tcp(443), 'DynamoDB, KMS, logs and the image');
    Validations.of(ofLoadBalancer).acknowledge({
      id: 'AwsSolutions-EC23',
      reason: 'Panels have any address; each panel names its own, or has a key.',
    });
    return { ofLoadBalancer, ofTasks };
  }

  private createLoadBalancer(vpc: IVpc, group: SecurityGroup, addresses: readonly CfnEIP[]) {
    const loadBalancer = new NetworkLoadBalancer(this, 'LoadBalancer', {
      vpc,
      internetFacing: true,
      securityGroups: [group],
      // A panel knows one address. With it, the panel also reaches the task of the other zone.
      crossZoneEnabled: true,
      subnetMappings: vpc.publicSubnets.map((subnet, place) => {
        const allocationId = addresses[place]?.attrAllocationId;
        return { subnet, ...(allocationId === undefined ? {} : { allocationId }) };
      }),
    });
    Validations.of(loadBalancer).acknowledge({
      id: 'AwsSolutions-ELB2',
      reason:
        'A Network Load Balancer logs accesses by TLS only (AWS, "Access logs for your Network Load Balancer").',
    });
    const targetGroup = new NetworkTargetGroup(this, 'Receivers', {
      vpc,
      port: PORTS.panels,
      protocol: Protocol.TCP_UDP,
      targetType: TargetType.IP,
      // A panel in clear text proves itself by its address only.
      preserveClientIp: true,
      // A receiver that ends gets no new connection, and a minute later none at all. It answers until then.
      deregistrationDelay: Duration.minutes(1),
      connectionTermination: true,
      healthCheck: HEALTH_CHECK,
    });
    loadBalancer.addListener('Panels', {
      port: PORTS.panels,
      protocol: Protocol.TCP_UDP,
      defaultTargetGroups: [targetGroup],
    });
    return { loadBalancer, targetGroup };
  }

  /** Adds the ports of mail, which lead to one port of the tasks. */
  private addMailPorts(
    loadBalancer: NetworkLoadBalancer,
    target: number,
    ports: readonly { readonly port: number }[],
  ): NetworkTargetGroup {
    const group = new NetworkTargetGroup(this, `Mail${target}`, {
      vpc: this.#vpc,
      port: target,
      protocol: Protocol.TCP,
      targetType: TargetType.IP,
      // Limits count the connections of an address.
      preserveClientIp: true,
      deregistrationDelay: Duration.minutes(1),
      connectionTermination: true,
      healthCheck: HEALTH_CHECK,
    });
    for (const { port } of ports) {
      loadBalancer.addListener(`Mail${port}`, { port, protocol: Protocol.TCP, defaultTargetGroups: [group] });
    }
    return group;
  }

  private createService(vpc: IVpc, group: SecurityGroup, props: ReceiverStackProps): FargateService {
    const cluster = new Cluster(this, 'Cluster', { vpc }) as ICluster;
    Validations.of(cluster).acknowledge({
      id: 'AwsSolutions-ECS4',
      reason: 'Its metrics cost more than the tasks; the receivers and the load balancer have their own.',
    });
    const service = new FargateService(this, 'Service', {
      cluster,
      taskDefinition: this.createTask(props),
      platformVersion: FargatePlatformVersion.VERSION1_4, // the first with UDP
      vpcSubnets: { subnetType: SubnetType.PUBLIC },
      assignPublicIp: true,
      securityGroups: [group],
      // One more task at a time: it must be well before an old one ends.
      minHealthyPercent: 100,
      maxHealthyPercent: 150,
      circuitBreaker: { rollback: true },
      availabilityZoneRebalancing: AvailabilityZoneRebalancing.ENABLED,
      healthCheckGracePeriod: Duration.minutes(1),
    });
    const scaling = service.autoScaleTaskCount({ minCapacity: FEWEST_TASKS, maxCapacity: MOST_TASKS });
    scaling.scaleOnCpuUtilization('Processor', { targetUtilizationPercent: TARGET_CPU_PERCENT });
    scaling.scaleOnMemoryUtilization('Memory', { targetUtilizationPercent: TARGET_MEMORY_PERCENT });
    return service;
  }

  private createTask({
    settings,
    codeFolder,
    table,
    keyArn,
    pictures,
  }: ReceiverStackProps): FargateTaskDefinition {
    const statements = [
      ...tableStatements(table, RECEIVER.table),
      ...keyStatements(keyArn, RECEIVER.settings),
      ...storeStatements(settings, pictures),
    ];
    const linuxParameters = new LinuxParameters(this, 'Linux', { initProcessEnabled: true });
    linuxParameters.dropCapabilities(Capability.ALL);
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('ecs-tasks.amazonaws.com'),
      inlinePolicies: { Access: new PolicyDocument({ statements }) },
    });
    const task = new FargateTaskDefinition(this, 'Task', {
      cpu: 256,
      memoryLimitMiB: 512,
      runtimePlatform: {
        cpuArchitecture: CpuArchitecture.ARM64,
        operatingSystemFamily: OperatingSystemFamily.LINUX,
      },
      taskRole: closeRole(role, statements),
    });
    task.addContainer(RECEIVER.name, {
      image: ContainerImage.fromAsset(codeFolder, { platform: Platform.LINUX_ARM64 }),
      environment: environmentOf({
        settings,
        table,
        keyArn,
        pictures,
        reads: [...RECEIVER.settings, ...(settings.mailReceiver ? (['GUARD_MAIL_STORE'] as const) : [])],
      }),
      logging: LogDrivers.awsLogs({
        streamPrefix: RECEIVER.name,
        logGroup: createLogGroup(this, 'Logs', settings),
        // A log that cannot be written must not stop the receiver.
        mode: AwsLogDriverMode.NON_BLOCKING,
        maxBufferSize: Size.mebibytes(4),
      }),
      // ECS refuses a service that maps one port for both protocols (AWS, "PortMapping"). A task has a network interface of its
      // own, which admits what its security group does, so UDP needs no mapping.
      portMappings: [
        { containerPort: PORTS.panels },
        { containerPort: PORTS.health },
        ...[...new Set(mailPorts(settings).map(({ target }) => target))].map((containerPort) => ({
          containerPort,
        })),
      ],
      readonlyRootFilesystem: true,
      user: 'node',
      linuxParameters,
      stopTimeout: Duration.seconds(60), // a receiver ends by itself within 30
    });
    acknowledgeStore(role, settings, pictures);
    Validations.of(task).acknowledge({
      id: 'AwsSolutions-ECS2',
      reason: 'The variables name the table and the key; there is no secret among them.',
    });
    Validations.of(task.obtainExecutionRole()).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'ecr:GetAuthorizationToken knows no resources.',
    });
    return task;
  }
}
