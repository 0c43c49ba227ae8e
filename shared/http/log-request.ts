import { type Caller, isKey } from '../actor.ts';
import type { PipelineRequest, PipelineStep } from './pipeline-state.ts';
import { readHeader } from './read-header.ts';
import type { Route } from './route.ts';

/**
 * One structured line per request. It names who and what, never what was sent, the correlation id and the user agent
 * apart: no other header, no body, query or token. At the level DEBUG a second line says where an error was raised.
 */
export function logRequest(route: Route): PipelineStep {
  const log = ({ event, response }: PipelineRequest) => {
    const { state } = event;
    const { runtime, consumed } = state;
    const found = {
      request_id: event.requestContext.requestId,
      correlation_id: state.correlationId,
      status: response?.statusCode,
      code: state.error?.code,
      tenant_id: state.caller?.tenantId,
      ...idsOf(state.caller),
    };
    runtime.logger.info('request', {
      ...found,
      route: route.name,
      reason: state.error?.reason,
      user_agent: userAgentOf(event),
      duration_ms: runtime.clock().getTime() - state.now.getTime(),
      read_units: consumed.readUnits,
      write_units: consumed.writeUnits,
      table_calls: consumed.calls,
      table_ms: consumed.milliseconds,
      table_retries: consumed.retries,
      cold_start: state.isColdStart,
    });
    // Formatting a stack is work, which most refusals are not worth.
    if (state.error && runtime.logger.getLevelName() === 'DEBUG') {
      runtime.nameSources(state.error);
      runtime.logger.debug('refused', { ...found, raised: framesOf(state.error) });
    }
  };
  return { after: log, onError: log };
}

/** Who calls, by the name that says what they are. */
function idsOf(caller: Caller | undefined) {
  if (caller && isKey(caller)) return { user_id: undefined, key_id: caller.keyId };
  return { user_id: caller?.userId, key_id: undefined };
}

/** Longer ones tell nobody more. */
const USER_AGENT_LENGTH = 200;

/** What the client says that it is: its own text, of which only what can be printed is kept. */
function userAgentOf(event: PipelineRequest['event']): string | undefined {
  return readHeader(event, 'user-agent')
    ?.replace(/[^\x20-\x7e]/g, '?')
    .slice(0, USER_AGENT_LENGTH);
}

/** Where an error was raised, without its message, which may name what was sent. */
function framesOf({ stack = '' }: Error): string[] {
  return stack.split('\n').flatMap((line) => /^\s+at (.+)$/.exec(line)?.[1] ?? []);
}
