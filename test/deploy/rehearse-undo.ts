import {
  CloudFormationClient,
  GetTemplateCommand,
  paginateListStackResources,
  UpdateStackCommand,
  waitUntilStackUpdateComplete,
} from '@aws-sdk/client-cloudformation';
import * as z from 'zod';
import type { MiniStack } from './ministack.ts';

const STACKS = ['Health', 'Authorizer'];
const NEWER = 'newer';

interface VersionedStage {
  readonly stage: string;
  readonly url: string;
  readonly aws: Pick<MiniStack, 'endpoint'> & { readonly region: string };
  /** Runs `npm run release -- undo` for the stage and resolves to its output. */
  undo(): Promise<string>;
}

/**
 * Rehearses "Undo a release" of docs/runbook.md. It releases two functions, as a deployment does, and undoes this release. It
 * leaves the stage like that, so that the next deployment brings the newer release back.
 */
export async function rehearseUndo({ stage, url, aws, undo }: VersionedStage): Promise<void> {
  const older = await releaseAt(url);
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = new CloudFormationClient({ ...aws, credentials });
  for await (const { StackResourceSummaries = [] } of paginateListStackResources(
    { client },
    { StackName: `Guard-${stage}` },
  )) {
    for (const { LogicalResourceId = '', PhysicalResourceId } of StackResourceSummaries) {
      if (STACKS.includes(LogicalResourceId) && PhysicalResourceId) await release(client, PhysicalResourceId);
    }
  }
  await expectRelease(url, NEWER);
  expectMoves(await undo(), STACKS.length);
  await expectRelease(url, older);
  expectMoves(await undo(), 0);
}

/** Checks that the next deployment released the newer functions again. */
export const expectNewerRelease = (url: string) => expectRelease(url, NEWER);

async function expectRelease(url: string, expected: string): Promise<void> {
  const release = await releaseAt(url);
  if (release !== expected) throw new Error(`The API is the release ${release} instead of ${expected}.`);
}

async function releaseAt(url: string): Promise<string> {
  const response = await fetch(`${url}/health`);
  return z.object({ release: z.string() }).parse(await response.json()).release;
}

function expectMoves(output: string, count: number): void {
  const expected = `${count} functions moved to the release `;
  if (!output.includes(expected)) throw new Error(`Expected "${expected}" in:\n${output}`);
}

const templateSchema = z.looseObject({
  Resources: z.record(
    z.string(),
    z.looseObject({
      Type: z.string(),
      Properties: z
        .looseObject({ Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }).optional() })
        .default({}),
    }),
  ),
  Parameters: z.record(z.string(), z.unknown()).default({}),
});

/**
 * Updates a nested stack as a release does: functions with other settings, and versions with other ids. MiniStack 1.5.33 forgets
 * the attributes of what does not change in a nested stack that does (services/cloudformation/provisioners.py,
 * `_cfn_nested_stack_deploy`), so everything has another tag, too.
 */
async function release(client: CloudFormationClient, StackName: string): Promise<void> {
  const { TemplateBody = '' } = await client.send(new GetTemplateCommand({ StackName }));
  const text = TemplateBody.replaceAll(/(FunctionCurrentVersion)/g, '$1Newer').replaceAll(
    '{"Key":"service","Value":"guard"}',
    '{"Key":"service","Value":"guard newer"}',
  );
  const { Resources, Parameters, ...others } = templateSchema.parse(JSON.parse(text));
  for (const { Properties } of Object.values(Resources)) {
    if (Properties.Environment) Properties.Environment.Variables['GUARD_RELEASE'] = NEWER;
  }
  await client.send(
    new UpdateStackCommand({
      StackName,
      TemplateBody: JSON.stringify({ ...others, Parameters, Resources }),
      Parameters: Object.keys(Parameters).map((ParameterKey) => ({ ParameterKey, UsePreviousValue: true })),
      Capabilities: ['CAPABILITY_IAM'],
    }),
  );
  await waitUntilStackUpdateComplete({ client, maxWaitTime: 30, minDelay: 1 }, { StackName });
}
