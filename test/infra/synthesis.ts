import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { App, type AppProps } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { inject } from 'vitest';
import * as z from 'zod';
import { routes as declaredRoutes } from '../../functions/routes.ts';
import { triggers as declaredTriggers } from '../../functions/triggers.ts';
import { addGuardStack, type GuardStack, synthesizeGuard } from '../../lib/cdk/guard-app.ts';
import { readStageSettings } from '../../lib/cdk/stage-settings.ts';
import { RECEIVER } from '../../lib/receiver/declared-use.ts';
import type { Route } from '../../shared/http/route.ts';
import type { TriggeredFunction } from '../../shared/lambda/trigger.ts';
import { bundleAsDeployed } from '../support/bundle-sample.ts';
import { joinTemplates } from './join-templates.ts';
import { parseTexts, type StageTexts, stageTextsSchema, textsOf } from './stage-templates.ts';

/** The result of `cdk synth` for one stage. */
export interface Synthesis {
  readonly stackName: string;
  /** The templates of the stack and its nested stacks, joined. */
  readonly template: Template;
  /** The template files: of the stack, and of its nested stacks by logical id. */
  readonly rootText: string;
  readonly nestedTexts: ReadonlyMap<string, string>;
  /** Parses the resources of a type, by logical id. */
  resources<S extends z.ZodType>(type: string, schema: S): Map<string, z.infer<S>>;
  /** Parses the properties of the resources of a type, by logical id. */
  properties<S extends z.ZodType>(type: string, schema: S): Map<string, z.infer<S>>;
}

export interface SynthesisWithCode extends Synthesis {
  /** The relative paths of the files in a code asset. */
  filesOfAsset(hash: string): string[];
  readAssetFile(hash: string, path: string): Buffer;
}

/** The settings of `-c`. */
export type StageContext = Readonly<Record<string, string>>;

