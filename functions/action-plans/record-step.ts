import { recordUser } from '../../shared/actor.ts';
import { actionTime } from '../../shared/alerts/action-context.ts';
import type { AlertStep } from '../../shared/alerts/alert-plan.ts';
import { recordStep } from '../../shared/alerts/record-step.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { recordStepRoute } from './record-step.route.ts';

export const createHandler = createEndpoint(
  recordStepRoute,
  async ({ target, path, body, caller, now, remember }, { table, randomBytes }) => {
    const doing = { actor: recordUser(caller), ...actionTime(now, randomBytes) };
    const alongside = remember && ((step: AlertStep) => remember({ body: step }));
    return { body: await recordStep(table, target, path.key, body, doing, alongside) };
  },
);

export const handler = createHandler(lambdaRuntime);
