import { createCipheriv, createSecretKey, type KeyObject } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { cutFrames, STANDARD_DIALECT } from '../../../../shared/panels/frames.ts';
import {
  accountOf,
  decryptContent,
  isInWindow,
  type MessageHead,
  namedBlocks,
  readHead,
  readPlainContent,
  readTime,
  writeAnswer,
  writeMessage,
  writeTime,
} from '../../../../shared/panels/message.ts';

const panelKey = (digits: string) => createSecretKey(digits, 'hex');

const headOf = (body: string | Buffer): MessageHead => {
  const head = readHead(Buffer.from(body));
  if (!head) expect.fail(`${body} has no head`);
  return head;
};

const contentOf = (body: string | Buffer) => readPlainContent(headOf(body));

const bodyOf = (frame: Buffer) => cutFrames(frame).frames[0]?.body.toString() ?? '';

/** Captured from a Hikvision panel, whose padding has no bar at its end (pysiaalarm, MIT). Its key has 16 letters. */
const HIKVISION_NULL =
  '"*NULL"0000R0L0#AAAB[B4BC8B40D0E6D959D6BEA78E88CC0B2155741A3C44FBB96D476A3E557CAD64D9';
/** Made by pysiaalarm, which repeats no account and pads with zeros. */
const PYSIAALARM =
  '"*SIA-DCS"7654L0#1111[C07DA1EB73C617857476EE5D79436CEE5E0084485E79EC56B0D5D1F3F6E648B278050BBCCBC8FE5DCA7E3C80DBDD4945';
const LETTERS = panelKey('41'.repeat(16));

const NOW = new Date('2026-11-20T12:00:30Z');
const KEYS = ['0a'.repeat(16), '1b'.repeat(24), '2c'.repeat(32)];
const [KEY] = KEYS.map(panelKey);
const zeros = (size: number) => new Uint8Array(size);

describe('readHead', () => {
  test.each([
    ['"NULL"0000R0L0#AAAB[]', { receiver: '0', line: '0', account: 'AAAB', address: 'R0L0#AAAB' }],
    ['"NULL"0001L#1000000001[]', { line: '', account: '1000000001', address: 'L#1000000001' }],
    ['"SIA-DCS"0001L[#9999|NBA2]', { line: '', address: 'L' }],
    ['"SIA-DCS"0001[#9999|NBA2]', { address: '' }],
    ['"NULL"0001#77[]', { account: '77', address: '#77' }],
    ['"SIA-DCS"0001R000001L010000#foc7688[]', { receiver: '000001', line: '010000', account: 'foc7688' }],
    ['"ADM-CID"9876R579BDFL789ABC#12345A[]', { receiver: '579BDF', line: '789ABC', account: '12345A' }],
    ['"ADM-CID"0227R4F39L4F39#4F39#4F39[]', { account: '4F39#4F39' }],
  ])('The head of %s is read', (body, head) => {
    const read = headOf(body);
    expect(read).toMatchObject(head);
    expect(Object.hasOwn(read, 'account')).toBe(Object.hasOwn(head, 'account'));
    expect(body).toContain(`"${read.sequence}${read.address}[${read.rest}`);
  });

  test('An asterisk before the token says that a message is encrypted', () => {
    expect(headOf(HIKVISION_NULL)).toMatchObject({ token: 'NULL', isEncrypted: true, sequence: '0000' });
    expect(headOf('"NULL"0000L0#1[]')).toMatchObject({ token: 'NULL', isEncrypted: false });
  });

  test.each([
    '',
    '"NULL"',
    '"NULL"000L0#1[]',
    '"null"0000L0#1[]',
    '"NULL"0000L0#1',
    'NULL0000L0#1[]',
    '"NULL"0000X0#1[]',
  ])('%j has no head', (body) => {
    expect(readHead(Buffer.from(body))).toBeUndefined();
  });
});

