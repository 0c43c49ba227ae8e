import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SignatureV4 } from '@smithy/signature-v4';
import { Sha256 } from '../../../shared/lambda/signed-request.ts';
import type { SendToAws } from './aws.ts';

const DEADLINE_MILLISECONDS = 10_000;

/**
 * Finds the region and the credentials as the AWS CLI does, and signs requests with them: no client of these services is among
 * the dependencies. `endpoint` replaces AWS, such as an emulator.
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
