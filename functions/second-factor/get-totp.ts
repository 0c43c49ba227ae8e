import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { readFactor } from '../../shared/second-factor/factor.ts';
import { getOwnAccount } from '../../shared/sessions/own-account.ts';
import { getTotpRoute } from './get-totp.route.ts';

export const createHandler = createEndpoint(getTotpRoute, async ({ caller }, { table }) => {
  const factor = readFactor(await getOwnAccount(table, caller));
  const left = Object.keys(factor?.recovery ?? {}).length;
  return { body: { enabled: factor !== undefined, recovery_codes_left: left } };
});

export const handler = createHandler(lambdaRuntime);
