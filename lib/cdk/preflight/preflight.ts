import * as z from 'zod';
import type { StageSettings } from '../stage-settings.ts';
import { Aws, AwsError, type SendToAws } from './aws.ts';
import { type Account, type Check, type Finding, note, ok } from './finding.ts';
import { concurrencyCheck, gatewayCheck } from './quotas.ts';
import { chatCheck, mailCheck } from './receivers.ts';
import { bootstrapCheck, budgetCheck, certificateCheck, loggingRoleCheck, stackCheck } from './resources.ts';

const CHECKS: readonly Check[] = [
  bootstrapCheck,
  stackCheck,
  gatewayCheck,
  concurrencyCheck,
  loggingRoleCheck,
  budgetCheck,
  certificateCheck,
  mailCheck,
  chatCheck,
];

/** Checks whether a stage can be deployed to an account and region. It only reads. Throws if AWS refuses the credentials. */
export async function preflight(
  settings: StageSettings,
  { region, send }: { readonly region: string; readonly send: SendToAws },
): Promise<Finding[]> {
  const aws = new Aws(region, send);
  const accountId = await readAccountId(aws);
  const account = { aws, settings, accountId, stackStatus: await readStackStatus(aws, settings.stage) };
  const findings = await Promise.all(CHECKS.map((check) => run(check, account)));
  return [ok(`Stage ${settings.stage}, account ${accountId}, region ${region}.`), ...findings.flat()];
}

/** Missing permissions and unexpected answers end one check only. */
async function run({ asks, run: check }: Check, account: Account): Promise<readonly Finding[]> {
  try {
    return await check(account);
  } catch (error) {
    return [note(`Not checked: ${asks} (${reasonOf(error)}).`)];
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AwsError) return error.code;
  if (error instanceof z.ZodError) return 'unexpected answer';
  throw error;
}

async function readAccountId(aws: Aws): Promise<string> {
  const text = await aws.query('sts', { Action: 'GetCallerIdentity', Version: '2011-06-15' });
  return /<Account>(\d+)</.exec(text)?.[1] ?? '';
}

async function readStackStatus(aws: Aws, stage: string): Promise<string | undefined> {
  const parameters = { Action: 'DescribeStacks', Version: '2010-05-15', StackName: `Guard-${stage}` };
  try {
    const text = await aws.query('cloudformation', parameters);
    return /<StackStatus>(\w+)</.exec(text)?.[1];
  } catch (error) {
    // It does not exist.
    if (error instanceof AwsError && error.code === 'ValidationError') return undefined;
    throw error;
  }
}
