import { runAdmin } from '../lib/admin/run-admin.ts';

// `npm run admin -- --help`: administers Guard through its table.
process.exitCode = await runAdmin(process.argv.slice(2), process, process.env);
