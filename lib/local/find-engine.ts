import { access, constants } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { findDynamodbLocal } from './dynamodb-local.ts';
import type { EngineProgram } from './engine-program.ts';
import { LocalServerError } from './local-server-error.ts';

const ENGINE_NAME = process.platform === 'win32' ? 'dynoxide.exe' : 'dynoxide';

/** An optional dependency, which npm installs on supported platforms. */
const ENGINE_FILE = `@dynoxide/${process.platform}-${process.arch}/${ENGINE_NAME}`;

export const DATA_FILE = 'guard.db';

type Environment = { readonly PATH?: string | undefined };

/** The first available of: dynoxide from npm, dynoxide on the PATH, and DynamoDB Local, which needs Java. */
export async function findEngine(
  environment: Environment,
  installed: readonly string[] = installedFile(),
): Promise<EngineProgram> {
  const onPath = (environment.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  for (const file of [...installed, ...onPath.map((folder) => join(folder, ENGINE_NAME))]) {
    if (await isExecutable(file)) return dynoxide(file);
  }
  const dynamodbLocal = await findDynamodbLocal(environment);
  if (dynamodbLocal) return dynamodbLocal;
  throw new LocalServerError(
    `No DynamoDB engine for ${process.platform}-${process.arch}: install Java 17 or newer, which runs DynamoDB Local, or put dynoxide on the PATH, or set DYNAMODB_ENDPOINT to an engine that runs.`,
  );
}

export function dynoxide(command: string): EngineProgram {
  return {
    command,
    parameters({ host, port }, dataFolder) {
      const storage = dataFolder === undefined ? [] : ['--db-path', join(dataFolder, DATA_FILE)];
      return ['serve', '--host', host, '--port', String(port), ...storage];
    },
  };
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
