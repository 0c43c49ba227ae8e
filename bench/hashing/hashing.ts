import { cpus } from 'node:os';
import { findRequest, readMeasurements } from '../cost/measurements.ts';
import { PRICES } from '../cost/prices.ts';
import { printTable } from '../print-table.ts';
import { hashingRow } from './hashing-model.ts';
import { measureVerification } from './measure-verification.ts';

/**
 * `npm run bench:hashing` – what the memory of the functions that hash passwords is worth: one verification measured here,
 * the login that `npm run cost -- --measure` measured, and by them a table over the sizes.
 */
const SIZES_MIB = [256, 512, 1_024, 1_536, 1_769, 2_048, 3_008];
const MILLION = 1_000_000;

const time = await measureVerification();
const [login] = findRequest(await readMeasurements(), 'login').functions;
if (!login) throw new Error('A login runs no function');
const input = { verificationMilliseconds: time.processor, login, prices: PRICES['us-east-1'] };

console.log(`One verification on ${cpus()[0]?.model.trim() ?? 'this machine'}:`);
console.log(
  `${time.processor.toFixed(1)} ms of the processor, ${time.clock.toFixed(1)} ms by the clock (median).`,
);
console.log(
  `A login: ${login.cpuMilliseconds.toFixed(1)} ms of the processor, the verification included; ` +
    `${login.tripsInSequence} calls to the table that wait for one another.`,
);
printTable(
  'A login by the memory of its function; dollars of Lambda for its duration, on arm64',
  SIZES_MIB.map((memoryMib) => {
    const row = hashingRow(memoryMib, input);
    return {
      'memory (MiB)': memoryMib,
      processor: row.share.toFixed(2),
      'verification (ms)': Math.round(row.verificationMilliseconds),
      'login (ms)': row.loginMilliseconds,
      '$ per login': row.loginUsd.toFixed(9),
      '$ per million logins': (row.loginUsd * MILLION).toFixed(2),
    };
  }),
);