const { context: cdkContext } = z
  .object({ context: z.record(z.string(), z.unknown()) })
  .parse(JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8')));

/** A new folder, which is deleted after the run. */
export const makeFolder = (): string => mkdtempSync(join(inject('synthesisFolder'), 'run-'));

/**
 * Synthesizes the app like `cdk synth -c …`, with feature flags, code and security checks, but with a few routes. A sample of the
 * functions is bundled once in a run.
 */
export async function synthesizeWithCode(context: StageContext = {}): Promise<SynthesisWithCode> {
  const app = createApp(context, WITHOUT_REPORTS);
  const variation = { bundle: bundleAsDeployed, routes: FEW_ROUTES };
  const templates = textsOf(await synthesizeGuard(app, undefined, variation));
  return {
    ...describeTemplates(templates),
    filesOfAsset: (hash) =>
      readdirSync(join(app.outdir, `asset.${hash}`), { recursive: true, encoding: 'utf8' }).sort(),
    readAssetFile: (hash, path) => readFileSync(join(app.outdir, `asset.${hash}`, path)),
  };
}

/** What a stage has instead of a line as each function's code, the declared triggered functions, and a few routes. */
interface StageVariation {
  readonly codeOf?: (functionName: string) => string;
  readonly triggers?: readonly TriggeredFunction[];
  readonly routes?: readonly Route[];
}

/**
 * The routes of most stages in tests, because the time of a synthesis grows with the number of functions: one of each group of
 * functions that is about its own, and what constructs treat in a special way, such as hashed passwords, messages and files.
 */
export const FEW_ROUTES: readonly Route[] = declaredRoutes.filter(({ name }) =>
  [
    ...['login', 'list-alerts', 'acknowledge-alert', 'create-report', 'create-live-ticket', 'get-panel'],
    ...['set-panel', 'test-channel', 'get-reference-asset', 'get-health'],
  ].includes(name),
);

/** The syntheses of this worker, by the keys of the files that workers share. */
const described = new Map<string, Synthesis>();

/**
 * Synthesizes a stage with a few routes, and one line as each function's code, which takes half a second. All workers share the
 * result for the same stage, so callers must not change it.
 */
export function synthesize(context: StageContext = {}, variation: StageVariation = {}): Synthesis {
  const key = keyOf(context, variation);
  if (key === undefined) return describeTemplates(textsOf(synthesizeStack(context, variation)));
  const known = described.get(key);
  if (known) return known;
  const file = join(inject('synthesisFolder'), `${key}.json`);
  makeOnce(file, () => JSON.stringify(textsOf(synthesizeStack(context, variation))));
  const synthesis = describeTemplates(stageTextsSchema.parse(JSON.parse(readFileSync(file, 'utf8'))));
  described.set(key, synthesis);
  return synthesis;
}

/**
 * Synthesizes a stage with all routes, for what depends on the routes themselves or on their number. It takes up to four seconds:
 * the stages of upgrade.test.ts cost nothing more.
 */
export const synthesizeWhole = (context: StageContext = {}): Synthesis =>
  synthesize(context, { routes: declaredRoutes });

/**
 * Returns the same key for equal settings, such as `{}` and `{ stage: 'dev' }`. A stage with other code or undeclared routes has
 * none.
 */
function keyOf(
  context: StageContext,
  { codeOf, triggers, routes = FEW_ROUTES }: StageVariation,
): string | undefined {
  if (codeOf || routes.some((it) => !declaredRoutes.includes(it))) return undefined;
  const settings = readStageSettings((name) => context[name]);
  return createHash('sha256')
    .update(JSON.stringify([settings, triggers, routes.map(({ name }) => name)]))
    .digest('hex');
}

/** How long a worker waits for another one, which may have been stopped. */
const WAIT_MILLISECONDS = 30_000;
const CHECK_MILLISECONDS = 20;

/** Writes a file that all workers share, or waits until another worker has written it. */
function makeOnce(file: string, make: () => string): void {
  const mark = `${file}.making`;
  const isMarked = () => existsSync(mark);
  try {
    mkdirSync(mark);
  } catch {
    const paused = new Int32Array(new SharedArrayBuffer(4));
    for (let waited = 0; isMarked() && waited < WAIT_MILLISECONDS; waited += CHECK_MILLISECONDS) {
      Atomics.wait(paused, 0, 0, CHECK_MILLISECONDS);
    }
  }
  try {
    if (existsSync(file)) return;
    // A temporary file, so that no worker reads half of it.
    const unfinished = join(makeFolder(), 'templates.json');
    writeFileSync(unfinished, make());
    renameSync(unfinished, file);
  } finally {
    rmSync(mark, { recursive: true, force: true });
  }
}

/** Synthesizes a stage as `synthesize` does. Returns the constructs. */
export function synthesizeStack(
  context: StageContext,
  { codeOf = (name) => name, triggers = declaredTriggers, routes = FEW_ROUTES }: StageVariation = {},
): GuardStack {
  const app = createApp(context, WITHOUT_REPORTS);
  const codeFolder = makeFolder();
  const names = [...routes, ...triggers].map(({ name }) => name);
  const functionAssets = new Map(
    names.map((name) => [name, writeCode(join(codeFolder, name), codeOf(name))]),
  );
  const stack = addGuardStack(
    app,
    readStageSettings((name) => context[name]),
    functionAssets,
    { routes, triggers, receiverFolder: writeReceiver(join(codeFolder, RECEIVER.name)) },
  );
  app.synth();
  return stack;
}

/** CDK's reports and validation take a third of the time. */
export const WITHOUT_REPORTS: AppProps = {
  analyticsReporting: false,
  treeMetadata: false,
  builtinCloudFormationValidation: false,
};

function createApp(context: StageContext, props: AppProps = {}): App {
  // No test reads the stack traces in the metadata, and they take time.
  const fast = { 'aws:cdk:disable-stack-trace': true };
  return new App({
    ...props,
    outdir: join(makeFolder(), 'cdk.out'),
    context: { ...cdkContext, ...fast, ...context },
  });
}

/** Templates contain only the hash of an image, which is built at the deployment. */
function writeReceiver(folder: string): string {
  const receiverFolder = writeCode(folder, 'receiver');
  writeFileSync(join(receiverFolder, 'Dockerfile'), 'FROM scratch');
  return receiverFolder;
}

function writeCode(codeFolder: string, code: string): string {
  mkdirSync(codeFolder);
  writeFileSync(join(codeFolder, 'index.mjs'), code);
  return codeFolder;
}

function describeTemplates(texts: StageTexts): Synthesis {
  const { stackName, root, nested } = texts;
  const templates = parseTexts(texts);
  const template = Template.fromJSON(joinTemplates(templates.root, templates.nested));
  const parse = <S extends z.ZodType>(type: string, schema: S, read: (it: Resource) => unknown) =>
    new Map(Object.entries(template.findResources(type)).map(([id, it]) => [id, schema.parse(read(it))]));
  return {
    stackName,
    template,
    rootText: root,
    nestedTexts: new Map(nested),
    resources: (type, schema) => parse(type, schema, (it) => it),
    properties: (type, schema) => parse(type, schema, (it) => it['Properties']),
  };
}

type Resource = Readonly<Record<string, unknown>>;

const reference = z.object({ Ref: z.string() }).transform(({ Ref }) => Ref);
const attribute = z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) });
export const attributeOwner = attribute.transform((it) => it['Fn::GetAtt'][0]);

