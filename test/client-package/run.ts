/**
 * Installs `@guard/client` into empty projects, by its tarball and by its path, as its README says. There it is resolved,
 * bundled for browsers, found by React Native, compiled against, and its README runs in Node.js 20 against `npm start`.
 */
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import { runCommand } from '../deploy/run-command.ts';
import { codeBlocks } from '../docs/markdown.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { resolveInReactNative } from './react-native.ts';

const CLIENT = fileURLToPath(new URL('../../lib/client', import.meta.url));
/** The oldest release that the README names. Its package of npm is the program itself. */
const NODE_20 = `node-bin@npm:node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}@20.20.2`;

const interruption = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interruption.abort());
const { signal } = interruption;

const run = async (folder: string, ...command: readonly [string, ...string[]]) => {
  const { stdout } = await runCommand(command, { environment: process.env, signal, folder });
  return stdout;
};

async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await work();
  console.log(`${name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
  return result;
}

/** An empty project that depends on the client. */
async function createProject(folder: string, ...packages: readonly string[]): Promise<string> {
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), '{"name":"app","private":true,"type":"module"}');
  await run(folder, 'npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages);
  return folder;
}

/** A bundle for browsers contains the client, and nothing that only Node.js has. */
async function bundleForBrowsers(folder: string): Promise<void> {
  const { outputFiles, warnings } = await build({
    stdin: { contents: "export * from '@guard/client'", resolveDir: folder },
    bundle: true,
    platform: 'browser',
    format: 'esm',
    write: false,
    logLevel: 'silent',
  });
  const bundle = outputFiles[0]?.text ?? '';
  if (warnings.length > 0) throw new Error(`The bundler warns: ${warnings.map(({ text }) => text)}`);
  if (!bundle.includes('createGuardClient') || /\bfrom ["']|\brequire\(|\bprocess\./.test(bundle))
    throw new Error('The bundle for browsers lacks the client, or needs Node.js.');
}

/** Programs see the types, however their compiler looks for packages. */
async function compile(folder: string): Promise<void> {
  const text = `import { createGuardClient, GuardError } from '@guard/client';
export const guard = createGuardClient({ baseUrl: 'https://guard.test' });
export const name: Promise<string> = guard.me().then((user) => user.name);
// @ts-expect-error: the types are there
export const wrong: number = guard.me().then((user) => user.name);
export const isGuardError = (error: unknown) => error instanceof GuardError && error.code === 'not_found';
`;
  await writeFile(join(folder, 'types.ts'), text);
  for (const [module, moduleResolution] of [
    ['esnext', 'bundler'],
    ['nodenext', 'nodenext'],
  ] as const) {
    const compilerOptions = {
      noEmit: true,
      strict: true,
      target: 'es2022',
      lib: ['es2022', 'dom'],
      types: [],
    };
    const config = { compilerOptions: { ...compilerOptions, module, moduleResolution }, files: ['types.ts'] };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
    await run(folder, 'tsc', '-p', folder);
  }
}

const STORAGE = `const stored_ = new Map();
globalThis.localStorage = {
  getItem: (key) => stored_.get(key) ?? null,
  setItem: (key, value) => stored_.set(key, value),
  removeItem: (key) => stored_.delete(key),
};
`;

/** Each example continues the first. They run one after the other, each in a process of its own. */
async function runReadme(folder: string, node: string, server: ServerProcess): Promise<number> {
  const readme = await readFile(join(folder, 'node_modules/@guard/client/README.md'), 'utf8');
  const [beginning = '', ...others] = codeBlocks(readme)
    .filter(({ language }) => language === 'ts')
    .map(({ text }) => `${text}\n`);
  const examples = [beginning, ...others.map((text) => `${beginning}${text}`)];
  for (const [place, example] of examples.entries()) {
    const code = mergeImports(example).replaceAll('https://guard.example.com/prod', server.url);
    const { code: script } = await transform(code, { loader: 'ts', target: 'node20' });
    const file = join(folder, `example-${place}.mjs`);
    await writeFile(file, `${STORAGE}${script}`);
    const output = await run(folder, node, file);
    if (!output.includes('Hello, Acme Master (tenant_master)'))
      throw new Error(`Example ${place} of the README did not sign in:\n${output}`);
  }
  return examples.length;
}

/** Two imports of a name would be an error. */
function mergeImports(code: string): string {
  const names = new Set<string>();
  const rest = code.replace(/^import \{ (.*) \} from '@guard\/client';\n/gm, (_, list: string) => {
    for (const name of list.split(', ')) if (!name.startsWith('type ')) names.add(name);
    return '';
  });
  return `import { ${[...names].join(', ')} } from '@guard/client';\n${rest}`;
}

const folder = await realpath(await mkdtemp(join(tmpdir(), 'guard-client-package-')));
let server: ServerProcess | undefined;
try {
  const tarball = await step('pack', async () => {
    const output = await run(CLIENT, 'npm', 'pack', '--silent', '--pack-destination', folder);
    return join(folder, output.trim().split('\n').at(-1) ?? '');
  });
  const byTarball = await step('install the tarball, and Node.js 20', () =>
    createProject(join(folder, 'by-tarball'), tarball, NODE_20),
  );
  const byPath = await step('install by path', () => createProject(join(folder, 'by-path'), CLIENT));
  const node = join(byTarball, 'node_modules/node-bin/bin/node');
  for (const project of [byTarball, byPath]) {
    const how = project === byPath ? 'by path' : 'by tarball';
    await step(`${how}: import in Node.js 20`, async () => {
      const text =
        "import('@guard/client').then((it) => console.log(process.version, typeof it.createGuardClient))";
      const output = await run(project, node, '--input-type=module', '-e', text);
      if (!/^v20\.\S+ function\n$/.test(output)) throw new Error(`Node.js 20 says: ${output}`);
    });
    await step(`${how}: bundle for browsers`, () => bundleForBrowsers(project));
    await step(`${how}: resolve in React Native`, async () => resolveInReactNative(project));
  }
  await step('compile', () => compile(byTarball));
  // Each example signs in.
  const started = await startServerProcess({ GUARD_RATE_LIMIT_AUTH: '1000' });
  server = started;
  const count = await step('run the README in Node.js 20', () => runReadme(byTarball, node, started));
  console.log(`The package installs and works, and ${count} examples of its README run.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
}
