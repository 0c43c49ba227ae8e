import type { Readable } from 'node:stream';

/** The maximum payload size (AWS, "Quotas for configuring and running a REST API in API Gateway"). */
export const MAXIMUM_BODY_BYTES = 10 * 1024 * 1024;

/**
 * Reads a body as UTF-8 text; `undefined` if it is too large. Such a body is read to its end and discarded, because a client
 * that is still sending would not see the response.
 */
export async function readBody(
  stream: Readable,
  maximumBytes = MAXIMUM_BODY_BYTES,
): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size <= maximumBytes) chunks.push(bytes);
  }
  return size <= maximumBytes ? Buffer.concat(chunks).toString('utf8') : undefined;
}