describe('accountOf', () => {
  test('The outer account chooses the panel, and the inner one only of a plain message without an outer', () => {
    const inner = { account: '2', data: [], blocks: [] };
    const outer = headOf('"SIA-DCS"0001L0#1[#2|NBA1]');
    const none = headOf('"SIA-DCS"0001L0[#2|NBA1]');
    expect(accountOf(outer, inner)).toBe('1');
    expect(accountOf(none, inner)).toBe('2');
    expect(accountOf({ ...none, isEncrypted: true }, inner)).toBeUndefined();
    expect(accountOf(none, undefined)).toBeUndefined();
    for (const account of ['', 'a b', 'ü', '1'.repeat(65)])
      expect(accountOf(none, { ...inner, account })).toBeUndefined();
  });
});

describe('readPlainContent', () => {
  const read = (rest: string) => contentOf(`"SIA-DCS"0001L0#1234[${rest}`);

  test.each([
    ['#1234|NBA5]', { account: '1234', data: ['NBA5'] }],
    ['|Nri1/WA000]', { data: ['Nri1/WA000'] }],
    ['Nri1/WA000]', { data: ['Nri1/WA000'] }],
    ['1234|NFA129]', { account: '1234', data: ['NFA129'] }],
    ['10064|1602 00 000]', { account: '10064', data: ['1602 00 000'] }],
    ['NRR|Atest]', { data: ['NRR|Atest'] }],
    ['Nri1/BA1|Atest]', { data: ['Nri1/BA1|Atest'] }],
    ['NAC1|NBA1]', { data: ['NAC1|NBA1'] }],
    ['1130 01 015|1131 01 016]', { data: ['1130 01 015|1131 01 016'] }],
    ['#1234|NRR|Atest]', { account: '1234', data: ['NRR|Atest'] }],
    [
      '#1465|NUA021][#1465|NUR022][M00AA]',
      { account: '1465', data: ['NUA021', 'NUR022'], blocks: ['M00AA'] },
    ],
    [']', { data: [] }],
    ['#1234]', { account: '1234', data: [] }],
    ['#1234|NBA5', { account: '1234', data: ['NBA5'] }],
    ['#1234|NBA5^door [2] open^]_12:00:30,11-20-2026', { data: ['NBA5^door [2] open^'], time: NOW }],
    ['#1|NBA1][X010E57.5][Y59N12.8][]_12:00:30,11-20-2026', { blocks: ['X010E57.5', 'Y59N12.8'], time: NOW }],
    ['#1|NBA1] _12:00:30.5,11-20-2026', { data: ['NBA1'], time: NOW, timeText: '12:00:30.5,11-20-2026' }],
    ['#1|NBA1]_12:00:30,11-20-2026\r\0', { data: ['NBA1'], time: NOW, timeText: '12:00:30,11-20-2026' }],
  ])('The content of [%s is read', (rest, content) => {
    expect(read(rest)).toMatchObject(content);
    expect(Object.hasOwn(read(rest), 'account')).toBe(
      Object.hasOwn(content, 'account') || rest.startsWith('#'),
    );
  });

  test('A block with a key is never kept', () => {
    expect(read('#1|NRP1][KAAAABBBB][M00]').blocks).toEqual(['M00']);
  });

  test('A timestamp that is no time is kept as text', () => {
    for (const text of [
      '14:12:04,09-25-201',
      '17:53:48,00-31-2019',
      '25:00:00,01-01-2026',
      '12:00:00,02-30-2026',
    ]) {
      const content = read(`#1|NBA1]_${text}`);
      expect(content).toMatchObject({ data: ['NBA1'], timeText: text });
      expect(content.time).toBeUndefined();
    }
  });

  test('A message without a timestamp has no time', () => {
    expect(read('#1|NBA1]')).not.toHaveProperty('timeText');
    expect(read('#1|NBA1]_')).not.toHaveProperty('timeText');
  });

  test('Texts are read as UTF-8, or else as Windows-1252', () => {
    const text = 'Küche €';
    const bytes = (encoded: Buffer) =>
      Buffer.concat([Buffer.from('"SIA-DCS"0001L0#1[#1|NBA1^'), encoded, Buffer.from('^]')]);
    expect(contentOf(bytes(Buffer.from(text))).data).toEqual([`NBA1^${text}^`]);
    expect(contentOf(bytes(Buffer.from([0x4b, 0xfc, 0x63, 0x68, 0x65, 0x20, 0x80]))).data).toEqual([
      `NBA1^${text}^`,
    ]);
  });
});

