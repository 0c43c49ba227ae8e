import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ServicesServer, serveServices } from '../../../../lib/local/triggers/services-server.ts';
import { readSettings } from '../../../../shared/lambda/settings.ts';
import { MailNotSentError } from '../../../../shared/mail/send-mail.ts';
import { postBySes } from '../../../../shared/mail/ses.ts';
import { functionVariables } from '../../../support/function-variables.ts';

let status = 200;
let type = '';
const bodies: unknown[] = [];
let services: ServicesServer;
beforeAll(async () => {
  services = await serveServices(
    async ({ body }) => {
      bodies.push(JSON.parse(body));
      const headers = { 'Content-Type': 'application/json', 'x-amzn-ErrorType': type };
      return { status, headers, body: JSON.stringify({ message: 'about olga@acme.test' }) };
    },
    () => 'id',
  );
  vi.stubEnv('AWS_ENDPOINT_URL_SESV2', services.url);
  vi.stubEnv('AWS_REGION', 'local');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
});
afterAll(async () => {
  await services.close();
  vi.unstubAllEnvs();
});

const post = (settings: Parameters<typeof functionVariables>[0]) =>
  postBySes(readSettings(functionVariables(settings)))('olga@acme.test', { subject: 'Hello', text: 'Olga' });
const SENDER = { mailFrom: 'guard@example.com' };

test('A mail sent by SES has a sender, recipient and text, and the configuration set if there is one', async () => {
  await post(SENDER);
  await post({ ...SENDER, mailConfigurationSet: 'guard' });
  const mail = {
    FromEmailAddress: 'guard@example.com',
    Destination: { ToAddresses: ['olga@acme.test'] },
    Content: {
      Simple: {
        Subject: { Data: 'Hello', Charset: 'UTF-8' },
        Body: { Text: { Data: 'Olga', Charset: 'UTF-8' } },
      },
    },
  };
  expect(bodies).toEqual([mail, { ...mail, ConfigurationSetName: 'guard' }]);
});

test.each([
  [429, 'TooManyRequestsException', true],
  [400, 'MessageRejected', true],
  [403, 'AccessDeniedException', true],
  [500, 'InternalServiceErrorException', false],
  [503, 'ServiceUnavailable', false],
])('After SES answers %i %s, it is certain that no mail was sent: %s', async (code, name, isCertain) => {
  [status, type] = [code, name];
  bodies.length = 0;
  const error = await post(SENDER).catch((thrown: unknown) => thrown);
  expect(error instanceof MailNotSentError).toBe(isCertain);
  // The log contains it.
  expect(String(error)).toContain(name);
  expect(String(error)).not.toContain('olga');
  expect(bodies).toHaveLength(1);
});
