import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { keepStreamFast } from '../../lib/local/stream-file.ts';

/** Makes the file of a stopped embedded engine small and fast to write to. Does nothing if another engine has written the folder. */
export async function prepareSnapshot(file: string): Promise<void> {
  if (!existsSync(file)) return;
  await keepStreamFast(file, (line) => {
    throw new Error(line);
  });
  const database = new DatabaseSync(file);
  database.exec('VACUUM');
  database.close();
}
