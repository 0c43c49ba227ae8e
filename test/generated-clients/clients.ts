import { fileURLToPath } from 'node:url';

/** A generated client, with the program that uses it. */
export interface GeneratedClient {
  readonly name: string;
  /** The files of this folder that are copied into its folder, with their places there. */
  readonly files: Readonly<Record<string, string>>;
  /** The commands from generation to running the program. Without `run`, it is only generated: no compiler is there. */
  readonly steps: readonly Step[];
  /** It takes seconds only, so each change runs it. */
  readonly isQuick?: true;
}

export interface Step {
  readonly name: 'install' | 'generate' | 'compile' | 'vet' | 'run';
  readonly command: readonly [string, ...string[]];
  /** The working directory: the client's folder, or a folder in it. */
  readonly folder?: string;
}

export const DOCUMENT = fileURLToPath(new URL('../../docs/openapi.json', import.meta.url));

/** The folder of the generated files. */
export const OUTPUT = 'client';

/** What openapi-generator makes rejects fields that a later release adds, in some languages, without this option. */
const NEW_FIELDS = ['--additional-properties', 'disallowAdditionalPropertiesIfNotPresent=false'];

const openApiGenerator = (generator: string, ...options: readonly string[]): Step => ({
  name: 'generate',
  command: ['openapi-generator-cli', 'generate', '-g', generator, '-i', DOCUMENT, '-o', OUTPUT, ...options],
});

const maven = (...goals: readonly [string, ...string[]]): Step => ({
  name: 'compile',
  command: ['mvn', '-q', '-B', '-ntp', ...goals],
  folder: OUTPUT,
});

/** The generators that npm has, each with what its program needs, from a lockfile. */
const npmClient = (
  name: string,
  program: string,
  files: Readonly<Record<string, string>>,
  generate: readonly [string, ...string[]],
): GeneratedClient => ({
  name,
  files: {
    [program]: 'main.ts',
    'typescript/package.json': 'package.json',
    'typescript/package-lock.json': 'package-lock.json',
    'typescript/tsconfig.esm.json': 'tsconfig.json',
    ...files,
  },
  steps: [
    { name: 'install', command: ['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund'] },
    { name: 'generate', command: generate },
    { name: 'compile', command: ['node_modules/.bin/tsc'] },
    { name: 'run', command: ['node', 'compiled/main.js'] },
  ],
});

/** The programs of npm's packages, and Node.js's types for programs. The clients themselves need those of browsers only. */
const PACKAGES = fileURLToPath(new URL('../../node_modules', import.meta.url));
const TSC = ['tsc', '--typeRoots', `${PACKAGES}/@types`, '--outDir', 'compiled'] as const;

export const CLIENTS: readonly GeneratedClient[] = [
  {
    name: 'python',
    isQuick: true,
    files: { 'python/main.py': 'main.py' },
    steps: [
      {
        name: 'generate',
        command: ['openapi-python-client', 'generate', '--path', DOCUMENT, '--output-path', OUTPUT],
      },
      { name: 'compile', command: ['python3', '-m', 'compileall', '-q', OUTPUT, 'main.py'] },
      { name: 'run', command: ['python3', 'main.py'] },
    ],
  },
  {
    name: 'typescript-fetch',
    isQuick: true,
    files: { 'typescript/fetch.ts': 'main.ts', 'typescript/tsconfig.json': 'tsconfig.json' },
    steps: [
      openApiGenerator('typescript-fetch'),
      { name: 'compile', command: TSC },
      { name: 'run', command: ['node', 'compiled/main.js'] },
    ],
  },
  npmClient(
    'typescript-hey-api',
    'typescript/hey.ts',
    { 'typescript/openapi-ts.config.mjs': 'openapi-ts.config.mjs' },
    ['node_modules/.bin/openapi-ts'],
  ),
  npmClient('typescript-openapi-fetch', 'typescript/openapi-fetch.ts', {}, [
    'node_modules/.bin/openapi-typescript',
    DOCUMENT,
    '-o',
    'client.d.ts',
  ]),
  {
    name: 'go',
    files: { 'go/main.go': 'main.go' },
    steps: [
      // The path by which the program imports the client.
      openApiGenerator(
        'go',
        ...['--git-host', 'guard.test', '--git-user-id', 'guard', '--git-repo-id', 'client'],
        ...NEW_FIELDS,
      ),
      { name: 'compile', command: ['go', 'build', '-o', '../program', '../main.go'], folder: OUTPUT },
      { name: 'vet', command: ['go', 'vet', '.'], folder: OUTPUT },
      { name: 'run', command: ['./program'] },
    ],
  },
  {
    name: 'java',
    files: { 'java/Main.java': `${OUTPUT}/src/main/java/Main.java` },
    steps: [
      openApiGenerator('java', '--library', 'okhttp-gson', ...NEW_FIELDS),
      maven('compile', 'dependency:copy-dependencies', '-DincludeScope=runtime'),
      { name: 'run', command: ['java', '-cp', 'target/classes:target/dependency/*', 'Main'], folder: OUTPUT },
    ],
  },
  {
    name: 'kotlin',
    files: { 'kotlin/Main.kt': `${OUTPUT}/src/main/kotlin/Main.kt`, 'kotlin/pom.xml': `${OUTPUT}/pom.xml` },
    steps: [
      openApiGenerator('kotlin'),
      maven('compile', 'dependency:copy-dependencies', '-DincludeScope=runtime'),
      {
        name: 'run',
        command: ['java', '-cp', 'target/classes:target/dependency/*', 'MainKt'],
        folder: OUTPUT,
      },
    ],
  },
  {
    name: 'rust',
    files: {
      'rust/main.rs': 'src/main.rs',
      'rust/Cargo.toml': 'Cargo.toml',
      'rust/Cargo.lock': 'Cargo.lock',
    },
    steps: [
      openApiGenerator('rust'),
      { name: 'compile', command: ['cargo', 'build', '--locked', '--quiet'] },
      { name: 'run', command: ['target/debug/program'] },
    ],
  },
  {
    name: 'python-openapi-generator',
    files: { 'python/openapi_generator.py': 'main.py' },
    steps: [
      openApiGenerator('python'),
      { name: 'compile', command: ['python3', '-m', 'compileall', '-q', OUTPUT, 'main.py'] },
      { name: 'run', command: ['python3', 'main.py'] },
    ],
  },
  {
    name: 'ruby',
    files: { 'ruby/main.rb': 'main.rb' },
    steps: [openApiGenerator('ruby'), { name: 'run', command: ['ruby', '-I', `${OUTPUT}/lib`, 'main.rb'] }],
  },
  {
    name: 'php',
    files: { 'php/main.php': 'main.php' },
    steps: [openApiGenerator('php', ...NEW_FIELDS), { name: 'run', command: ['php', 'main.php'] }],
  },
  { name: 'swift', files: {}, steps: [openApiGenerator('swift6')] },
  { name: 'dart', files: {}, steps: [openApiGenerator('dart-dio')] },
];
