import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseMail } from '../../../../shared/mail-in/parse-mail.ts';

const SAMPLES = new URL('samples/', import.meta.url);
const { mails } = JSON.parse(readFileSync(new URL('mails.json', SAMPLES), 'utf8')) as {
  mails: {
    file: string;
    subject: string;
    text_contains: string[];
    pictures: { name: string; bytes: number; sha256: string }[];
    repairs: string[];
  }[];
};
const [JPEG = ''] =
  /\/9j\/[A-Za-z0-9+/=\r\n]+/
    .exec(readFileSync(new URL('06-dafang-three-pictures.eml', SAMPLES), 'latin1'))?.[0]
    .replaceAll('\r\n', '')
    .split('-') ?? [];
const BYTES = Buffer.from(JPEG, 'base64');

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const crlf = (...lines: string[]) => Buffer.from(lines.join('\r\n'), 'latin1');
const parse = (...lines: string[]) => parseMail(crlf(...lines));
const pictures = async (...lines: string[]) => (await parse(...lines)).pictures;

describe('mails of real devices', () => {
  test.each(mails)(
    '$file gives the subject, text, pictures and repairs that it was collected with',
    async (mail) => {
      const parsed = await parseMail(readFileSync(new URL(mail.file, SAMPLES)));
      expect(parsed.subject).toBe(mail.subject);
      for (const part of mail.text_contains) expect(parsed.text).toContain(part);
      const found = parsed.pictures.map(({ name, bytes }) => ({
        name,
        bytes: bytes.length,
        sha256: sha256(bytes),
      }));
      expect(found).toEqual(mail.pictures);
      expect([...parsed.repairs].toSorted()).toEqual(mail.repairs);
      expect(parsed.unreadable).toEqual([]);
    },
  );

  test('The mails of a recorder with the same Message-ID are different mails', async () => {
    const raw = readFileSync(new URL('03-tvt-recorder.eml', SAMPLES), 'latin1');
    const [first, next] = await Promise.all(
      [raw, raw.replace('Time:2026-11-28 22:10:05', 'Time:2026-11-28 22:12:09')].map((it) =>
        parseMail(Buffer.from(it, 'latin1')),
      ),
    );
    expect(next?.identity).not.toBe(first?.identity);
  });

  test('A mail that another server has passed on is the same mail', async () => {
    const raw = readFileSync(new URL('08-homeassistant-jpeg-with-comment.eml', SAMPLES));
    const passed = Buffer.concat([
      Buffer.from('Received: from x by y; Sat, 28 Nov 2026 22:10:07 +0100\r\n'),
      raw,
    ]);
    expect((await parseMail(passed)).identity).toBe((await parseMail(raw)).identity);
  });
});

const HEAD = ['Subject: Motion', 'MIME-Version: 1.0'];
const MIXED = [...HEAD, 'Content-Type: multipart/mixed; boundary="b"', ''];

