import { createConnection, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { connect as connectTls, TLSSocket } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type CountedMail,
  type MailReceiver,
  startMailReceiver,
} from '../../lib/mail-receiver/mail-receiver.ts';
import { hashOfRecipient } from '../../shared/mail-in/mail-address.ts';
import type { MailEnvelope } from '../../shared/mail-in/stored-mail.ts';

const ADDRESS = '0123456789abcdefghjk@in.guard.example';
const NOW = new Date('2026-11-28T22:10:05Z');

let receiver: MailReceiver;
let stored: { envelope: MailEnvelope; text: string }[] = [];
let counted: CountedMail[] = [];
let mayStore: () => Promise<void>;
let isKnown: (hash: string) => Promise<boolean>;

beforeAll(async () => {
  receiver = await startMailReceiver({
    clock: () => NOW,
    host: '127.0.0.1',
    port: 0,
    tlsPort: 0,
    name: 'mail.guard.example',
    isMailbox: (hash) => isKnown(hash),
    store: async (envelope, bytes) => {
      await mayStore();
      stored.push({ envelope, text: bytes.toString('latin1') });
    },
    log: () => {},
    count: (result) => counted.push(result),
    limits: { mailsPerMinute: 40, connectionsOfAddress: 20 },
  });
});
afterAll(() => receiver.stop());
beforeEach(() => {
  stored = [];
  counted = [];
  mayStore = async () => {};
  isKnown = async (hash) => hash === hashOfRecipient(ADDRESS);
});

class Client {
  readonly socket: Socket;
  received = '';

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (chunk) => {
      this.received += chunk.toString();
    });
    socket.on('error', () => {});
  }

  /** Sends a line, and waits for a whole answer to it. */
  async say(line: string): Promise<string> {
    this.received = '';
    this.socket.write(`${line}\r\n`);
    return this.answer();
  }

  async answer(): Promise<string> {
    await vi.waitFor(() => expect(this.received).toMatch(/^\d{3} .*\r\n$/m), { timeout: 5_000, interval: 5 });
    return this.received;
  }
}

async function open(port = receiver.port): Promise<Client> {
  const client = new Client(createConnection({ port, host: '127.0.0.1' }));
  await client.answer();
  return client;
}

async function openTls(): Promise<Client> {
  const socket = connectTls({ port: receiver.tlsPort, host: '127.0.0.1', rejectUnauthorized: false });
  const client = new Client(socket);
  await client.answer();
  return client;
}

const until = (count: number) =>
  vi.waitFor(() => expect(stored).toHaveLength(count), { timeout: 5_000, interval: 5 });

async function begin(
  client: Client,
  { hello = 'EHLO camera', from = '<cam@site.example>', to = `<${ADDRESS}>` } = {},
) {
  await client.say(hello);
  const sender = await client.say(`MAIL FROM:${from}`);
  const recipient = await client.say(`RCPT TO:${to}`);
  return { sender, recipient, data: await client.say('DATA') };
}

