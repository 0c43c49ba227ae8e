import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NestedStack, Stage } from 'aws-cdk-lib';
import * as z from 'zod';
import type { GuardStack } from '../../lib/cdk/guard-app.ts';
import { type StackTemplate, templateSchema } from './join-templates.ts';

/** The template files of a stage: of its stack, and of its nested stacks by logical id. */
export const stageTextsSchema = z.object({
  stackName: z.string(),
  root: z.string(),
  nested: z.array(z.tuple([z.string(), z.string()])),
});
export type StageTexts = z.infer<typeof stageTextsSchema>;

/** The templates of a stage: of its stack, and of its nested stacks by logical id. */
export interface StageTemplates {
  readonly root: StackTemplate;
  readonly nested: ReadonlyMap<string, StackTemplate>;
}

/** Reads the template files of a stage that is synthesized. */
export function textsOf(stack: GuardStack): StageTexts {
  const { outdir } = Stage.of(stack) ?? {};
  if (outdir === undefined) throw new Error('The stack is not part of an app.');
  const nestedStacks = stack.node.findAll().filter((it): it is NestedStack => it instanceof NestedStack);
  return {
    stackName: stack.stackName,
    root: readFileSync(join(outdir, stack.templateFile), 'utf8'),
    nested: nestedStacks.map((it) => [
      z.string().parse(stack.resolve(it.nestedStackResource?.logicalId)),
      readFileSync(join(outdir, it.templateFile), 'utf8'),
    ]),
  };
}

export function parseTexts({ root, nested }: Pick<StageTexts, 'root' | 'nested'>): StageTemplates {
  const parse = (text: string) => templateSchema.parse(JSON.parse(text));
  return { root: parse(root), nested: new Map(nested.map(([id, text]) => [id, parse(text)])) };
}