describe('pictures are found whatever their part says', () => {
  test.each([
    [
      'without a blank line after the headers of the part',
      [...MIXED, '--b', 'Content-Type: image/jpeg', 'Content-Transfer-Encoding: base64', JPEG, '--b--'],
    ],
    [
      'without a blank line before the first part',
      [
        ...MIXED.slice(0, -1),
        '--b',
        'Content-Type: image/jpeg',
        'Content-Transfer-Encoding: base64',
        '',
        JPEG,
        '--b--',
      ],
    ],
    [
      'with a boundary that no header declares',
      [
        ...HEAD,
        'Content-Type: multipart/mixed',
        '',
        '--b',
        'Content-Type: image/jpeg',
        'Content-Transfer-Encoding: base64',
        '',
        JPEG,
        '--b--',
      ],
    ],
    [
      'with another boundary than its header declares',
      [
        ...HEAD,
        'Content-Type: multipart/mixed; boundary="other"',
        '',
        '--b',
        'Content-Type: image/jpeg',
        'Content-Transfer-Encoding: base64',
        '',
        JPEG,
        '--b--',
      ],
    ],
    ['with Base64 that no header declares', [...MIXED, '--b', 'Content-Type: image/jpeg', '', JPEG, '--b--']],
    [
      'with Base64 that is declared as binary',
      [...MIXED, '--b', 'Content-Type: image/jpeg', 'Content-Transfer-Encoding: binary', '', JPEG, '--b--'],
    ],
    [
      'with Base64 and a space before the colon',
      [...MIXED, '--b', 'Content-Type : image/jpeg', 'Content-Transfer-Encoding : base64', '', JPEG, '--b--'],
    ],
    [
      'as text',
      [
        ...MIXED,
        '--b',
        'Content-Type: text/plain; name="a.jpg"',
        'Content-Disposition: attachment',
        'Content-Transfer-Encoding: base64',
        '',
        JPEG,
        '--b--',
      ],
    ],
    ...['text/plain; name="a.jpg"', 'text/html', 'text/plain; name="C:\\snap\\a.jpg"'].map(
      (type): [string, string[]] => [
        `as an inline text of ${type}`,
        [...MIXED, '--b', `Content-Type: ${type}`, 'Content-Transfer-Encoding: base64', '', JPEG, '--b--'],
      ],
    ),
    ['without any type', [...MIXED, '--b', 'Content-Transfer-Encoding: base64', '', JPEG, '--b--']],
    [
      'in Base64 that is padded in pieces',
      [
        ...MIXED,
        '--b',
        'Content-Type: image/jpeg',
        'Content-Transfer-Encoding: base64',
        '',
        ...[BYTES.subarray(0, 100), BYTES.subarray(100, 401), BYTES.subarray(401)].flatMap(
          (it) => it.toString('base64').match(/.{1,60}/g) ?? [],
        ),
        '--b--',
      ],
    ],
    [
      'as the whole mail',
      [...HEAD, 'Content-Type: image/jpeg', 'Content-Transfer-Encoding: base64', '', JPEG],
    ],
    [
      'inside HTML',
      [...HEAD, 'Content-Type: text/html', '', `<p>Motion</p><img src="data:image/jpeg;base64,${JPEG}">`],
    ],
    [
      'inside a forwarded mail',
      [
        ...MIXED,
        '--b',
        'Content-Type: message/rfc822',
        '',
        'Subject: x',
        'Content-Type: image/jpeg',
        'Content-Transfer-Encoding: base64',
        '',
        JPEG,
        '--b--',
      ],
    ],
    [
      'after a wrong padding',
      [
        ...MIXED,
        '--b',
        'Content-Type: image/jpeg',
        'Content-Transfer-Encoding: base64',
        '',
        `${JPEG}==`,
        '--b--',
      ],
    ],
    [
      'before a delimiter without its name',
      [...MIXED, '--b', 'Content-Type: image/jpeg', 'Content-Transfer-Encoding: base64', '', JPEG, '--', ''],
    ],
    [
      'uuencoded in the text',
      [...HEAD, '', 'Motion', 'begin 644 C:\\snap\\a.jpg', ...uuencode(BYTES), '`', 'end'],
    ],
    [
      'uuencoded with spaces in place of backquotes',
      [
        ...HEAD,
        '',
        'begin 644 a.jpg',
        ...uuencode(BYTES).map((it) => it.replaceAll('`', ' ').trimEnd()),
        ' ',
        'end',
      ],
    ],
    [
      'uuencoded in a part',
      [
        ...MIXED,
        '--b',
        'Content-Type: image/jpeg',
        'Content-Transfer-Encoding: x-uuencode',
        '',
        'begin 644 a.jpg',
        ...uuencode(BYTES),
        '`',
        'end',
        '--b--',
      ],
    ],
  ])('%s', async (_, lines) => {
    const found = await pictures(...lines);
    expect(found.map(({ bytes }) => sha256(bytes))).toEqual([sha256(BYTES)]);
  });

  test.each(['image/jpeg', 'text/plain', ''])(
    'A picture in binary as "%s" keeps bytes that look like ends of lines',
    async (type) => {
      const bytes = Buffer.concat([BYTES.subarray(0, 20), Buffer.from('\n\r\n\n\r--'), BYTES.subarray(20)]);
      const head = [
        '--b',
        ...(type === '' ? [] : [`Content-Type: ${type}`]),
        'Content-Transfer-Encoding: binary',
      ];
      const part = [...head, '', bytes.toString('latin1')];
      const found = await pictures(...MIXED, ...part, ...part, '--b--');
      expect(found.map((it) => sha256(it.bytes))).toEqual([sha256(bytes), sha256(bytes)]);
    },
  );

  test('A picture of more lines than a call has arguments is found', async () => {
    const bytes = Buffer.concat([BYTES, Buffer.alloc(900_000)]);
    const lines = bytes.toString('base64').match(/.{1,8}/g) ?? [];
    expect(lines.length).toBeGreaterThan(140_000);
    const head = [...MIXED, '--b', 'Content-Type: image/jpeg', 'Content-Transfer-Encoding: base64', ''];
    const [found] = await pictures([...head, ...lines, '--b--'].join('\r\n'));
    expect(sha256(found?.bytes ?? Buffer.alloc(0))).toBe(sha256(bytes));
  });

  test('A name loses its path, and may be missing', async () => {
    const part = (name: string) => [
      '--b',
      `Content-Type: image/jpeg${name}`,
      'Content-Transfer-Encoding: base64',
      '',
      JPEG,
    ];
    const found = await pictures(
      ...MIXED,
      ...part('; name="C:\\DVR\\..\\ch1.jpg"'),
      ...part('; name="../../etc/a.jpg"'),
      ...part(''),
      ...part('; name=".."'),
      '--b--',
    );
    expect(found.map(({ name }) => name)).toEqual(['ch1.jpg', 'a.jpg', undefined, undefined]);
  });

  test('What only has the name or type of a picture is named as unreadable', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64');
    const parsed = await parse(
      ...MIXED,
      '--b',
      'Content-Type: image/jpeg; name="a.jpg"',
      'Content-Transfer-Encoding: base64',
      '',
      svg,
      '--b',
      'Content-Type: text/html; name="b.png"',
      'Content-Disposition: attachment',
      '',
      '<p>x</p>',
      '--b',
      'Content-Type: image/jpeg; name="c.jpg"',
      '',
      '',
      '--b',
      'Content-Type: application/zip; name="d.zip"',
      'Content-Transfer-Encoding: base64',
      '',
      'UEsDBA==',
      '--b--',
    );
    expect(parsed.pictures).toEqual([]);
    expect(parsed.unreadable).toEqual(['a.jpg', 'b.png', 'c.jpg']);
    expect(parsed.others).toEqual(['d.zip']);
  });
});

