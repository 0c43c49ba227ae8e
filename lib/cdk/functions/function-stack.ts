import { NestedStack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { authorizerTrigger } from '../../../functions/jobs/authorizer.ts';
import { createReportRoute } from '../../../functions/reports.ts';
import { pascalCase } from '../name-case.ts';
import type { PictureBucket } from '../pictures.ts';
import type { StageSettings } from '../stage-settings.ts';
import type { NamedTable } from '../table.ts';
import type { FunctionAssets } from './function-assets.ts';
import { GuardFunction, type GuardFunctionProps } from './guard-function.ts';

/** What one function needs. */
export type FunctionNeeds = Omit<
  GuardFunctionProps,
  | 'codeFolder'
  | 'settings'
  | 'liveUrl'
  | 'throttles'
  | 'panelReceiver'
  | 'mqttBroker'
  | 'mailIn'
  | 'table'
  | 'pictures'
  | 'keyArn'
  | 'hasReservation'
> & {
  readonly name: string;
};

export interface FunctionStackProps {
  readonly settings: StageSettings;
  readonly functionAssets: FunctionAssets;
  readonly table: NamedTable;
  /** The bucket of pictures. */
  readonly pictures: PictureBucket;
  /** The stage's key. */
  readonly keyArn: string;
  /** The URL of the WebSocket API. */
  readonly liveUrl: string;
  /** The throttles of the API's methods, as the setting of functions with them. */
  readonly throttles: string;
  /** Where panels connect, as the setting of functions that say so. */
  readonly panelReceiver: string;
  /** Where clients of MQTT connect, as the setting of functions that say so. */
  readonly mqttBroker: string;
  /** Where cameras send mail, as the setting of functions that say so. */
  readonly mailIn: string;
}

/**
 * The functions of one resource of `functions/` and what they need, in a nested stack, because a stack has at most 500
 * resources (AWS, "CloudFormation quotas"). The table and the queues are in the root stack: CloudFormation deletes and
 * recreates a resource that moves to another stack, which would lose data.
 */
export class FunctionStack extends NestedStack {
  readonly #props: FunctionStackProps;

  constructor(scope: Construct, resource: string, props: FunctionStackProps) {
    super(scope, resource, {
      description: `Guard, stage ${props.settings.stage}: functions/${resource}`,
      suppressTemplateIndentation: true,
    });
    this.#props = props;
    // CloudFormation makes the names of functions begin with this id, and their length is limited (AWS, "Name type").
    this.nestedStackResource?.overrideLogicalId(pascalCase(resource));
  }

  addFunction({ name, ...needs }: FunctionNeeds): GuardFunction {
    const { functionAssets, settings, table, pictures, keyArn, ...addresses } = this.#props;
    const { liveUrl, throttles, panelReceiver, mqttBroker, mailIn } = addresses;
    const codeFolder = functionAssets.get(name);
    if (codeFolder === undefined) throw new Error(`There is no code of the function ${name}.`);
    return new GuardFunction(this, name, {
      ...needs,
      codeFolder,
      settings,
      table,
      pictures,
      keyArn,
      liveUrl,
      throttles,
      panelReceiver,
      mqttBroker,
      mailIn,
      hasReservation: RESERVED.has(name),
    });
  }
}

/**
 * The functions with `reservedConcurrency`. Without the first nobody can call the API, and without the second no alert is
 * raised.
 */
const RESERVED = new Set([authorizerTrigger.name, createReportRoute.name]);

/** The nested stacks of a stage. Each is created with its first function. */
export class FunctionStacks {
  readonly #byResource = new Map<string, FunctionStack>();
  readonly #scope: Construct;
  readonly #props: FunctionStackProps;

  constructor(scope: Construct, props: FunctionStackProps) {
    this.#scope = scope;
    this.#props = props;
  }

  of(resource: string): FunctionStack {
    const known = this.#byResource.get(resource);
    if (known) return known;
    const made = new FunctionStack(this.#scope, resource, this.#props);
    this.#byResource.set(resource, made);
    return made;
  }

  addFunction(needs: FunctionNeeds): GuardFunction {
    return this.of(needs.resource).addFunction(needs);
  }

  /** The stacks that exist so far, by resource. */
  get byFolder(): ReadonlyMap<string, FunctionStack> {
    return this.#byResource;
  }
}