describe('decryptContent', () => {
  test('Encrypted frames of other implementations are read', () => {
    expect(decryptContent(headOf(HIKVISION_NULL), LETTERS)).toEqual({
      data: [],
      blocks: [],
      time: new Date('2020-07-05T18:24:52Z'),
      timeText: '18:24:52,07-05-2020',
    });
    expect(decryptContent(headOf(PYSIAALARM), LETTERS)).toEqual({
      data: ['Nri1/WA000'],
      blocks: [],
      time: new Date('2020-07-09T16:04:02Z'),
      timeText: '16:04:02,07-09-2020',
    });
  });

  test.each(KEYS)('A message that was encrypted with the key %s is read with the same key only', (digits) => {
    const key = panelKey(digits);
    const message = {
      token: 'SIA-DCS',
      sequence: '0007',
      address: 'R1L0#1234',
      data: '#1234|NBA5',
      blocks: ['M00'],
      time: NOW,
    };
    const head = headOf(bodyOf(writeMessage(message, STANDARD_DIALECT, { key, randomBytes: zeros })));
    expect(head).toMatchObject({ token: 'SIA-DCS', isEncrypted: true, account: '1234' });
    expect(head.rest.toString()).toMatch(/^[0-9A-F]+$/);
    expect(decryptContent(head, key)).toEqual({
      account: '1234',
      data: ['NBA5'],
      blocks: ['M00'],
      time: NOW,
      timeText: '12:00:30,11-20-2026',
    });
    expect(decryptContent(head, panelKey(digits.replace(/^../, '01')))).toBeUndefined();
  });

  test('Padding is random, contains no separator, and is a whole block if the content would fill its blocks', () => {
    const key = KEY ?? LETTERS;
    const sizes = new Set<number>();
    const randomBytes = (size: number) => {
      sizes.add(size);
      return Buffer.from('[|]'.repeat(size)).subarray(0, size);
    };
    for (let length = 0; length < 16; length++) {
      const data = `#1|${'N'.repeat(length)}`;
      const message = { token: 'SIA-DCS', sequence: '0001', address: 'L0#1', data, time: NOW };
      const head = headOf(bodyOf(writeMessage(message, STANDARD_DIALECT, { key, randomBytes })));
      expect(head.rest.length % 32).toBe(0);
      expect(decryptContent(head, key)?.account).toBe('1');
    }
    expect([...sizes].sort((one, other) => one - other)).toEqual(
      Array.from({ length: 16 }, (_, place) => place + 1),
    );
  });

  const PAD = '-'.repeat(16);
  const TIME = '_12:00:30,11-20-2026';
  /** Encrypts all of a message: with its padding, which fills up the first block. */
  const encrypted = (content: string | Buffer, token = 'SIA-DCS') => {
    const bytes = Buffer.from(content);
    const filled = Buffer.concat([Buffer.alloc((16 - (bytes.length % 16)) % 16, '.'), bytes]);
    const cipher = createCipheriv('aes-128-cbc', KEY ?? LETTERS, Buffer.alloc(16)).setAutoPadding(false);
    const hex = Buffer.concat([cipher.update(filled), cipher.final()]).toString('hex');
    return decryptContent(headOf(`"*${token}"0001L0#1a34[${hex}`), KEY ?? LETTERS);
  };
  const latin1 = (text: string) => Buffer.from(text, 'latin1');

  test.each([
    ['the account is not repeated', `|NBA5]${TIME}`],
    ['the account is repeated in other letters', `|#1A34|NBA5]${TIME}`],
    ['the padding has a block more, as newer panels write it', `${PAD}|#1a34|NBA5]${TIME}`],
    ['several groups repeat the account', `|#1a34|NBA5][#1a34|NBA6][M00]${TIME}`],
    ['the account is all that it says', `${PAD}|#1a34]${TIME}`],
    ['there is nothing to say', `|]${TIME}`],
    ['there is nothing to say, in the words of others', `${PAD}|#0000|0000 00 000]${TIME}`],
    ['a text is in UTF-8', `|#1a34|NBA5^Küche 寝室^]${TIME}`],
    ['a text is in Windows-1252', latin1(`|#1a34|NBA5^Informa\xe7\xe3o \xe0 pol\xedcia, 20\xb0C^]${TIME}`)],
  ])('A message is whole although or because %s', (_, content) => {
    expect(encrypted(content)).toMatchObject({ time: NOW });
  });

  test('Only a message of supervision has no bar behind its padding, which has less than two blocks', () => {
    for (const padding of ['', PAD]) {
      expect(encrypted(`${padding}]${TIME}`, 'NULL')).toMatchObject({ data: [], time: NOW });
      expect(encrypted(`${padding}]${TIME}`)).toBeUndefined();
    }
    expect(encrypted(`${PAD}${PAD}]${TIME}`, 'NULL')).toBeUndefined();
  });

  test.each([
    ['without a timestamp', '|#1a34|NBA5]'],
    ['with a timestamp without zeros', '|#1a34|NBA5]_9:05:01,11-20-2026'],
    ['with a fraction in its timestamp', '|#1a34|NBA5]_12:00:30.5,11-20-2026'],
    ['with a timestamp that is no time', '|#1a34|NBA5]_25:00:30,11-20-2026'],
    ['with something behind its timestamp', `|#1a34|NBA5]${TIME} `],
    ['with something in front of its timestamp', `|#1a34|NBA5] ${TIME}`],
    ['with something between its blocks', `|#1a34|NBA5] [M00]${TIME}`],
    ['with another account', `|#1b34|NBA5]${TIME}`],
    ['with another account in its second group', `|#1a34|NBA5][#1b34|NBA6]${TIME}`],
    ['with another account without a number sign', `|1b34|NFA1]${TIME}`],
    ['with its account without a number sign', `|1a34|NFA1]${TIME}`],
    ['with a block more of padding, and without its account', `${PAD}|Nri1/NFA1]${TIME}`],
    ['with an empty account', `|#|NFA1]${TIME}`],
    ['with two blocks of padding', `${PAD}${PAD}|#1a34|NBA5]${TIME}`],
    ['with a bracket in its padding', `${PAD}[|#1a34|NBA5]${TIME}`],
    ['with a control character', `|#1a34|NBA5^a\u0007b^]${TIME}`],
    ['with an unassigned character', `|#1a34|NBA5^a\u0378b^]${TIME}`],
    ['with letters of Windows-1252 that are no word', latin1(`|#1a34|NBA5^a\xe9{^]${TIME}`)],
    ['with three letters of Windows-1252 in a row', latin1(`|#1a34|NBA5^a\xe9\xe3\xe3^]${TIME}`)],
    ['with five letters of Windows-1252 in a block', latin1(`|#1a34|NBA5^${'a\xe9'.repeat(5)}^]${TIME}`)],
    ['with signs of Windows-1252', latin1(`|#1a34|NBA5^a\xd7b^]${TIME}`)],
  ])('A message %s is not whole, and so as good as one with another key', (_, content) => {
    expect(encrypted(content)).toBeUndefined();
  });

  test.each(['', ']', 'ABCD', '0'.repeat(31), `${'0'.repeat(32)}x`, `${'0'.repeat(32)} `, 'G'.repeat(32)])(
    'The content [%s is not encrypted',
    (rest) => {
      expect(decryptContent(headOf(`"*NULL"0000L0#1[${rest}`), LETTERS)).toBeUndefined();
    },
  );

  test('Digits in lower case and a closing bracket after them are accepted', () => {
    const { rest } = headOf(PYSIAALARM);
    const expected = decryptContent(headOf(PYSIAALARM), LETTERS);
    expect(expected).toBeDefined();
    expect(
      decryptContent(headOf(`"*SIA-DCS"7654L0#1111[${rest.toString().toLowerCase()}]`), LETTERS),
    ).toEqual(expected);
  });
});