describe('what cameras find', () => {
  test('AUTH LOGIN is offered, and not in the last line, without encryption and with TLS', async () => {
    for (const client of [await open(), await openTls()]) {
      const lines = (await client.say('EHLO camera')).trim().split('\r\n');
      expect(lines.slice(0, -1)).toContain('250-AUTH LOGIN PLAIN');
      client.socket.destroy();
    }
  });

  test('Any user and password are accepted, also after HELO', async () => {
    const client = await open();
    await client.say('HELO ESP-CAM_MJPEG: ');
    expect(await client.say('AUTH LOGIN')).toMatch(/^334 VXNlcm5hbWU6/);
    expect(await client.say('dXNlcg==')).toMatch(/^334/);
    expect(await client.say('cGFzcw==')).toMatch(/^235/);
    client.socket.destroy();
  });

  test.each([
    ['an empty sender', '<>', `<${ADDRESS}>`],
    ['a sender without a domain', ' <ESP-CAM_MJPEG>', `<${ADDRESS}>`],
    ['a sender of several words', ' <my camera>', `<${ADDRESS}>`],
    ['addresses without brackets', ' cam@site.example', ` ${ADDRESS}`],
    ['spaces after the addresses', '<cam@site.example> ', `<${ADDRESS}> `],
    ['a recipient at a number', '<cam@site.example>', `<${ADDRESS.replace(/@.*/, '@[203.0.113.7]')}>`],
    ['a recipient without a domain', '<cam@site.example>', `<${ADDRESS.replace(/@.*/, '')}>`],
    ['a size and a type of the body', '<cam@site.example> SIZE=99999999 BODY=8BITMIME', `<${ADDRESS}>`],
  ])('A mail with %s is taken', async (_, from, to) => {
    const client = await open();
    await begin(client, { from, to });
    expect(await client.say('Subject: Motion\r\n\r\nx\r\n.')).toMatch(/^250/);
    expect(hashOfRecipient(stored[0]?.envelope.recipients[0] ?? '')).toBe(hashOfRecipient(ADDRESS));
    expect(stored[0]).toMatchObject({ envelope: { from: '127.0.0.1', arrivedAt: NOW, isCut: false } });
    client.socket.destroy();
  });

  test.each([
    ['a name of several words', 'EHLO IP Camera'],
    ['an empty name', 'EHLO '],
    ['an empty name in HELO', 'HELO'],
    ['nothing before its mail', 'NOOP'],
  ])('A mail of a device that says %s is taken', async (_, hello) => {
    const client = await open();
    await begin(client, { hello });
    expect(await client.say('Subject: x\r\n\r\nx\r\n.')).toMatch(/^250/);
    client.socket.destroy();
  });

  test.each([
    ['an empty user', ['AUTH LOGIN', '', '']],
    ['an empty token', ['AUTH PLAIN', '']],
    ['a token of nothing', ['AUTH PLAIN =']],
    ['a user with spaces', ['AUTH LOGIN a b', '']],
  ])('Credentials with %s are accepted', async (_, lines) => {
    const client = await open();
    await client.say('EHLO x');
    let answer = '';
    for (const line of lines) answer = await client.say(line);
    expect(answer).toMatch(/^235/);
    client.socket.destroy();
  });

  test('After a DATA or STARTTLS that is refused, the next sender without a domain is taken, too', async () => {
    for (const client of [await open(), await openTls()]) {
      await client.say('EHLO x');
      for (const refused of client.socket instanceof TLSSocket ? ['DATA', 'STARTTLS'] : ['DATA']) {
        expect(await client.say(refused)).toMatch(/^5/);
      }
      expect(await client.say('MAIL FROM:<camera>')).toMatch(/^250/);
      client.socket.destroy();
    }
  });

  test('A mail is taken after STARTTLS without another EHLO', async () => {
    const plain = await open();
    await plain.say('EHLO x');
    expect(await plain.say('STARTTLS')).toMatch(/^220/);
    const secured = connectTls({ socket: plain.socket, rejectUnauthorized: false });
    await new Promise((resolve) => secured.once('secureConnect', resolve));
    const inside = new Client(secured);
    expect(await inside.say('AUTH LOGIN')).toMatch(/^334/);
    expect(await inside.say('dXNlcg==')).toMatch(/^334/);
    expect(await inside.say('cGFzcw==')).toMatch(/^235/);
    await begin(inside, { hello: 'NOOP' });
    expect(await inside.say('Subject: x\r\n\r\nx\r\n.')).toMatch(/^250/);
    secured.destroy();
  });

  test('A line in the mail that looks like a command stays as it is', async () => {
    const client = await open();
    await begin(client);
    await client.say('Subject: x\r\n\r\nMAIL FROM: <nobody>\r\n..dot\r\n.');
    expect(stored[0]?.text).toBe('Subject: x\r\n\r\nMAIL FROM: <nobody>\r\n.dot\r\n');
    client.socket.destroy();
  });

  test('A second mail in one connection, whatever its end is cut into, is corrected, too', async () => {
    const client = await open();
    await begin(client);
    for (const piece of ['Subject: 1\r', '\n\r\nx\r', '\n', '.', '\r']) {
      client.socket.write(piece);
      await pause(5);
    }
    client.received = '';
    client.socket.write('\n');
    await client.answer();
    await begin(client, { hello: 'RSET', from: ' <camera>' });
    expect(await client.say('Subject: 2\r\n\r\nx\r\n.')).toMatch(/^250/);
    expect(stored.map(({ text }) => text.split('\r\n')[0])).toEqual(['Subject: 1', 'Subject: 2']);
    client.socket.destroy();
  });

  test('With TLS from the first byte, and with STARTTLS, mail is taken; the key is made at each start', async () => {
    const client = await openTls();
    await begin(client, { from: '<ESP-CAM_MJPEG>' });
    expect(await client.say('Subject: x\r\n\r\nx\r\n.')).toMatch(/^250/);
    client.socket.destroy();
    const plain = await open();
    await plain.say('EHLO x');
    expect(await plain.say('STARTTLS')).toMatch(/^220/);
    const secured = connectTls({ socket: plain.socket, rejectUnauthorized: false });
    await new Promise((resolve) => secured.once('secureConnect', resolve));
    expect(secured.getPeerX509Certificate()?.subject).toBe('CN=mail.guard.example');
    const inside = new Client(secured);
    await begin(inside);
    expect(await inside.say('Subject: x\r\n\r\nx\r\n.')).toMatch(/^250/);
    secured.destroy();
    await until(2);
  });
});

