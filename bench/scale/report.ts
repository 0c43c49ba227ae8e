import type { Tables } from '../cost/document.ts';
import type { Measurements } from '../cost/measurements.ts';
import type { Silence } from '../cost/silence/silence.ts';
import { boundTables } from './bound-tables.ts';
import { keyRows, watchRows } from './device-tables.ts';
import { itemRows, limitRows } from './limit-tables.ts';
import { contentionRows, pollingRows } from './simulation-tables.ts';

/** All tables of docs/scale.md, from what was measured. */
export async function scaleTables(measured: Measurements, silence: Silence): Promise<Tables> {
  return {
    ...boundTables(measured),
    keys: keyRows(measured),
    watched: watchRows(silence),
    polling: pollingRows(),
    contention: await contentionRows(),
    items: itemRows(),
    limits: limitRows(),
  };
}