describe('writeAnswer', () => {
  const answer = (
    kind: 'ACK' | 'NAK' | 'DUH',
    body: string,
    encryption?: { key: KeyObject; randomBytes: typeof zeros },
  ) => bodyOf(writeAnswer(kind, headOf(body), STANDARD_DIALECT, { now: NOW, encryption }));

  test.each([
    ['"NULL"0000L0#1409[]', '"ACK"0000L0#1409[]'],
    ['"ADM-CID"0227R4F39L4F39#4F39[#4F39|3401 01 057]', '"ACK"0227R4F39L4F39#4F39[]'],
    ['"NULL"0001L#1000000001[]', '"ACK"0001L#1000000001[]'],
    ['"SIA-DCS"0001L[#9999|NBA2]', '"ACK"0001L[]'],
  ])('The ACK of %s repeats its sequence and its address', (request, ack) => {
    expect(answer('ACK', request)).toBe(ack);
    expect(answer('DUH', request)).toBe(ack.replace('ACK', 'DUH'));
  });

  test('The ACK of a Pyronix panel is byte for byte that of a receiver that it accepts', () => {
    const ack = writeAnswer('ACK', headOf('"NULL"0000L0#1409[]'), STANDARD_DIALECT, { now: NOW });
    expect(ack.toString()).toBe('\n59890012"ACK"0000L0#1409[]\r');
  });

  test('A NAK has no address, and the time of the receiver in UTC', () => {
    const nak = answer('NAK', '"SIA-DCS"0042R1L2#1234[]');
    expect(nak).toBe('"NAK"0000R0L0A0[]_12:00:30,11-20-2026');
    expect(answer('NAK', HIKVISION_NULL, { key: LETTERS, randomBytes: zeros })).toBe(nak);
  });

  test.each(KEYS)(
    'The ACK of an encrypted message is encrypted with the key %s, and its DUH is not',
    (digits) => {
      const key = panelKey(digits);
      const encryption = { key, randomBytes: zeros };
      const ack = headOf(answer('ACK', HIKVISION_NULL, encryption));
      expect(ack).toMatchObject({ token: 'ACK', isEncrypted: true, sequence: '0000', address: 'R0L0#AAAB' });
      expect(decryptContent(ack, key)).toEqual({
        data: [],
        blocks: [],
        time: NOW,
        timeText: '12:00:30,11-20-2026',
      });
      expect(answer('DUH', HIKVISION_NULL, encryption)).toBe('"DUH"0000R0L0#AAAB[]');
    },
  );

  test('A plain message gets a plain ACK even if its panel has a key', () => {
    expect(answer('ACK', '"NULL"0000L0#1[]', { key: LETTERS, randomBytes: zeros })).toBe('"ACK"0000L0#1[]');
  });

  test('The ACK of an encrypted message is not written without its key', () => {
    expect(() => answer('ACK', HIKVISION_NULL)).toThrow('needs its key');
  });

  test('An answer is in the dialect of its request', () => {
    const dialect = { crc: 'raw', crcCountsEnd: true, lengthCountsEnd: true } as const;
    const bytes = writeAnswer('ACK', headOf('"NULL"0000L0#1[]'), dialect, { now: NOW });
    expect(cutFrames(bytes).frames[0]?.dialect).toEqual(dialect);
  });
});

