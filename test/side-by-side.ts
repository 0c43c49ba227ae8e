/**
 * `node test/side-by-side.ts '<command>' …` – runs commands, two at a time, in this order: most of them keep one processor
 * busy, or wait.
 */
import { runCommands } from './run-commands.ts';

await runCommands(process.argv.slice(2), { atATime: 2 });
