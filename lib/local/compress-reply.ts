import { promisify } from 'node:util';
import { deflate, gzip } from 'node:zlib';
import { MINIMUM_COMPRESSION_BYTES } from '../cdk/api/compression.ts';
import type { GatewayReply } from './gateway-reply.ts';

const CODINGS = { gzip: promisify(gzip), deflate: promisify(deflate) } as const;

type Coding = keyof typeof CODINGS;

/**
 * Compresses a response as API Gateway does (AWS, "Receive an API response with a compressed payload"): if Accept-Encoding
 * allows it and the function has not encoded it itself.
 */
export async function compressReply(
  reply: GatewayReply,
  acceptEncoding: string | undefined,
): Promise<GatewayReply> {
  const coding = chooseCoding(acceptEncoding);
  const isEncoded = Object.keys(reply.headers).some((name) => name.toLowerCase() === 'content-encoding');
  if (!coding || isEncoded || Buffer.byteLength(reply.body) < MINIMUM_COMPRESSION_BYTES) return reply;
  return {
    status: reply.status,
    headers: { ...reply.headers, 'Content-Encoding': coding },
    body: await CODINGS[coding](reply.body),
  };
}

/** Only the preferred codings count: if API Gateway supports none of them, it does not compress. */
function chooseCoding(acceptEncoding = ''): Coding | undefined {
  const wanted = acceptEncoding
    .toLowerCase()
    .split(',')
    .map((part) => {
      const [, name = '', weight = '1'] = /^\s*([^\s;]+)\s*(?:;\s*q=([\d.]+))?\s*$/.exec(part) ?? [];
      return { name, weight: Number(weight) };
    })
    .filter(({ name, weight }) => name !== '' && weight > 0);
  const highest = Math.max(...wanted.map(({ weight }) => weight));
  const preferred = wanted.filter(({ weight }) => weight === highest).map(({ name }) => name);
  return (Object.keys(CODINGS) as Coding[]).find((coding) => preferred.includes(coding));
}
