import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { EngineCalls } from '../../../../lib/local/engine-calls.ts';
import { eventually } from '../../../support/eventually.ts';

const reply = (body: string, status = 200) =>
  `HTTP/1.1 ${status} OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** An engine that answers nothing by itself. */
async function startEngine(options: { timeoutMilliseconds?: number; connections?: number } = {}) {
  const sockets: Socket[] = [];
  const requests: { socket: Socket; text: string }[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    socket.on('data', (chunk) => requests.push({ socket, text: String(chunk) }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const limits = { timeoutMilliseconds: 60_000, connections: 16, ...options };
  const calls = new EngineCalls(`http://127.0.0.1:${port}`, limits);
  onTestFinished(() => {
    calls.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { calls, sockets, requests };
}

test('Calls of the embedded engine beyond the limit of connections wait until one is free, and each gets its own reply', async () => {
  const { calls, sockets, requests } = await startEngine({ connections: 2 });
  const replies = Promise.all(['a', 'b', 'c', 'd'].map((body) => calls.post('Get', body)));
  for (let place = 0; place < 4; place += 1) {
    await eventually(() => expect(requests.length).toBeGreaterThan(place));
    const { socket, text } = requests[place] ?? {};
    socket?.write(reply(`reply to ${text?.at(-1)}`));
  }
  expect((await replies).map(({ body }) => body)).toEqual(['a', 'b', 'c', 'd'].map((it) => `reply to ${it}`));
  expect(sockets).toHaveLength(2);
});

test('A reply of the embedded engine is read whole, however it is divided', async () => {
  const { calls, requests } = await startEngine();
  const answered = calls.post('Get', '');
  await eventually(() => expect(requests).toHaveLength(1));
  const bytes = Buffer.from(reply('{"text":"Tür 🔔"}', 400));
  for (const byte of bytes) requests[0]?.socket.write(Buffer.of(byte));
  expect(await answered).toEqual({ status: 400, body: '{"text":"Tür 🔔"}' });
});

test('A call of the embedded engine fails if there is no reply in time, and the next one takes another connection', async () => {
  const { calls, sockets, requests } = await startEngine({ timeoutMilliseconds: 100, connections: 1 });
  const first = calls.post('Get', '1');
  const second = calls.post('Get', '2').catch((error: Error) => error.message);
  await expect(first).rejects.toThrow('The connection to the engine has ended');
  await eventually(() => expect(requests).toHaveLength(2));
  expect(sockets).toHaveLength(2);
  requests[1]?.socket.write(reply('late or not'));
  await second;
});

test.each(['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n', ''])(
  'A call of the embedded engine fails if the reply has no length (%j) and the connection ends',
  async (text) => {
    const { calls, requests } = await startEngine();
    const answered = calls.post('Get', '');
    const failure = expect(answered).rejects.toThrow('The connection to the engine has ended');
    await eventually(() => expect(requests).toHaveLength(1));
    requests[0]?.socket.write(text);
    if (text === '') requests[0]?.socket.destroy();
    await failure;
  },
);
