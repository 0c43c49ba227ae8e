import * as z from 'zod';
import { NEEDED_TYPES, REGIONS } from '../../lib/cdk/regions.ts';
import type { Finding } from './judge-findings.ts';

/** cfn-lint has no schemas of Bahrain, and compares its templates with those of us-east-1. */
const WITHOUT_SCHEMAS = ['me-south-1'];
export const LINTED_REGIONS = Object.keys(REGIONS).filter((it) => !WITHOUT_SCHEMAS.includes(it));

const templateSchema = z.object({
  Conditions: z.record(z.string(), z.unknown()).default({}),
  Resources: z.record(z.string(), z.object({ Type: z.string(), Condition: z.string().optional() })),
});
type Resources = z.infer<typeof templateSchema>['Resources'];

/**
 * Makes templates that have one resource for each type and condition of these templates, without properties, so that
 * cfn-lint reads them in seconds for all regions. `created`: with the conditions, each different template once. `everywhere`:
 * all types, without conditions.
 */
export function shortenTemplates(texts: Iterable<string>): { created: string[]; everywhere: string } {
  const created = new Set<string>();
  const types = new Set<string>();
  for (const text of texts) {
    const { Conditions, Resources } = templateSchema.parse(JSON.parse(text));
    const shortened: Resources = {};
    for (const { Type, Condition } of Object.values(Resources)) {
      types.add(Type);
      shortened[`${Type}${Condition ?? ''}`.replaceAll(':', '')] = { Type, ...(Condition && { Condition }) };
    }
    const sorted = Object.fromEntries(Object.entries(shortened).sort());
    created.add(JSON.stringify({ Conditions, Resources: sorted }));
  }
  const all = [...types].sort().map((Type) => [Type.replaceAll(':', ''), { Type }]);
  return { created: [...created], everywhere: JSON.stringify({ Resources: Object.fromEntries(all) }) };
}

const line = ({ Message }: Finding): string => {
  const [, type, region] = /^Resource type '([\w:]+)' does not exist in '([\w-]+)'$/.exec(Message) ?? [];
  if (type === undefined) throw new Error(`cfn-lint says something else about a type: ${Message}`);
  return `${type} ${region}`;
};

/**
 * Returns a line for each type that a region lacks though lib/cdk/regions.ts does not say so, for each that it lists there
 * without need, and for each that the stage creates in a region without it.
 */
export function judgeMissingTypes(findings: {
  readonly created: readonly Finding[];
  readonly everywhere: readonly Finding[];
}): string[] {
  const missing = new Set(findings.everywhere.map(line));
  const listed = new Set(
    LINTED_REGIONS.flatMap((region) => (REGIONS[region] ?? []).map((type) => `${type} ${region}`)),
  );
  const created = new Set(findings.created.map(line));
  return [
    ...[...missing.difference(listed)].map(
      (it) => `${it}: is missing, and lib/cdk/regions.ts does not say so`,
    ),
    ...[...listed.difference(missing)].map((it) => `${it}: exists, but lib/cdk/regions.ts calls it missing`),
    ...[...created]
      // A stage with such a setting cannot do without these types, and preflight says so.
      .filter((it) => !NEEDED_TYPES.some((type) => it.startsWith(`${type} `)))
      .map((it) => `${it}: is missing, but the stage creates it there`),
  ];
}