describe('text', () => {
  test.each([
    ['UTF-8 that no header declares', 'Tür offen', 'utf8', ''],
    ['UTF-8 that is declared as ASCII', 'Tür offen', 'utf8', 'us-ascii'],
    ['Latin-1 that no header declares', 'Tür offen', 'latin1', ''],
    ['Latin-1 that is declared as UTF-8', 'Tür offen', 'latin1', 'utf-8'],
  ] as const)('%s is read', async (_, text, encoding, charset) => {
    const head = `Subject: ${text}\r\nContent-Type: text/plain${charset === '' ? '' : `; charset=${charset}`}\r\n\r\n${text}`;
    const parsed = await parseMail(Buffer.from(head, encoding));
    expect([parsed.subject, parsed.text]).toEqual([text, text]);
  });

  test('A subject in the charset of its text is read', async () => {
    const bytes = Buffer.concat([
      Buffer.from('Subject: '),
      Buffer.from([0xb1, 0xa8, 0xbe, 0xaf]),
      Buffer.from('\r\nContent-Type: text/plain; charset=gb2312\r\n\r\nx'),
    ]);
    expect((await parseMail(bytes)).subject).toBe('报警');
  });

  test('HTML becomes lines, without styles and scripts', async () => {
    const parsed = await parse(
      'Subject: x',
      'Content-Type: text/html',
      '',
      '<style>p{}</style><table><tr><td>Event:</td><td>Motion &amp; sound</td></tr><tr><td>Channel&nbsp;1</td></tr></table><script>x</script>',
    );
    expect(parsed.text).toBe('Event: Motion & sound\nChannel 1');
  });

  test.each([
    ['', ''],
    ['Motion in the yard', 'Motion in the yard'],
    ['Subject: x', ''],
  ])('A mail that is only "%s" is read', async (sent, text) => {
    expect((await parseMail(Buffer.from(sent))).text).toBe(text);
  });

  test('A mail that no parser reads has its subject and its beginning', async () => {
    const nested = Array.from({ length: 40 }, (_, level) => [
      `Content-Type: multipart/mixed; boundary="b${level}"`,
      '',
      `--b${level}`,
    ]).flat();
    const parsed = await parse('Subject: Motion', ...nested, '', 'x');
    expect(parsed.subject).toBe('Motion');
    expect(parsed.repairs).toContain('mail_unreadable');
  });

  test('A mail of more lines than a parser should keep has its subject and its beginning', async () => {
    const parsed = await parse('Subject: Motion', '', `x${'\n'.repeat(400_000)}`);
    expect([parsed.subject, parsed.text, parsed.isWhole]).toEqual(['Motion', 'x', false]);
  });

  test('A text whose end is not looked at is not taken for the whole text', async () => {
    const hidden = `Test${' '.repeat(200_000)}\nIntruder`;
    for (const type of ['text/plain', 'text/html']) {
      expect((await parse(`Content-Type: ${type}`, '', hidden)).isWhole).toBe(false);
    }
    expect((await parse('Subject: x', '', 'Test')).isWhole).toBe(true);
  });
});

