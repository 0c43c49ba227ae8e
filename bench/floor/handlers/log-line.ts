import type { APIGatewayProxyEvent } from 'aws-lambda';

/** Whether the floor writes a log. Both variants are measured. */
const IS_LOGGING = process.env['FLOOR_LOGS'] === 'true';

let isFirst = true;

/** Writes the log line of a successful request, with the fields of Guard's line. */
export function logLine(
  event: APIGatewayProxyEvent,
  facts: { route: string; now: Date; readUnits: number; writeUnits: number; calls: number },
): void {
  if (!IS_LOGGING) return;
  const { requestId, authorizer } = event.requestContext;
  const line = {
    level: 'INFO',
    message: 'request',
    timestamp: new Date().toISOString(),
    service: `guard-${process.env['GUARD_STAGE']}`,
    function_version: process.env['AWS_LAMBDA_FUNCTION_VERSION'],
    xray_trace_id: process.env['_X_AMZN_TRACE_ID']?.slice('Root='.length, 'Root='.length + 35),
    request_id: requestId,
    correlation_id: event.headers['X-Correlation-Id'] ?? requestId,
    status: 200,
    tenant_id: authorizer?.['tenant_id'],
    user_id: authorizer?.['user_id'],
    route: facts.route,
    user_agent: event.headers['User-Agent'],
    duration_ms: Date.now() - facts.now.getTime(),
    read_units: facts.readUnits,
    write_units: facts.writeUnits,
    table_calls: facts.calls,
    table_ms: Date.now() - facts.now.getTime(),
    table_retries: 0,
    cold_start: isFirst,
  };
  isFirst = false;
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
