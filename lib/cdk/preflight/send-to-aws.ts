import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SignatureV4 } from '@smithy/signature-v4';
import { Sha256 } from '../../../shared/lambda/signed-request.ts';
import type { SendToAws } from './aws.ts';

const DEADLINE_MILLISECONDS = 10_000;

/**
 * Makes a function that signs requests to AWS. It finds the region and the credentials as the AWS CLI does. It uses no client
 * of the SDK, because none of these services has one among the dependencies. `endpoint` is used instead of AWS, such as that
 * of an emulator.
 */
export async function connectToAws(
  endpoint: string | undefined,
): Promise<{ readonly region: string; readonly send: SendToAws }> {
  const { config } = new DynamoDBClient();
  const [region, credentials] = [await config.region(), await config.credentials()];
  const send: SendToAws = async ({ service, region: signed, host, method, path, headers, body }) => {
    const url = new URL(endpoint ?? `https://${host}`);
    const signer = new SignatureV4({ service, region: signed, credentials, sha256: Sha256 });
    const request = await signer.sign({
      protocol: url.protocol,
      hostname: url.hostname,
      method,
      path,
      headers: { ...headers, host: url.host },
      body,
    });
    const response = await fetch(new URL(path, url), {
      method,
      headers: request.headers,
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(DEADLINE_MILLISECONDS),
    });
    return { status: response.status, text: await response.text() };
  };
  return { region, send };
}
