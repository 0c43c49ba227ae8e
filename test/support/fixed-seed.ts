import fc from 'fast-check';
import { isThorough } from './repetitions.ts';

// The same random values in each run, so that no change fails by chance. `npm run test:all -- --nightly` takes others each time.
if (!isThorough()) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_127 });
