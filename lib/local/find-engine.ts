import { access, constants } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { LocalServerError } from './local-server-error.ts';

const ENGINE_NAME = process.platform === 'win32' ? 'dynoxide.exe' : 'dynoxide';

/** An optional dependency: npm installs it where the engine is built for the platform. */
const ENGINE_FILE = `@dynoxide/${process.platform}-${process.arch}/${ENGINE_NAME}`;

/** The embedded DynamoDB engine's executable: the installed one, else the first on the PATH. */
export async function findEngine(environment: { readonly PATH?: string | undefined }): Promise<string> {
  const onPath = (environment.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  for (const file of [...installedFile(), ...onPath.map((folder) => join(folder, ENGINE_NAME))]) {
    if (await isExecutable(file)) return file;
  }
  throw new LocalServerError(
    `No DynamoDB engine for ${process.platform}-${process.arch}: put dynoxide on the PATH, or set DYNAMODB_ENDPOINT to an engine that runs.`,
  );
}

function installedFile(): string[] {
  try {
    return [createRequire(import.meta.url).resolve(ENGINE_FILE)];
  } catch {
    return [];
  }
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
