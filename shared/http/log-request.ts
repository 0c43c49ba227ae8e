import type { APIGatewayProxyEvent } from 'aws-lambda';
import { type Caller, isKey } from '../base/actor.ts';
import { workOf } from '../lambda/invocation.ts';
import type { PipelineRequest, PipelineStep } from './pipeline-state.ts';
import { readHeader } from './read-header.ts';
import type { Route } from './route.ts';

/**
 * Makes the step that writes the log line of each request, together with its metrics. The line names the caller and the
 * route. All that it contains from the client are the correlation id and the user agent. At level DEBUG, a second line shows
 * where an error was thrown.
 */
export function logRequest(route: Route): PipelineStep {
  const log = ({ event, response }: PipelineRequest) => {
    const { state } = event;
    const { runtime } = state;
    const found = {
      request_id: event.requestContext.requestId,
      correlation_id: state.correlationId,
      status: response?.statusCode,
      code: state.error?.code,
      tenant_id: state.caller?.tenantId,
      ...idsOf(state.caller),
    };
    state.line = {
      message: 'request',
      ...found,
      route: route.name,
      reason: state.error?.reason,
      user_agent: userAgentOf(event),
      ...workOf(state),
    };
    // Only at level DEBUG, because formatting a stack is expensive and most errors are ordinary rejections.
    if (state.error && runtime.logger.getLevelName() === 'DEBUG') {
      runtime.nameSources(state.error);
      runtime.logger.debug('refused', { ...found, raised: framesOf(state.error) });
    }
  };
  return { after: log, onError: log };
}

/** The id of the caller, in the field for a user or for an API key. */
function idsOf(caller: Caller | undefined) {
  if (caller && isKey(caller)) return { user_id: undefined, key_id: caller.keyId };
  return { user_id: caller?.userId, key_id: undefined };
}

/** How many characters of it are logged; more would add no information. */
const USER_AGENT_LENGTH = 200;

/** The User-Agent header, reduced to its printable characters, and without what may be a secret. */
export function userAgentOf(event: PipelineRequest['event']): string | undefined {
  return readHeader(event, 'user-agent')
    ?.replace(/[^\x20-\x7e]/g, '?')
    .replace(/guard_\w+/g, 'guard_***')
    .slice(0, USER_AGENT_LENGTH);
}

/** The frames of an error's stack. They do not include its message, which may contain input. */
function framesOf({ stack = '' }: Error): string[] {
  return stack.split('\n').flatMap((line) => /^\s+at (.+)$/.exec(line)?.[1] ?? []);
}

/**
 * The header with an id that the client gives to its work across services. Guard logs it, and returns it in every response.
 */
export const CORRELATION_ID_HEADER = 'X-Correlation-Id';

/** Allows a UUID, a W3C `traceparent` or a path of ids, but not Guard's tokens and secrets. */
const PATTERN = /^(?!.*guard_)[A-Za-z0-9._:/+=-]{1,128}$/i;

/** Returns the client's correlation id; without a valid one, the id of the request. */
export function readCorrelationId(event: APIGatewayProxyEvent): string {
  const sent = readHeader(event, CORRELATION_ID_HEADER.toLowerCase());
  return sent !== undefined && PATTERN.test(sent) ? sent : event.requestContext.requestId;
}
