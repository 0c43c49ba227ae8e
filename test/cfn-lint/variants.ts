import {
  EVERY_OPTION,
  FULL,
  HOSTED,
  RESTORED_TABLE,
  STAGES_WITH_OPTIONS,
} from '../infra/stages-with-options.ts';

/** The settings of `-c`. */
export type Variant = readonly [name: string, context: Readonly<Record<string, string>>];

/** The variants that together have every type of resource. */
export const SHORT_VARIANTS: readonly Variant[] = [
  ['prod with every option', FULL],
  ['prod in a hosted zone', HOSTED],
];

/** Stages that together have every form of every resource. */
export const VARIANTS: readonly Variant[] = [
  ...STAGES_WITH_OPTIONS,
  ['prod, all at once', { stage: 'prod', ...EVERY_OPTION, release: 'all_at_once' }],
  ['prod on a restored table', { stage: 'prod', ...RESTORED_TABLE }],
  ['prod on x86_64', { stage: 'prod', functionArchitecture: 'x86_64' }],
];
