/**
 * Runs checkov on the templates of the stack, on what docs/ offers to deploy and on the image of the receiver, and zizmor on the
 * workflows of GitHub. Fails for each finding that accepted-findings.ts does not explain, and for each explanation that nothing
 * needs.
 *
 * It needs Python: `checkov` and `zizmor` on the PATH, or those that .ci/run installs into .guard/policies.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod';
import { synthesizeVariant } from '../cfn-lint/synthesize-variant.ts';
import { SHORT_VARIANTS } from '../cfn-lint/variants.ts';
import { ACCEPTED_FINDINGS, type AcceptedFinding } from './accepted-findings.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const PATH = [join(PROJECT, '.guard/policies/bin'), process.env['PATH']].join(delimiter);
const LARGEST_OUTPUT_BYTES = 256 * 2 ** 20;

interface Finding {
  readonly check: string;
  readonly where: string;
  /** The place and what is wrong, for people. */
  readonly text: string;
}

/** The output of a command, whose exit code is also an error if it has findings. */
async function run(command: string, ...parameters: readonly string[]): Promise<unknown> {
  const options = { cwd: PROJECT, env: { ...process.env, PATH }, maxBuffer: LARGEST_OUTPUT_BYTES };
  const { stdout } = await promisify(execFile)(command, parameters, options).catch(
    (error: { stdout?: string; stderr?: string }) => {
      if (!error.stdout) throw error;
      return { stdout: error.stdout };
    },
  );
  return JSON.parse(stdout);
}

const checkSchema = z.object({
  check_id: z.string(),
  check_name: z.string(),
  resource: z.string(),
  file_path: z.string(),
});
const reportSchema = z.object({
  results: z.object({ failed_checks: z.array(checkSchema) }),
  summary: z.object({ passed: z.number(), parsing_errors: z.number() }),
});

async function runCheckov(name: string, ...parameters: readonly string[]): Promise<Finding[]> {
  const output = await run('checkov', '--skip-download', '--compact', '--quiet', '-o', 'json', ...parameters);
  const reports = z.union([reportSchema.transform((it) => [it]), z.array(reportSchema)]).parse(output);
  const passed = reports.reduce((sum, { summary }) => sum + summary.passed, 0);
  if (passed === 0 || reports.some(({ summary }) => summary.parsing_errors > 0))
    throw new Error(`checkov did not read ${name}.`);
  console.log(`checkov: ${name}, ${passed} checks passed`);
  return reports.flatMap(({ results }) =>
    results.failed_checks.map(({ check_id, check_name, resource, file_path }) => ({
      check: check_id,
      where: resource.startsWith('AWS::') ? resource.replace(/\..*/, '') : resource.replace(/\.$/, ''),
      text: `${name} ${file_path} ${resource}: ${check_name}`,
    })),
  );
}

const zizmorSchema = z.array(
  z.object({
    ident: z.string(),
    desc: z.string(),
    locations: z.array(
      z.object({
        symbolic: z.object({ key: z.object({ Local: z.object({ verbatim_path: z.string() }) }) }),
        concrete: z.object({ location: z.object({ start_point: z.object({ row: z.number() }) }) }),
      }),
    ),
  }),
);

async function runZizmor(): Promise<Finding[]> {
  const output = await run('zizmor', '--offline', '--format', 'json-v1', '.github/workflows');
  return zizmorSchema.parse(output).map(({ ident, desc, locations }) => {
    const [place] = locations;
    const file = relative(PROJECT, join(PROJECT, place?.symbolic.key.Local.verbatim_path ?? ''));
    const row = (place?.concrete.location.start_point.row ?? 0) + 1;
    return { check: ident, where: file, text: `zizmor ${file}:${row}: ${desc}` };
  });
}

/** A line for each finding that is not accepted, and for each accepted finding that does not occur. */
function judge(findings: readonly Finding[]): string[] {
  const isOf =
    ({ check, where }: AcceptedFinding) =>
    (it: Finding) =>
      it.check === check && it.where === where;
  return [
    ...findings
      .filter((it) => !ACCEPTED_FINDINGS.some((accepted) => isOf(accepted)(it)))
      .map(({ check, where, text }) => `${check} ${where} ${text}`),
    ...ACCEPTED_FINDINGS.filter((accepted) => !findings.some(isOf(accepted))).map(
      ({ check, where }) => `${check} is accepted for ${where}, where it is not found`,
    ),
  ];
}

const folder = await mkdtemp(join(tmpdir(), 'guard-policies-'));
try {
  const findings = [
    ...(await runZizmor()),
    ...(await runCheckov(
      'the roles of GitHub',
      '--framework',
      'cloudformation',
      '-f',
      'docs/github-oidc.yaml',
    )),
    ...(await runCheckov('the workflows', '--framework', 'github_actions', '-d', '.github')),
    ...(await runCheckov('the receiver', '--framework', 'dockerfile', '-f', 'lib/receiver/Dockerfile')),
  ];
  for (const [place, variant] of SHORT_VARIANTS.entries()) {
    const own = join(folder, String(place));
    await synthesizeVariant(variant, own);
    const templates = ['--framework', 'cloudformation', '-d', join(own, 'cdk.out')];
    findings.push(...(await runCheckov(variant[0], ...templates)));
  }
  const wrong = judge(findings);
  for (const line of wrong) console.error(line);
  console.log(`${findings.length} findings, ${wrong.length} not explained`);
  if (wrong.length > 0) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
