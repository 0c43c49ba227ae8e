import type { Row } from '../print-table.ts';
import { SETTINGS } from './baseline.ts';
import { billedMilliseconds } from './duration.ts';
import { grouped } from './format.ts';
import { accessLogBytes, PLATFORM_LOG_BYTES } from './log-lines.ts';
import type { MeasuredFunction, MeasuredRun, Measurements } from './measurements.ts';

/** What each measured request takes. */
export function requestRows({ requests, stack }: Measurements): Row[] {
  return requests.map((request) => requestRow(request, accessLogBytes(stack.accessLogFormat)));
}

function requestRow({ name, functions, responseBytes }: MeasuredRun, accessLog: number): Row {
  const each = (textOf: (run: MeasuredFunction) => string | number) => functions.map(textOf).join(' + ');
  const sum = (amountOf: (run: MeasuredFunction) => number) =>
    functions.reduce((total, run) => total + amountOf(run), 0);
  return {
    request: name,
    'CPU ms here': each(({ cpuMilliseconds }) => cpuMilliseconds.toFixed(1)),
    'trips in sequence': each(({ tripsInSequence }) => tripsInSequence),
    'billed ms, modelled': each((run) => billedMilliseconds(run, SETTINGS)),
    'read units': sum(({ readUnits }) => readUnits),
    'write units': sum(({ writeUnits }) => writeUnits),
    'log bytes': grouped(accessLog + sum(({ logBytes }) => logBytes + PLATFORM_LOG_BYTES)),
    'response bytes': grouped(responseBytes),
  };
}
