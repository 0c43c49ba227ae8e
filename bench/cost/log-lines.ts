/** What API Gateway puts in the place of each variable: values of the usual length. */
const ACCESS_LOG_VALUES: Readonly<Record<string, string>> = {
  'context.requestId': 'b51f8dcd-2a6e-421b-9c4e-2120199ecddc',
  'context.extendedRequestId': 'JKJaXmPLvHcESHA=',
  'context.xrayTraceId': 'Root=1-5bdb42ca-aabbccddeeff001122334455',
  'context.requestTime': '21/Nov/2026:12:00:00 +0000',
  'context.identity.sourceIp': '203.0.113.199',
  'context.httpMethod': 'POST',
  'context.eventType': 'MESSAGE',
  'context.routeKey': '$default',
  'context.connectionId': 'JKJaXmPLvHcESHA=',
  'context.integrationLatency': '67',
  'context.resourcePath': '/api/v1/alerts/{alert_id}/acknowledge',
  'context.status': '200',
  'context.authorizer.principalId': '019b7892-1c00-7319-82cf-a808c8063c73',
  'context.authorizer.code': '-',
  'context.error.responseType': '-',
  'context.responseLatency': '123',
  'context.authorizer.latency': '45',
  'context.integration.latency': '67',
  'context.responseLength': '2500',
  'context.wafResponseCode': 'WAF_ALLOW',
  'context.waf.status': '200',
  'context.authorizer.status': '200',
  'context.authorizer.error': '-',
  'context.integration.status': '200',
  'context.integration.integrationStatus': '200',
  'context.integration.error': '-',
};

/** A line of the access log. Throws at a variable that it knows no value of. */
export function accessLogBytes(format: string): number {
  const line = format.replaceAll(/\$([\w.]*\w)/g, (_, variable: string) => {
    const value = ACCESS_LOG_VALUES[variable];
    if (value === undefined) throw new Error(`No usual value of $${variable}`);
    return value;
  });
  return Buffer.byteLength(line);
}

/**
 * What Lambda itself writes of each run in JSON at the default level, as documented (AWS, "Lambda Telemetry API Event
 * schema reference": platform.start, platform.report).
 */
const PLATFORM_LINES = [
  '{"time":"2026-11-21T12:00:00.000Z","type":"platform.start","record":{"requestId":"6d68ca91-49c9-448d-89b8-7ca3e6dc66aa","functionArn":"arn:aws:lambda:eu-west-1:123456789012:function:Guard-prod-listalertsFunction0123456789","version":"$LATEST"}}',
  '{"time":"2026-11-21T12:00:00.050Z","type":"platform.report","record":{"requestId":"6d68ca91-49c9-448d-89b8-7ca3e6dc66aa","metrics":{"durationMs":47.123,"billedDurationMs":48,"memorySizeMB":512,"maxMemoryUsedMB":120},"status":"success"}}',
];

export const PLATFORM_LOG_BYTES = PLATFORM_LINES.reduce((sum, line) => sum + Buffer.byteLength(line), 0);
