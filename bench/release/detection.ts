import { parseArgs } from 'node:util';
import { publish } from '../cost/document.ts';
import { detectionTables } from './report.ts';

/**
 * `npm run detection` – how probable it is that a bad release is taken back by itself, as tables.
 *
 *     --write   writes the tables into docs/deploy.md; without it, a difference is an error
 */
const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const document = new URL('../../docs/deploy.md', import.meta.url);
await publish(document, detectionTables(), { write: values.write });
