import { expect, test } from 'vitest';
import { LARGEST_MAIL } from '../../../../shared/mail-in/receive-mail.ts';
import { mailMessage, packMail, readMailMessage } from '../../../../shared/mail-in/stored-mail.ts';

const ARRIVED = new Date('2026-11-28T22:10:05.123Z');

test('A stored mail is opened with its envelope and its exact bytes', () => {
  const envelope = { recipients: ['a@b'], arrivedAt: ARRIVED, from: '203.0.113.7', isCut: true };
  const bytes = Buffer.from([0x0a, 0x00, 0xff, 0x0d, 0x0a]);
  const waiting = readMailMessage(mailMessage('smtp/1'));
  const { bytes: opened, ...rest } = waiting?.open(packMail(envelope, bytes)) ?? {};
  expect(rest).toEqual({ ...envelope, object: 'smtp/1' });
  expect(opened?.equals(bytes)).toBe(true);
});

test('A notification of Amazon SES has the recipients of the envelope and the verdicts', () => {
  const notification = {
    notificationType: 'Received',
    mail: { source: 'cam@site.example', destination: ['other@in.guard.example'] },
    receipt: {
      timestamp: ARRIVED.toISOString(),
      recipients: ['0123456789abcdefghjk@in.guard.example'],
      spamVerdict: { status: 'FAIL' },
      virusVerdict: { status: 'PASS' },
      action: { type: 'S3', bucketName: 'b', objectKey: 'ses/o3vrnil0e2ic' },
    },
  };
  const waiting = readMailMessage(JSON.stringify(notification));
  expect(waiting?.object).toBe('ses/o3vrnil0e2ic');
  expect(waiting?.open(Buffer.alloc(LARGEST_MAIL + 1))).toMatchObject({
    recipients: ['0123456789abcdefghjk@in.guard.example'],
    arrivedAt: ARRIVED,
    from: 'cam@site.example',
    isCut: true,
    isSpam: true,
    isVirus: false,
  });
});

test.each(['{}', '[]', 'null', '{"notificationType":"Bounce"}'])('%s is no mail', (body) => {
  expect(readMailMessage(body)).toBeUndefined();
});