describe('the date', () => {
  test.each([
    ['Sat, 28 Nov 2026 22:10:08 -0600', '2026-11-29T04:10:08.000Z', undefined],
    ['Sat, 28 Nov 2026 22:10:08 GMT', '2026-11-28T22:10:08.000Z', undefined],
    ['Sat, 28 Nov 2026 22:10:08 +0100 (CET)', '2026-11-28T21:10:08.000Z', undefined],
    ['Sat, 28 Nov 2026 22:10:08', undefined, 'date_without_zone'],
    ['2026-11-28 22:10:05', undefined, 'date_without_zone'],
    ['28/11/2026 at night', undefined, 'date_unreadable'],
    ['', undefined, 'date_missing'],
  ])('"%s" is %s', async (date, at, repair) => {
    const parsed = await parse(`Date: ${date}`, 'From: a@b.example', '', 'x');
    expect(parsed.sentAt?.toISOString()).toBe(at);
    expect(parsed.repairs).toEqual(repair === undefined ? [] : [repair]);
  });
});

test('Many headers, or many parts of parts, are read within three seconds', async () => {
  const parts = Array.from({ length: 190 }, (_, it) => [
    '--b',
    `Content-Type: multipart/mixed; boundary="b${it}"`,
    '',
  ]).flat();
  const bombs = [
    crlf('Content-Type: text/plain', ...Array.from({ length: 60_000 }, (_, it) => `X-${it}: x`), '', 'x'),
    Buffer.concat([crlf(...MIXED, ...parts), Buffer.from('\r\n--x'.repeat(100_000))]),
  ];
  for (const bomb of bombs) {
    const startedAt = process.cpuUsage();
    await parseMail(bomb);
    expect(process.cpuUsage(startedAt).user / 1_000).toBeLessThan(3_000);
  }
});

test('A mail bomb of delimiters and of open elements is read within three seconds', async () => {
  const bombs = [
    Buffer.concat([crlf(...MIXED), Buffer.from('\r\n--b'.repeat(2_000_000))]),
    crlf(...HEAD, 'Content-Type: text/html', '', '<style '.repeat(500_000)),
    crlf(...HEAD, '', '('.repeat(1_000_000)),
    crlf(
      ...MIXED,
      ...Array.from(
        { length: 20_000 },
        (_, it) => `Content-Type: multipart/mixed; boundary="b${it}"\r\n\r\n--b${it}`,
      ),
    ),
  ];
  for (const bomb of bombs) {
    const startedAt = process.cpuUsage();
    await parseMail(bomb);
    const { user } = process.cpuUsage(startedAt);
    expect(user / 1_000).toBeLessThan(3_000);
  }
});

function uuencode(bytes: Buffer): string[] {
  const character = (value: number) => String.fromCharCode(value === 0 ? 0x60 : value + 0x20);
  return Array.from({ length: Math.ceil(bytes.length / 45) }, (_, line) => {
    const part = bytes.subarray(line * 45, (line + 1) * 45);
    let text = character(part.length);
    for (let place = 0; place < part.length; place += 3) {
      const [one = 0, two = 0, three = 0] = part.subarray(place, place + 3);
      text +=
        character(one >> 2) +
        character(((one & 3) << 4) | (two >> 4)) +
        character(((two & 15) << 2) | (three >> 6)) +
        character(three & 63);
    }
    return text;
  });
}
