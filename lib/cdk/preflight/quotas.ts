import * as z from 'zod';
import { reservedRuns, UNRESERVED_RUNS } from '../stage-settings.ts';
import { type Aws, AwsError } from './aws.ts';
import { type Check, fails, note, ok } from './finding.ts';

/** The code of "Throttle rate" in Service Quotas. */
const GATEWAY_QUOTA = { ServiceCode: 'apigateway', QuotaCode: 'L-8A5B8E43' };
const quotaSchema = z.object({ Quota: z.object({ Value: z.number() }) });
const lambdaSchema = z.object({
  AccountLimit: z.object({ ConcurrentExecutions: z.number(), UnreservedConcurrentExecutions: z.number() }),
});

/** Reads the quota of the account. Service Quotas only knows the account's own value if it was ever changed. */
async function gatewayQuota(aws: Aws): Promise<number> {
  const ask = async (operation: string) => {
    const text = await aws.json('servicequotas', `ServiceQuotasV20190624.${operation}`, GATEWAY_QUOTA);
    return quotaSchema.parse(JSON.parse(text)).Quota.Value;
  };
  return ask('GetServiceQuota').catch((error) => {
    if (error instanceof AwsError && error.code === 'NoSuchResourceException')
      return ask('GetAWSDefaultServiceQuota');
    throw error;
  });
}

/**
 * Compares a setting with the quota that it repeats. A higher setting is wrong; a lower one leaves a part of the quota
 * unused.
 */
function compare(setting: string, value: number, quota: number, what: string) {
  const has = `${what}: the account has ${quota} in this region`;
  if (value > quota) return fails(`${has}, not ${value}. Set ${setting}=${quota}, or request more.`);
  if (value < quota) return note(`${has}; ${setting} is ${value}.`);
  return ok(`${has}.`);
}

export const gatewayCheck: Check = {
  asks: 'API Gateway’s quota',
  run: async ({ aws, settings }) => [
    compare(
      'accountRequestsPerSecond',
      settings.accountRequestsPerSecond,
      await gatewayQuota(aws),
      'API Gateway, requests a second',
    ),
  ],
};

/** How many requests a second one concurrent run allows: a request is two runs of about 100 ms each (docs/scale.md). */
const REQUESTS_OF_A_RUN = 5;

export const concurrencyCheck: Check = {
  asks: 'Lambda’s quota',
  run: async ({ aws, settings, stackStatus }) => {
    const answer = await aws.rest('lambda', 'GET', '/2016-08-19/account-settings');
    const { AccountLimit: limit } = lambdaSchema.parse(JSON.parse(answer));
    const { ConcurrentExecutions: quota, UnreservedConcurrentExecutions: free } = limit;
    const { accountConcurrency, gatewayRequestsPerSecond } = settings;
    const reserved = reservedRuns(settings);
    const isTooFew = stackStatus === undefined && reserved > 0 && free - reserved < UNRESERVED_RUNS;
    return [
      compare('accountConcurrency', accountConcurrency, quota, 'Lambda, concurrent runs'),
      ...(REQUESTS_OF_A_RUN * quota < gatewayRequestsPerSecond
        ? [
            note(
              `Lambda: ${quota} concurrent runs serve about ${REQUESTS_OF_A_RUN * quota} requests a second; gatewayRequestsPerSecond is ${gatewayRequestsPerSecond}.`,
            ),
          ]
        : []),
      ...(isTooFew
        ? [
            fails(
              `Lambda: ${free} runs are not reserved; after reservedConcurrency (2 × ${settings.reservedConcurrency}) fewer than ${UNRESERVED_RUNS} remain.`,
            ),
          ]
        : []),
    ];
  },
};

/** About how many IAM roles a stage creates: one for each function, and some for API Gateway, releases and backups. */
export const ROLES_OF_A_STAGE = 260;

const summarySchema = z.object({ roles: z.coerce.number().int(), quota: z.coerce.number().int().positive() });

/** IAM admits 1,000 roles of an account, over all regions (AWS, "IAM and AWS STS quotas"). It has one host for all regions. */
export const rolesCheck: Check = {
  asks: 'the roles of the account',
  run: async ({ aws, stackStatus }) => {
    if (stackStatus !== undefined) return [];
    const parameters = { Action: 'GetAccountSummary', Version: '2010-05-08' };
    const text = await aws.query('iam', parameters, { host: 'iam.amazonaws.com', region: 'us-east-1' });
    const value = (key: string) => new RegExp(`<key>${key}</key>\\s*<value>(\\d+)<`).exec(text)?.[1];
    const { roles, quota } = summarySchema.parse({ roles: value('Roles'), quota: value('RolesQuota') });
    const says = `IAM: the account has ${roles} of at most ${quota} roles, and the stage adds about ${ROLES_OF_A_STAGE}`;
    return [roles + ROLES_OF_A_STAGE > quota ? fails(`${says}. Request more.`) : ok(`${says}.`)];
  },
};
