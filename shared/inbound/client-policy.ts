import type { IoTCustomAuthorizerResult } from 'aws-lambda';
import { serviceName } from '../lambda/metrics.ts';

/** The name of the policy of all certificates of a stage. */
export const certificatePolicy = serviceName;

/** After this time IoT Core asks again, so that a client does not stay connected with a secret that was revoked, in seconds. */
const ASKS_AGAIN_AFTER = 300;
/** The maximum, in seconds: its client connects again at once. */
const ENDS_AFTER = 86_400;

/**
 * Lets a client of AWS IoT Core connect with this id only, and publish. A program that may not subscribe is disconnected, so it
 * may; but it receives nothing. Topics that begin with `$aws` belong to IoT Core.
 */
export function clientStatements(arnOf: (resource: string) => string, client: string) {
  return [
    { Effect: 'Allow', Action: 'iot:Connect', Resource: arnOf(`client/${client}`) },
    { Effect: 'Allow', Action: ['iot:Publish', 'iot:RetainPublish'], Resource: arnOf('topic/*') },
    { Effect: 'Allow', Action: 'iot:Subscribe', Resource: arnOf('topicfilter/*') },
    {
      Effect: 'Deny',
      Action: ['iot:Publish', 'iot:RetainPublish', 'iot:Receive'],
      Resource: arnOf('topic/$aws/*'),
    },
  ];
}

/**
 * The answer of the authorizer to a client that may connect. `functionArn` names the partition, the region and the account. The
 * principal is only for the logs of IoT Core, and must be alphanumeric.
 */
export function policyOfClient(
  clientId: string,
  tenantId: string,
  functionArn: string,
): IoTCustomAuthorizerResult {
  const [, partition, , region, account] = functionArn.split(':');
  const arnOf = (resource: string) => `arn:${partition}:iot:${region}:${account}:${resource}`;
  return {
    isAuthenticated: true,
    principalId: tenantId.replaceAll('-', ''),
    disconnectAfterInSeconds: ENDS_AFTER,
    refreshAfterInSeconds: ASKS_AGAIN_AFTER,
    policyDocuments: [
      { Version: '2012-10-17', Statement: clientStatements(arnOf, clientId) },
    ] as IoTCustomAuthorizerResult['policyDocuments'],
  };
}
