import { recordUser } from '../../shared/actor.ts';
import { actionTime } from '../../shared/alerts/action-context.ts';
import type { AlertEvent } from '../../shared/alerts/alert-event.ts';
import { noteAlert } from '../../shared/alerts/note-alert.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { noteAlertRoute } from './note-alert.route.ts';

export const createHandler = createEndpoint(
  noteAlertRoute,
  async ({ target, body, caller, now, baseUrl, remember }, { table, randomBytes }) => {
    const answer = (event: AlertEvent) => ({
      body: event,
      headers: { Location: `${baseUrl}/api/v1/alerts/${event.alert_id}/events` },
    });
    const doing = { actor: recordUser(caller), ...actionTime(now, randomBytes) };
    const alongside = remember && ((event: AlertEvent) => remember(answer(event)));
    return answer(await noteAlert(table, target, body.text, doing, alongside));
  },
);

export const handler = createHandler(lambdaRuntime);
