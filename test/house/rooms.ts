import type { Imports } from './imports.ts';

/**
 * The layers of `shared/`, from the top: a file imports from its own room and from rooms below, never from above. The
 * files that stand in `shared/` itself are the ground (docs/architecture.md, "The layers of shared", says what each is for).
 */
export const LAYERS = [
  'http',
  'probes',
  'live',
  'sessions',
  'reports',
  'heartbeats',
  'webhooks',
  'tenants',
  'keys',
  'users',
  'alerts',
  'devices',
  'zones',
  'sites',
  'secrets',
  'rate-limits',
  'lambda',
  'lists',
  'timers',
  'table',
  'ground',
] as const;

/** Which rooms of the project a room imports from, beside itself. What is not here imports from anywhere. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  shared: [],
  // The page of the console names the files that it is built of.
  functions: ['lib/console', 'shared'],
  'lib/client': [],
  'lib/console': ['lib/client'],
  'lib/openapi': ['functions', 'shared'],
  'lib/cdk': ['lib/console', 'functions', 'shared'],
  // The local server plays what the CDK deploys: gateway responses, CORS, compression.
  'lib/local': ['lib/cdk', 'lib/client', 'lib/console', 'functions', 'shared'],
  'lib/admin': ['lib/local', 'shared'],
  bin: ['lib/admin', 'lib/cdk', 'lib/local', 'lib/openapi', 'functions'],
  bench: ['lib/admin', 'lib/cdk', 'lib/client', 'lib/local', 'functions', 'shared'],
};

/** The room that a file of the project stands in; `undefined` for packages and other files. */
function roomOf(file: string): string | undefined {
  const [top = '', second = ''] = file.split('/');
  if (top === 'lib') return `lib/${second}`;
  return top in ALLOWED || top === 'test' ? top : undefined;
}

/** The layer of a file of `shared/`. */
function layerOf(file: string): string {
  const [, ...path] = file.split('/');
  return path.length === 1 ? 'ground' : (path[0] ?? '');
}

/** Every import that leads from a room to one that it must not know, or up in the layers of `shared/`. */
export function wrongImports(imports: Imports): string[] {
  return [...imports].flatMap(([file, imported]) =>
    imported.filter((it) => isWrong(file, it)).map((it) => `${file} → ${it}`),
  );
}

function isWrong(file: string, imported: string): boolean {
  const [from, to] = [roomOf(file), roomOf(imported)];
  if (from === undefined || to === undefined) return false;
  if (from === 'shared' && to === 'shared') return rank(layerOf(file)) > rank(layerOf(imported));
  const allowed = ALLOWED[from];
  return from !== to && allowed !== undefined && !allowed.includes(to);
}

function rank(layer: string): number {
  return LAYERS.indexOf(layer as (typeof LAYERS)[number]);
}

/** Files that stand in no room: in a folder of `lib/` or `shared/` that nothing says the place of. */
export function strays(files: Iterable<string>): string[] {
  return [...files].filter((file) => {
    if (file.startsWith('shared/')) return rank(layerOf(file)) < 0;
    return file.startsWith('lib/') && !Object.hasOwn(ALLOWED, roomOf(file) ?? '');
  });
}