const methodSchema = z.object({
  Properties: z.object({
    HttpMethod: z.string(),
    AuthorizationType: z.string(),
    AuthorizerId: reference.optional(),
    ResourceId: z.union([reference, attribute.transform(() => undefined)]),
    Integration: z.object({ Type: z.string(), Uri: z.unknown().optional() }),
  }),
});
const pathPartSchema = z.object({
  Properties: z.object({
    PathPart: z.string(),
    ParentId: z.union([reference, attribute.transform(() => undefined)]),
  }),
});

/** A method of the REST API. */
export interface DeployedMethod {
  readonly method: string;
  readonly path: string;
  readonly authorization: string;
  readonly authorizerId: string | undefined;
  /** The logical id of its function; a preflight has none. */
  readonly functionId: string | undefined;
}

export function deployedMethods(synthesis: Synthesis): DeployedMethod[] {
  const parts = synthesis.resources('AWS::ApiGateway::Resource', pathPartSchema);
  const pathOf = (id: string | undefined): string => {
    const part = id === undefined ? undefined : parts.get(id)?.Properties;
    return part ? `${pathOf(part.ParentId)}/${part.PathPart}` : '';
  };
  const functionIds = [...synthesis.resources('AWS::Lambda::Function', z.unknown()).keys()];
  return [...synthesis.resources('AWS::ApiGateway::Method', methodSchema).values()].map(
    ({ Properties: it }) => {
      const uri = JSON.stringify(it.Integration.Uri ?? '');
      return {
        method: it.HttpMethod,
        path: pathOf(it.ResourceId),
        authorization: it.AuthorizationType,
        authorizerId: it.AuthorizerId,
        functionId: functionIds.find((id) => uri.includes(`"${id}"`)),
      };
    },
  );
}

const functionSchema = z.object({
  Properties: z.object({
    Runtime: z.string(),
    Architectures: z.array(z.string()),
    MemorySize: z.number(),
    Role: attributeOwner,
    Code: z.object({ S3Key: z.string() }),
    Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }),
    LoggingConfig: z.looseObject({ LogGroup: reference }),
    TracingConfig: z.object({ Mode: z.string() }),
  }),
});

export function deployedFunctions(synthesis: Synthesis) {
  return new Map(
    [...synthesis.resources('AWS::Lambda::Function', functionSchema)].map(([id, { Properties: it }]) => [
      id,
      { ...it, assetHash: it.Code.S3Key.replace(/\.zip$/, '') },
    ]),
  );
}
