import { createSecretKey, randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { dial, PANEL_PORT, type Signal } from '../lib/receiver/dialler.ts';

/** `npm run panel`: sends one frame of SIA DC-09 by hand, and prints the answer. */

const USAGE = `npm run panel -- --account 1234 --event BA --zone 5

  --account     the account of the panel
  --event       a SIA code, such as BA (burglary alarm), BR (its restore), AT (mains failure), CL (closing),
                or a Contact ID code with its qualifier, such as 1130; without it, a frame of supervision
  --zone        the zone, or the user of an opening or closing
  --partition   the partition
  --line        the account prefix; 0 by default
  --key         the key of a panel that encrypts: 32, 48 or 64 hexadecimal digits
  --sequence    the sequence number, to repeat a frame; a new one by default
  --transport   tcp (default) or udp
  --host        localhost by default
  --port        ${PANEL_PORT} by default`;

const PATIENCE_MS = 5_000;

function fail(message: string): never {
  console.error(`${message}\n\n${USAGE}`);
  process.exit(2);
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        account: { type: 'string' },
        event: { type: 'string' },
        zone: { type: 'string' },
        partition: { type: 'string' },
        line: { type: 'string', default: '0' },
        key: { type: 'string' },
        sequence: { type: 'string' },
        transport: { type: 'string', default: 'tcp' },
        host: { type: 'string', default: 'localhost' },
        port: { type: 'string', default: String(PANEL_PORT) },
      },
    }).values;
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

function signalOf(event: string, place: Pick<Signal, 'number' | 'partition'>): Signal {
  const [, qualifier, code] = /^([136])([0-9A-F]{3})$/.exec(event) ?? [];
  if (qualifier === '1' || qualifier === '3' || qualifier === '6') {
    return { format: 'contact-id', qualifier, code: code ?? '', ...place };
  }
  if (!/^[A-Z]{2}$/.test(event)) fail(`${event} is no code.`);
  return { format: 'sia', code: event, ...place };
}

const { account, event, zone, partition, line, key, sequence, transport, host, port } = readOptions();
if (account === undefined) fail('Name the account.');
if (transport !== 'tcp' && transport !== 'udp') fail('The transport is tcp or udp.');
if (key !== undefined && !/^(?:[0-9A-Fa-f]{32}|[0-9A-Fa-f]{48}|[0-9A-Fa-f]{64})$/.test(key)) {
  fail('The key has 32, 48 or 64 hexadecimal digits.');
}
const place = {
  ...(zone === undefined ? {} : { number: zone }),
  ...(partition === undefined ? {} : { partition }),
};
const now = new Date();
// A number of its own for each second, so that no frame looks like a repetition.
const own = String((Math.floor(now.getTime() / 1_000) % 9_999) + 1).padStart(4, '0');
try {
  const answer = await dial(
    {
      host,
      port: Number(port),
      transport,
      account,
      line,
      key: key === undefined ? undefined : createSecretKey(key, 'hex'),
      randomBytes,
      now,
      patience: PATIENCE_MS,
    },
    sequence ?? own,
    event === undefined ? [] : [signalOf(event.toUpperCase(), place)],
  );
  console.log(
    answer ?? 'No answer: the account is unknown, the key is wrong, or the address is not allowed.',
  );
  process.exitCode = answer === 'ACK' ? 0 : 1;
} catch (error) {
  console.error(`Nothing was sent to ${host}:${port}: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
