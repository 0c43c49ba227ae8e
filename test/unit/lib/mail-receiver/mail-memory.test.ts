import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { MailMemory } from '../../../../lib/mail-receiver/mail-memory.ts';

test('The mails to one address wait for its oldest one, and those to another address do not wait', async () => {
  const memory = new MailMemory({ bytesInMemory: 100, bytesOfAddress: 10 });
  const [oldest, next, other] = ['one', 'one', 'two'].map((it) => memory.open(it, new PassThrough()));
  await oldest?.take(10);
  const order: string[] = [];
  const waiting = next?.take(10).then(() => order.push('next'));
  await other?.take(9);
  await oldest?.take(10);
  order.push('oldest');
  oldest?.close();
  await waiting;
  expect(order).toEqual(['oldest', 'next']);
});

test('With no memory left, the oldest mail to each address is still read, and no other one', async () => {
  const memory = new MailMemory({ bytesInMemory: 20, bytesOfAddress: 20 });
  const [first, second, third] = ['one', 'two', 'two'].map((it) => memory.open(it, new PassThrough()));
  await first?.take(20);
  expect(memory.hasRoom).toBe(false);
  await second?.take(5);
  let isTaken = false;
  const waiting = third?.take(5).then(() => {
    isTaken = true;
  });
  await second?.take(5);
  expect(isTaken).toBe(false);
  first?.close();
  await waiting;
});

test('A mail that waits ends when its sender is gone', async () => {
  const memory = new MailMemory({ bytesInMemory: 10, bytesOfAddress: 10 });
  const stream = new PassThrough();
  await memory.open('one', new PassThrough()).take(10);
  const waiting = memory.open('one', stream).take(1);
  stream.destroy();
  await expect(waiting).rejects.toThrow('The sender is gone');
});