describe('isInWindow', () => {
  test.each([
    [-40_001, false],
    [-40_000, true],
    [0, true],
    [20_000, true],
    [20_001, false],
  ])('A clock that is %i ms ahead is accepted: %s', (ahead, expected) => {
    expect(isInWindow(new Date(NOW.getTime() + ahead), NOW)).toBe(expected);
  });
});

describe('readTime', () => {
  test('A time is written and read in UTC', () => {
    expect(writeTime(NOW)).toBe('12:00:30,11-20-2026');
    expect(readTime(writeTime(NOW))).toEqual(NOW);
    expect(readTime('12:00:30.250, 11-20-2026')).toEqual(NOW);
    expect(readTime('9:5:1,1-2-2026')).toEqual(new Date('2026-01-02T09:05:01Z'));
    expect(readTime('24:00:00,01-01-2026')).toBeUndefined();
    expect(readTime('')).toBeUndefined();
  });
});

describe('namedBlocks', () => {
  test('Extra blocks have names', () => {
    const blocks = [
      'H12:00:00,11-20-2026',
      'M0026B9E4268B',
      'X006E07.7',
      'Vhttps://a.test/1',
      'B80',
      '$P1',
      'IDoor 2',
    ];
    expect(namedBlocks(blocks)).toEqual({
      'panel-time': '12:00:00,11-20-2026',
      mac: '0026B9E4268B',
      longitude: '006E07.7',
      verification: 'https://a.test/1',
      'block-b': '80',
      block: '$P1',
      'alarm-text': 'Door 2',
    });
  });
});
