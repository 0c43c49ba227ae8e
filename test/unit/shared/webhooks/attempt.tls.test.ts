import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** A certificate for `hooks.example.com`, valid until 2126. It was made for this test and is trusted nowhere else. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBrTCCAVOgAwIBAgIUQRiFtoih7UPBnk4m2sY/RYnBHTcwCgYIKoZIzj0EAwIw
HDEaMBgGA1UEAwwRaG9va3MuZXhhbXBsZS5jb20wIBcNMjYxMTIyMTc0NDM4WhgP
MjEyNjEwMjkxNzQ0MzhaMBwxGjAYBgNVBAMMEWhvb2tzLmV4YW1wbGUuY29tMFkw
EwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEtv9AKSzXU/HnOyIrXjfFgySEFq/AvIcQ
+3qIQW1a7AnmXpRahf24WQP00SfTeFNBpjkfaMj9HV66k6SB1d3kx6NxMG8wHQYD
VR0OBBYEFKSj2CQF2XzDA/Z0t6geNZ6309/BMB8GA1UdIwQYMBaAFKSj2CQF2XzD
A/Z0t6geNZ6309/BMA8GA1UdEwEB/wQFMAMBAf8wHAYDVR0RBBUwE4IRaG9va3Mu
ZXhhbXBsZS5jb20wCgYIKoZIzj0EAwIDSAAwRQIhALqMzxu/klLuKl4nK6Xbx5Al
u6fdbs0/5O1j4PLtZTHAAiAj4dORKw9nodJxJyX/WtuFN+jq1VN2aQq5qa62y1TQ
RQ==
-----END CERTIFICATE-----`;
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgTrU9/RsXc8R+Ajzi
RNJNVHmvvKrpHX8DJbe1eWl0x4ihRANCAAS2/0ApLNdT8ec7IiteN8WDJIQWr8C8
hxD7eohBbVrsCeZelFqF/bhZA/TRJ9N4U0GmOR9oyP0dXrqTpIHV3eTH
-----END PRIVATE KEY-----`;

/** A process reads the trusted certificates at its start, so the attempts run in processes of their own. */
const PROGRAM = `
  import { attemptPost } from ${JSON.stringify(import.meta.resolve('../../../../shared/webhooks/attempt.ts'))};
  const network = {
    resolve: (_, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
    timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
    stopwatch: () => performance.now(),
  };
  const posting = { headers: {}, body: '{}', isAllowed: () => true };
  for (const url of process.argv.slice(1)) {
    console.log(JSON.stringify(await attemptPost(new URL(url), posting, network)));
  }
`;

const received: (string | undefined)[] = [];
const server = createServer({ key: KEY, cert: CERTIFICATE }, (request, response) => {
  received.push(request.headers.host);
  response.end('taken');
});
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guard-tls-'));
  await writeFile(join(folder, 'certificate.pem'), CERTIFICATE);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

/** The results of attempts to these hosts, with these trusted certificates. */
async function attempt(trusted: string, ...hosts: readonly string[]) {
  const { port } = server.address() as AddressInfo;
  const urls = hosts.map((host) => `https://${host}:${port}/`);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', PROGRAM, ...urls],
    { env: { ...process.env, NODE_EXTRA_CA_CERTS: trusted } },
  );
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

test('Only a webhook receiver with a trusted certificate for its host name receives the message', async () => {
  const certificate = join(folder, 'certificate.pem');
  const [results, untrusted] = await Promise.all([
    attempt(certificate, 'hooks.example.com', 'other.example.com'),
    attempt('', 'hooks.example.com'),
  ]);
  expect([...results, ...untrusted]).toMatchObject([
    { statusCode: 200, response: 'taken', error: null },
    { statusCode: null, error: 'ERR_TLS_CERT_ALTNAME_INVALID' },
    { statusCode: null, error: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
  ]);
  expect(received).toEqual([expect.stringMatching(/^hooks\.example\.com:\d+$/)]);
});
