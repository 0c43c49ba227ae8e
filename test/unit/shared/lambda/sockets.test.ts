import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeEach, expect, test, vi } from 'vitest';
import { connectSockets } from '../../../../shared/lambda/sockets.ts';
import { serveLoopback } from '../../../support/serve-loopback.ts';

const REGION = 'eu-central-1';
const SECRET = 'secret';

beforeEach(() => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKID');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', SECRET);
  vi.stubEnv('AWS_SESSION_TOKEN', 'session');
  return () => vi.unstubAllEnvs();
});

interface Received {
  readonly method: string | undefined;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** An answer of API Gateway: a status, or nothing. */
type Answer = number | 'reset';

/** An API of connections that gives these answers, the last one again and again. */
async function serve(...answers: Answer[]) {
  const received: Received[] = [];
  const { url } = await serveLoopback(async (request, response) => {
    const body = await text(request);
    const { method, url: path = '', headers } = request;
    received.push({ method, path, headers, body });
    const answer = answers[received.length - 1] ?? answers.at(-1);
    if (answer === 'reset') request.socket.destroy();
    else response.writeHead(answer ?? 500).end();
  });
  const endpoint = `${url}/prod`;
  const pauses: number[] = [];
  const sockets = connectSockets({ SOCKETS_ENDPOINT: endpoint, AWS_REGION: REGION }, async (milliseconds) =>
    pauses.push(milliseconds),
  );
  return { sockets, received, pauses };
}

test('A live message is posted to the encoded path of its connection', async () => {
  const { sockets, received } = await serve(200);
  expect(await sockets.post('L0SM9cOF/HcCIhw=', '{"type":"é"}')).toBe(true);
  expect(received).toMatchObject([
    {
      method: 'POST',
      path: '/prod/@connections/L0SM9cOF%2FHcCIhw%3D',
      headers: { 'content-length': '13' },
      body: '{"type":"é"}',
    },
  ]);
});

test('A live message is signed with the credentials of the role, as AWS verifies it', async () => {
  const { sockets, received } = await serve(200);
  await sockets.post('abc=', 'text');
  const [request] = received;
  if (!request) throw new Error('Nothing came');
  expect(request.headers['x-amz-security-token']).toBe('session');
  expect(request.headers.authorization).toBe(authorizationOf(request));
});

test.each([400, 410])('Posting a live message returns false if API Gateway answers %i', async (status) => {
  const { sockets, received } = await serve(status);
  expect(await sockets.post('a=', 'x')).toBe(false);
  expect(received).toHaveLength(1);
});

test.each<[string, Answer[]]>([
  ['API Gateway throttles it', [429, 429, 429, 200]],
  ['API Gateway fails', [500, 503, 502, 200]],
  ['the connection is reset', ['reset', 'reset', 'reset', 200]],
])('A live message is sent again after doubling pauses if %s', async (_, answers) => {
  const { sockets, received, pauses } = await serve(...answers);
  expect(await sockets.post('a=', 'x')).toBe(true);
  expect(received).toHaveLength(4);
  expect(pauses).toEqual([50, 100, 200]);
});

test.each<[string, Answer[], number]>([
  ['fails at every attempt', [500], 4],
  ['is throttled at every attempt', [429], 4],
  ['is redirected', [300], 1],
  ['is not allowed', [403], 1],
  ['is too large', [413], 1],
  ['is answered with resets only', ['reset'], 4],
])(
  'A live message that %s is an error, and its connection does not count as closed',
  async (_, answers, times) => {
    const { sockets, received } = await serve(...answers);
    await expect(sockets.post('a=', 'x')).rejects.toThrow();
    expect(received).toHaveLength(times);
  },
);

test('Closing a live connection that no longer exists succeeds, but any other failure is an error', async () => {
  const { sockets, received } = await serve(204, 410, 403);
  await sockets.close('a=');
  await sockets.close('b=');
  await expect(sockets.close('c=')).rejects.toMatchObject({
    name: 'SocketsError',
    message: 'API Gateway answered 403',
  });
  expect(received.map(({ method, path }) => `${method} ${path}`)).toEqual(
    ['a', 'b', 'c'].map((id) => `DELETE /prod/@connections/${id}%3D`),
  );
});

test('Without the endpoint of the WebSocket API, a function fails at its first message to a connection, not at its start', async () => {
  const sockets = connectSockets({ AWS_REGION: REGION });
  await expect(sockets.post('a=', 'x')).rejects.toThrow('SOCKETS_ENDPOINT is not set.');
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** The header that a request must have, computed as its receiver does (AWS, "Create a signed AWS API request"). */
function authorizationOf({ method, path, headers, body }: Received): string {
  const names = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '')?.[1] ?? '';
  expect(names.split(';')).toEqual(
    expect.arrayContaining(['host', 'x-amz-content-sha256', 'x-amz-date', 'x-amz-security-token']),
  );
  // For every service except S3, the path is encoded once more.
  const canonicalPath = path.split('/').map(encodeURIComponent).join('/');
  const canonical = [
    method,
    canonicalPath,
    '',
    ...names.split(';').map((name) => `${name}:${headers[name]}`),
    '',
    names,
    sha256(body),
  ].join('\n');
  const time = String(headers['x-amz-date']);
  const day = time.slice(0, 8);
  const scope = `${day}/${REGION}/execute-api/aws4_request`;
  const key = [day, REGION, 'execute-api', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${SECRET}`);
  const signature = hmac(key as Buffer, ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n'));
  return `AWS4-HMAC-SHA256 Credential=AKID/${scope}, SignedHeaders=${names}, Signature=${signature.toString('hex')}`;
}
