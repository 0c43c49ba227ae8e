import type { IncomingMessage } from 'node:http';
import * as z from 'zod';
import { SECURITY_HEADERS } from '../../shared/http/respond.ts';
import type { GatewayReply } from './gateway-reply.ts';
import type { Outbox } from './outbox.ts';
import { failuresSchema } from './outbox-failures.ts';
import { OUTBOX_POLICY, outboxPage } from './outbox-page.ts';
import { readBody } from './request-body.ts';

/** The answer to the paths of the outbox; `undefined` to everything else. */
export async function outboxReply(
  outbox: Outbox | undefined,
  request: IncomingMessage,
  path: string,
): Promise<GatewayReply | undefined> {
  if (!outbox) return undefined;
  switch (`${request.method} ${path}`) {
    case 'GET /outbox.json':
      return json(200, outbox.items);
    case 'GET /outbox':
      return reply(200, 'text/html; charset=utf-8', outboxPage(outbox, urlOf(request)), {
        'Content-Security-Policy': OUTBOX_POLICY,
      });
    case 'GET /outbox/failures':
      return json(200, outbox.failures);
    case 'PUT /outbox/failures':
      return changeFailures(outbox, request);
    default:
      return undefined;
  }
}

const urlOf = ({ headers: { host = 'localhost' } }: IncomingMessage) => `http://${host}`;

/**
 * Changes the failures of channels. The content type makes browsers ask first, if a page of another origin sends the
 * request.
 */
async function changeFailures(outbox: Outbox, request: IncomingMessage): Promise<GatewayReply> {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
    return json(415, { message: 'Send it as Content-Type: application/json.' });
  }
  const given = failuresSchema.safeParse(parse((await readBody(request)) ?? ''));
  if (!given.success) return json(422, { message: z.prettifyError(given.error) });
  outbox.fail(given.data);
  return json(200, outbox.failures);
}

/** `undefined` if the text is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const json = (status: number, body: unknown) => reply(status, 'application/json', JSON.stringify(body));

function reply(
  status: number,
  type: string,
  body: string,
  headers: Record<string, string> = {},
): GatewayReply {
  return {
    status,
    headers: { ...SECURITY_HEADERS, 'Referrer-Policy': 'no-referrer', 'Content-Type': type, ...headers },
    body,
  };
}
