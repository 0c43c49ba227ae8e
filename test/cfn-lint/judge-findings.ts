import * as z from 'zod';
import type { IgnoredFinding } from './ignored-findings.ts';

const findingSchema = z.object({
  Filename: z.string(),
  Message: z.string(),
  Rule: z.object({ Id: z.string() }),
  Location: z.object({ Path: z.array(z.union([z.string(), z.number()])).nullable() }),
});

/** The output of cfn-lint with `--format json`. */
export const findingsSchema = z.array(findingSchema);

export type Finding = z.infer<typeof findingSchema>;

const templateSchema = z.object({ Resources: z.record(z.string(), z.object({ Type: z.string() })) });

/**
 * Returns a line for each finding that is not ignored, and for each ignored finding that no longer occurs. `templates` are
 * the texts of the templates by file.
 */
export function judgeFindings(
  findings: readonly Finding[],
  ignored: readonly IgnoredFinding[],
  templates: ReadonlyMap<string, string>,
): string[] {
  const needed = new Set<IgnoredFinding>();
  const unexplained = findings.filter((finding) => {
    const type = resourceTypeOf(finding, templates);
    const explanation = ignored.find((it) => it.rule === finding.Rule.Id && it.resourceType === type);
    if (explanation) needed.add(explanation);
    return !explanation;
  });
  return [
    ...unexplained.map(
      ({ Filename, Message, Rule, Location }) =>
        `${Filename} ${(Location.Path ?? []).join('/')}: ${Rule.Id} ${Message}`,
    ),
    ...ignored
      .filter((it) => !needed.has(it))
      .map(({ rule, resourceType }) => `${rule} is ignored for ${resourceType}, where it is not found`),
  ];
}

/** `undefined` if the finding concerns the template itself, or a template that is not one of `templates`. */
function resourceTypeOf({ Filename, Location }: Finding, templates: ReadonlyMap<string, string>) {
  const [section, id] = Location.Path ?? [];
  const template = templates.get(Filename);
  if (section !== 'Resources' || id === undefined || template === undefined) return undefined;
  const { Resources } = templateSchema.parse(JSON.parse(template));
  return Resources[id]?.Type;
}
