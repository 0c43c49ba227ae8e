import { triggersOf } from '../../../functions/triggers.ts';
import {
  queueUrlVariable,
  SOCKETS_ENDPOINT_VARIABLE,
  type TriggeredFunction,
} from '../../../shared/lambda/trigger.ts';
import { SEND_MAIL } from '../../../shared/mail/mail-message.ts';
import { LocalServerError } from '../local-server-error.ts';
import { PUSHES_PATH } from './pushes.ts';
import { queueUrl } from './queue-url.ts';

/**
 * The environment variables of triggered functions. On AWS each function has its own environment; here all share one, so two
 * functions must not declare different values of one variable.
 */
export function triggerVariables(
  triggers: readonly TriggeredFunction[],
  servicesUrl: string | undefined,
): Record<string, string> {
  const owners = new Map<string, { readonly name: string; readonly value: string }>();
  for (const declaration of triggers) {
    const { name } = declaration;
    for (const [variable, value] of Object.entries(variablesOf(declaration, triggers, servicesUrl))) {
      const owner = owners.get(variable);
      if (owner && owner.value !== value) {
        throw new LocalServerError(
          `The functions ${owner.name} and ${name} declare different values of ${variable}, and share one environment here.`,
        );
      }
      owners.set(variable, { name, value });
    }
  }
  const variables = [...owners].map(([variable, { value }]) => [variable, value]);
  return { ...Object.fromEntries(variables), ...ofServices(triggers, servicesUrl) };
}

/** The SDK reads the endpoints. Endpoints of the API queue mail. */
function ofServices(
  triggers: readonly TriggeredFunction[],
  servicesUrl: string | undefined,
): Record<string, string> {
  if (servicesUrl === undefined) return {};
  const mail = triggersOf('queue', triggers).find(({ name }) => name === SEND_MAIL);
  return {
    AWS_ENDPOINT_URL_SESV2: servicesUrl,
    AWS_ENDPOINT_URL_PINPOINT_SMS_VOICE_V2: servicesUrl,
    GUARD_OUTBOX_URL: servicesUrl + PUSHES_PATH,
    ...(mail ? { [queueUrlVariable(SEND_MAIL)]: queueUrl(servicesUrl, mail) } : {}),
  };
}

function variablesOf(
  { name, environment, sendsTo, postsToSockets }: TriggeredFunction,
  triggers: readonly TriggeredFunction[],
  servicesUrl = '',
): Record<string, string> {
  const queues = sendsTo.map((receiver) => {
    const declaration = triggersOf('queue', triggers).find((it) => it.name === receiver);
    if (!declaration) throw new LocalServerError(`${name} sends to ${receiver}, which has no queue.`);
    return [queueUrlVariable(receiver), queueUrl(servicesUrl, declaration)];
  });
  if (postsToSockets && triggersOf('socket', triggers).length === 0) {
    throw new LocalServerError(`${name} posts to sockets, but no function has a socket trigger.`);
  }
  return {
    ...environment,
    ...Object.fromEntries(queues),
    ...(postsToSockets ? { [SOCKETS_ENDPOINT_VARIABLE]: servicesUrl } : {}),
  };
}
