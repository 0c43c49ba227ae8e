import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { afterAll } from 'vitest';
import * as z from 'zod';
import { synthesizeGuard } from '../../lib/guard-app.ts';

/** What `cdk synth` makes of one stage. */
export interface Synthesis {
  readonly template: Template;
  /** The template file as CDK wrote it. */
  readonly templateText: string;
  /** Parses the resources of a type, by logical id. */
  resources<S extends z.ZodType>(type: string, schema: S): Map<string, z.infer<S>>;
  /** Paths of the files in a code asset, relative to it, and a way to read them. */
  filesOfAsset(hash: string): string[];
  readAssetFile(hash: string, path: string): Buffer;
}

const cdkConfig = z
  .object({ app: z.string(), context: z.record(z.string(), z.unknown()) })
  .parse(JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8')));

const outputFolder = await mkdtemp(join(tmpdir(), 'guard-synthesis-'));
afterAll(() => rm(outputFolder, { recursive: true, force: true }));

/** Synthesizes the app as `cdk synth -c …` does, feature flags included. The files last as long as the test file. */
export async function synthesize(context: Readonly<Record<string, string>> = {}): Promise<Synthesis> {
  const outdir = await mkdtemp(join(outputFolder, 'cdk.out-'));
  const app = new App({ outdir, context: { ...cdkConfig.context, ...context } });
  const stack = await synthesizeGuard(app);
  const template = Template.fromStack(stack);
  return {
    template,
    templateText: readFileSync(join(outdir, stack.templateFile), 'utf8'),
    resources: (type, schema) =>
      new Map(Object.entries(template.findResources(type)).map(([id, it]) => [id, schema.parse(it)])),
    filesOfAsset: (hash) =>
      readdirSync(join(outdir, `asset.${hash}`), { recursive: true, encoding: 'utf8' }).sort(),
    readAssetFile: (hash, path) => readFileSync(join(outdir, `asset.${hash}`, path)),
  };
}

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

/** A method of the REST API as a client sees it. */
export interface DeployedMethod {
  readonly method: string;
  readonly path: string;
  readonly authorization: string;
  readonly authorizerId: string | undefined;
  /** Logical id of the function behind it; a preflight has none. */
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
    LoggingConfig: z.object({ LogGroup: reference }),
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