describe('what is stored', () => {
  test('A mail is stored although its sender quits with the final dot, or resets the connection', async () => {
    const quits = await open();
    await begin(quits);
    quits.socket.end('Subject: gone\r\n\r\nx\r\n.\r\nquit\r\n');
    const resets = await open();
    await begin(resets);
    resets.socket.write('Subject: reset\r\n\r\nx\r\n.\r\n', () => resets.socket.resetAndDestroy());
    await until(2);
    expect(stored.map(({ text }) => text.split('\r\n')[0]).toSorted()).toEqual([
      'Subject: gone',
      'Subject: reset',
    ]);
  });

  test('A mail is acknowledged after it was stored, and not before', async () => {
    let finish = () => {};
    mayStore = () =>
      new Promise((resolve) => {
        finish = resolve;
      });
    const client = await open();
    await begin(client);
    client.received = '';
    client.socket.write('Subject: x\r\n\r\nx\r\n.\r\n');
    await pause(50);
    expect(client.received).toBe('');
    finish();
    expect(await client.answer()).toMatch(/^250/);
    client.socket.destroy();
  });

  test('A mail that cannot be stored is not acknowledged', async () => {
    mayStore = async () => {
      throw new Error('full');
    };
    const client = await open();
    await begin(client);
    expect(await client.say('Subject: x\r\n\r\nx\r\n.')).toMatch(/^451/);
    expect(counted).toEqual(['failed']);
    client.socket.destroy();
  });

  test('Of a mail of more than 10 MB the beginning is stored, and it is acknowledged', async () => {
    const client = await open();
    await begin(client);
    const line = `${'x'.repeat(998)}\r\n`;
    client.received = '';
    client.socket.write(`Subject: x\r\n\r\n${line.repeat(11_000)}.\r\n`);
    expect(await client.answer()).toMatch(/^250/);
    expect(stored[0]?.text).toHaveLength(10 * 1024 * 1024);
    expect(stored[0]?.envelope.isCut).toBe(true);
    client.socket.destroy();
  });

  test('A mail whose connection ends in the middle is not stored', async () => {
    const client = await open();
    await begin(client);
    client.socket.write('Subject: x\r\n\r\nhalf', () => client.socket.resetAndDestroy());
    await vi.waitFor(() => expect(counted).toEqual(['failed']), { timeout: 5_000 });
    expect(stored).toEqual([]);
  });
});

describe('attacks', () => {
  test('An unknown recipient is refused, and its mail is not stored', async () => {
    const client = await open();
    const { recipient, data } = await begin(client, { to: '<nobody@in.guard.example>' });
    expect(recipient).toMatch(/^550/);
    expect(data).toMatch(/^503/);
    expect(stored).toEqual([]);
    client.socket.destroy();
  });

  test('While addresses cannot be looked up, mail is taken', async () => {
    isKnown = async () => {
      throw new Error('down');
    };
    const client = await open();
    await begin(client);
    expect(await client.say('Subject: x\r\n\r\nx\r\n.')).toMatch(/^250/);
    client.socket.destroy();
  });

  test('A bomb of mails to one address is refused until the minute is over, and others are taken', async () => {
    const other = 'zzzzzzzzzzzzzzzzzzzz@in.guard.example';
    isKnown = async () => true;
    const bomb = '88888888888888888888@in.guard.example';
    const client = await open();
    await client.say('EHLO x');
    let answer = '';
    for (let count = 0; count <= 40; count++) {
      await client.say('MAIL FROM:<>');
      answer = await client.say(`RCPT TO:<${bomb}>`);
      if (!answer.startsWith('250')) break;
      await client.say('DATA');
      await client.say('x\r\n.');
    }
    expect(answer).toMatch(/^452/);
    expect(stored).toHaveLength(40);
    expect(await client.say(`RCPT TO:<${other}>`)).toMatch(/^250/);
    client.socket.destroy();
  });

  test('An address has a limit of connections, also before a handshake, and a page of the web gets none', async () => {
    const raw = () => createConnection({ port: receiver.tlsPort, host: '127.0.0.1' });
    const silent = Array.from({ length: 10 }, raw);
    const clients = await Promise.all(Array.from({ length: 10 }, () => open()));
    await vi.waitFor(() => expect(receiver.connections()).toBe(20), { timeout: 5_000 });
    const refused = createConnection({ port: receiver.port, host: '127.0.0.1' });
    let answer = '';
    refused.on('data', (chunk) => {
      answer += chunk;
    });
    const unsecured = raw();
    await Promise.all(
      [refused, unsecured].map((socket) => {
        socket.on('error', () => {});
        return new Promise((resolve) => socket.once('close', resolve));
      }),
    );
    expect(answer).toMatch(/^421/);
    for (const socket of [...silent, ...clients.map((it) => it.socket)]) socket.destroy();
    // Those without a handshake are closed later.
    await vi.waitFor(() => expect(receiver.connections()).toBeLessThanOrEqual(10), { timeout: 5_000 });
    const page = await open();
    expect(await page.say('POST / HTTP/1.1')).toMatch(/^421/);
  });
});
