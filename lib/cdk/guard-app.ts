import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, Tags } from 'aws-cdk-lib';
import { UNKNOWN_COMMIT } from '../../shared/lambda/release.ts';
import {
  type Bundle,
  type FunctionAssets,
  prepareFunctionAssets,
  removeStagedCode,
} from './functions/function-assets.ts';
import { GuardStack, type GuardStackProps } from './guard-stack.ts';
import { addSecurityChecks } from './security-checks.ts';
import { readCompleteSettings, type StageSettings } from './stage-settings.ts';

/**
 * Bundles the functions and synthesizes the stack of the stage in the app's context. The stack names no account and no
 * region: the AWS credentials of a deployment decide. Synthesis needs neither credentials nor Docker, and gives the same
 * files for the same sources and commit. A commit in the context overrides `commit`. Tests replace the bundler by `bundle`.
 */
export async function synthesizeGuard(
  app: App,
  commit = UNKNOWN_COMMIT,
  bundle?: Bundle,
): Promise<GuardStack> {
  const found: Readonly<Record<string, string>> = { commit };
  const settings = readCompleteSettings((name) => app.node.tryGetContext(name) ?? found[name]);
  const outputFolder = await mkdtemp(join(tmpdir(), 'guard-functions-'));
  try {
    const functionAssets = await prepareFunctionAssets({
      outputFolder,
      architecture: settings.functionArchitecture,
      commit: settings.commit,
      bundle,
    });
    await removeStagedCode(app.outdir);
    const stack = addGuardStack(app, settings, functionAssets);
    addSecurityChecks(app);
    app.synth();
    return stack;
  } finally {
    // CDK has copied the assets by now.
    await rm(outputFolder, { recursive: true, force: true });
  }
}

/** Adds the stack of a stage. It is not checked and synthesized yet. */
export function addGuardStack(
  app: App,
  settings: StageSettings,
  functionAssets: FunctionAssets,
  options: Pick<GuardStackProps, 'routes' | 'triggers'> = {},
): GuardStack {
  const stack = new GuardStack(app, `Guard-${settings.stage}`, {
    description: `Guard, stage ${settings.stage}`,
    settings,
    functionAssets,
    ...options,
  });
  Tags.of(stack).add('service', 'guard');
  Tags.of(stack).add('stage', settings.stage);
  return stack;
}
