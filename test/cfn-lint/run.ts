/**
 * Runs cfn-lint on the templates of every variant of the stack, for two regions. Fails for
 * each finding that is not in ignored-findings.ts. For all other commercial regions it only compares the resource types with
 * lib/cdk/regions.ts, because cfn-lint has the same schema of a type for all regions.
 *
 * `--short` is for variants that have every type of resource.
 *
 * It needs Python: `cfn-lint` on the PATH, or the one that .ci/run installs into .guard/cfn-lint.
 */
import { execFile } from 'node:child_process';
import { access, glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { IGNORED_FINDINGS } from './ignored-findings.ts';
import { type Finding, findingsSchema, judgeFindings } from './judge-findings.ts';
import { judgeMissingTypes, LINTED_REGIONS, shortenTemplates } from './missing-types.ts';
import { synthesizeVariant } from './synthesize-variant.ts';
import { SHORT_VARIANTS, VARIANTS } from './variants.ts';

/** The roles of continuous deployment, which the stack does not have. */
const GITHUB_ROLES = fileURLToPath(new URL('../../docs/github-oidc.yaml', import.meta.url));
const INSTALLED = fileURLToPath(new URL('../../.guard/cfn-lint/bin/cfn-lint', import.meta.url));
/** A feature that a region lacks is an error there; us-east-1 gets features first. */
const REGIONS = ['eu-central-1', 'us-east-1'];
/** cfn-lint uses one processor. */
const PROCESSES = 2;
const LARGEST_OUTPUT_BYTES = 64 * 2 ** 20;

const NOT_INSTALLED =
  'cfn-lint is not installed:\n  python3 -m venv .guard/cfn-lint\n  .guard/cfn-lint/bin/pip install -r test/cfn-lint/requirements.txt';

async function findCfnLint(): Promise<string> {
  return access(INSTALLED).then(
    () => INSTALLED,
    () => 'cfn-lint',
  );
}

/** The texts of the templates of the variants by file, without duplicates. */
async function synthesizeAll(folder: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const [place, variant] of variants.entries()) {
    const variantFolder = join(folder, `${place} ${variant[0]}`);
    await synthesizeVariant(variant, variantFolder);
    for await (const file of glob('cdk.out/**/*.template.json', { cwd: variantFolder })) {
      const text = await readFile(join(variantFolder, file), 'utf8');
      files.set(text, files.get(text) ?? join(variantFolder, file));
    }
  }
  return new Map([...files].map(([text, file]) => [file, text]));
}

async function lint(
  cfnLint: string,
  files: readonly string[],
  options: readonly string[] = ['--regions', ...REGIONS],
): Promise<Finding[]> {
  const parameters = ['--format', 'json', ...options, '--', ...files];
  // Its exit code is also an error if it has findings.
  const { stdout, stderr } = await promisify(execFile)(cfnLint, parameters, {
    maxBuffer: LARGEST_OUTPUT_BYTES,
  }).catch((error: { code?: unknown; stdout?: string; stderr?: string }) => {
    if (error.code === 'ENOENT') throw new Error(NOT_INSTALLED);
    if (!error.stdout) throw error;
    return { stdout: error.stdout, stderr: error.stderr ?? '' };
  });
  if (!stdout.startsWith('[')) throw new Error(`cfn-lint did not look at the templates:\n${stdout}${stderr}`);
  return findingsSchema.parse(JSON.parse(stdout));
}

/** Only the rule about resource types, for all regions. */
const TYPES_ONLY = [
  '--ignore-checks',
  'E',
  'W',
  'I',
  '--mandatory-checks',
  'E3006',
  '--regions',
  ...LINTED_REGIONS,
];

async function lintTypes(cfnLint: string, folder: string, texts: Iterable<string>): Promise<string[]> {
  const { created, everywhere } = shortenTemplates(texts);
  const files = created.map((_text, place) => join(folder, `created-${place}.json`));
  const everywhereFile = join(folder, 'everywhere.json');
  await Promise.all(
    [...files, everywhereFile].map((file, place) => writeFile(file, created[place] ?? everywhere)),
  );
  return judgeMissingTypes({
    created: await lint(cfnLint, files, TYPES_ONLY),
    everywhere: await lint(cfnLint, [everywhereFile], TYPES_ONLY),
  });
}

const variants = process.argv.includes('--short') ? SHORT_VARIANTS : VARIANTS;
const folder = await mkdtemp(join(tmpdir(), 'guard-cfn-lint-'));
try {
  const templates = await synthesizeAll(folder);
  const cfnLint = await findCfnLint();
  const files = [...templates.keys(), GITHUB_ROLES];
  if (templates.size === 0) throw new Error('There is no template.');
  const parts = Array.from({ length: Math.min(PROCESSES, files.length) }, (_, part) =>
    files.filter((_file, place) => place % PROCESSES === part),
  );
  const findings = (await Promise.all(parts.map((part) => lint(cfnLint, part)))).flat();
  const wrong = [
    ...judgeFindings(findings, IGNORED_FINDINGS, templates),
    ...(await lintTypes(cfnLint, folder, templates.values())),
  ];
  for (const line of wrong) console.error(line.replace(`${folder}/`, ''));
  console.log(
    `cfn-lint: ${variants.length} variants, ${templates.size} different templates, ${findings.length} findings, types in ${LINTED_REGIONS.length} regions, ${wrong.length} not explained`,
  );
  if (wrong.length > 0) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
