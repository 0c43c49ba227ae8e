import type { Route } from '../route.ts';
import type { PipelineRequest, PipelineStep } from './pipeline-state.ts';

/**
 * One structured line per request. It names who and what, never what was sent: no header, body, query or token.
 */
export function logRequest(route: Route): PipelineStep {
  const log = ({ event, response }: PipelineRequest) => {
    const { state } = event;
    state.runtime.logger.info('request', {
      request_id: event.requestContext.requestId,
      route: route.name,
      status: response?.statusCode,
      code: state.errorCode,
      duration_ms: state.runtime.clock().getTime() - state.now.getTime(),
      tenant_id: state.caller?.tenantId,
      user_id: state.caller?.userId,
    });
  };
  return { after: log, onError: log };
}
