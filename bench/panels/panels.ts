import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { addressRanges } from '../../shared/base/address.ts';
import { cutFrames, STANDARD_DIALECT } from '../../shared/panels/frames.ts';
import { writeAnswer, writeMessage } from '../../shared/panels/message.ts';
import { judgeFrame, type PanelTrust, readFrame } from '../../shared/panels/verdict.ts';
import { printTable } from '../print-table.ts';

const panelKey = (digits: string) => createSecretKey(digits, 'hex');

/**
 * How many frames of panels one processor cuts, judges and answers in a second of its time, without a network and a table. The
 * goals are 40,000 plain and 20,000 encrypted ones. Only a frame without its answer sets the exit code to 1.
 *
 *     --frames 200000   how many frames of each sort
 */
const { values } = parseArgs({ options: { frames: { type: 'string', default: '200000' } } });

const FRAMES = Number(values.frames);

/** Different frames, so that nothing can be remembered. */
const DIFFERENT = 1_000;

const NOW = new Date('2026-11-20T12:00:00Z');
const ARRIVAL = { address: '192.0.2.7', transport: 'tcp', at: NOW } as const;
const PLAIN: PanelTrust = {
  allowedAddresses: addressRanges(['192.0.2.0/24']),
  trustsUdp: false,
  timeCheck: 'strict',
};

/** Alarms, restores and openings as panels send them, and every second a frame of supervision. */
function framesOf(key: KeyObject | undefined): Buffer[] {
  return Array.from({ length: DIFFERENT }, (_, place) => {
    const sequence = String(place + 1).padStart(4, '0');
    const zone = String(place % 100).padStart(3, '0');
    const event = [`1130 01 ${zone}`, `Nri1/BA${zone}/BA4^Back door^`, `Nri1/OP${zone}`][place % 3] ?? '';
    const token = place % 2 ? 'NULL' : place % 3 ? 'SIA-DCS' : 'ADM-CID';
    const data = token === 'NULL' ? '' : `#1234|${event}`;
    const message = { token, sequence, address: 'R1L0#1234', data, blocks: ['M0026B9E4268B'], time: NOW };
    return writeMessage(message, STANDARD_DIALECT, key && { key, randomBytes });
  });
}

/** Cuts, judges and answers frames one by one. Returns how many got the answer. */
function countAnswers(
  frames: readonly Buffer[],
  key: KeyObject | undefined,
  wanted: 'ACK' | undefined,
): number {
  const trust = key ? { ...PLAIN, key } : PLAIN;
  const encryption = key && { key, randomBytes };
  let answers = 0;
  for (let place = 0; place < FRAMES; place++) {
    const bytes = frames[place % DIFFERENT];
    for (const frame of bytes ? cutFrames(bytes).frames : []) {
      const read = readFrame(frame);
      const answer = 'refusal' in read ? undefined : judgeFrame(read, trust, ARRIVAL).answer;
      if (answer === wanted) answers += 1;
      if (answer && !('refusal' in read))
        writeAnswer(answer, read.head, read.dialect, { now: NOW, encryption });
    }
  }
  return answers;
}

function withWrongCrc(frames: readonly Buffer[]): Buffer[] {
  return frames.map((frame) => {
    const wrong = Buffer.from(frame);
    wrong[wrong.length - 2] = Number(wrong.at(-2)) ^ 1;
    return wrong;
  });
}

const SORTS = [
  { name: 'plain', key: undefined },
  ...[16, 24, 32].map((size) => ({
    name: `AES-${size * 8}`,
    key: panelKey(randomBytes(size).toString('hex')),
  })),
].flatMap(({ name, key }) => {
  const frames = framesOf(key);
  const broken = { name: `${name}, CRC wrong`, key, frames: withWrongCrc(frames), wanted: undefined };
  return [{ name, key, frames, wanted: 'ACK' as const }, ...(key ? [] : [broken])];
});

const rows = SORTS.map(({ name, key, frames, wanted }) => {
  const begin = process.cpuUsage();
  const answers = countAnswers(frames, key, wanted);
  const { user, system } = process.cpuUsage(begin);
  const seconds = (user + system) / 1_000_000;
  return {
    frames: name,
    'right answers': answers,
    'a second of processor time': Math.round(FRAMES / seconds),
  };
});

printTable(`Frames of panels, ${FRAMES} of each sort, cut, judged and answered`, rows);

const wrong = rows.filter((row) => row['right answers'] !== FRAMES);
for (const { frames } of wrong) console.log(`- ${frames}: not all frames have their answer`);
if (wrong.length > 0) process.exitCode = 1;
