import { runReceiver } from '../lib/receiver/run-receiver.ts';

/** `npm run receiver`: receives the frames of alarm panels for a stage, on a machine with credentials for its table and key. */

await runReceiver(process.env);
