import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * `npm start`: Guard on localhost. `--watch` (`npm run dev`) starts it again when a source changes. Ctrl-C stops it cleanly,
 * a second Ctrl-C at once.
 */

const parameters = process.argv.slice(2);
if (parameters.length === 1 && parameters[0] === '--watch') {
  const { runAndRestart } = await import('../lib/local/restart-on-change.ts');
  await runAndRestart(fileURLToPath(import.meta.url));
} else {
  // Halves the loading time of Guard's sources from the second start on. The import must follow it.
  enableCompileCache();
  const { runLocalServer } = await import('../lib/local/run-local.ts');
  await runLocalServer(parameters);
}
