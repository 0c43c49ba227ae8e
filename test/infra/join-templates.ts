import * as z from 'zod';

/** The parts of a CloudFormation template that joining needs. */
export const templateSchema = z.looseObject({
  Resources: z.record(z.string(), z.looseObject({ Type: z.string() })),
  Outputs: z.record(z.string(), z.looseObject({ Value: z.unknown() })).default({}),
  Parameters: z.record(z.string(), z.unknown()).default({}),
});

export type StackTemplate = z.infer<typeof templateSchema>;

const nestedStackSchema = z.looseObject({
  Type: z.literal('AWS::CloudFormation::Stack'),
  Properties: z.looseObject({ Parameters: z.record(z.string(), z.unknown()).default({}) }),
});

/**
 * One template without nesting: parameters and outputs between a stack and its nested stacks are replaced by their values.
 * Nested stacks and the dependencies on them are removed. If several stacks have a resource with the same logical id, the
 * nested stack's id is its prefix. `prefixesAll` gives one to all resources of nested stacks.
 */
export function joinTemplates(
  root: StackTemplate,
  nested: ReadonlyMap<string, StackTemplate>,
  { prefixesAll = false } = {},
): StackTemplate {
  const stackIds = new Set(nested.keys());
  const ids = [root, ...nested.values()].flatMap(({ Resources }) => Object.keys(Resources));
  const ambiguous = new Set(ids.filter((id, place) => ids.indexOf(id) !== place));
  const nameOf = (stackId: string, id: string) => (prefixesAll || ambiguous.has(id) ? stackId + id : id);
  const parametersOf = (id: string) => nestedStackSchema.parse(root.Resources[id]).Properties.Parameters;

  /** Finds a value in the root. */
  const inRoot = (value: unknown): unknown =>
    replace(value, (it) => {
      const [stackId, output] = outputOf(it) ?? [];
      const template = nested.get(stackId ?? '');
      if (!template || stackId === undefined) return undefined;
      return { value: inNested(stackId, template.Outputs[output ?? '']?.Value) };
    });
  /** Finds a value in a nested stack. */
  const inNested = (stackId: string, value: unknown): unknown => {
    const parameters = parametersOf(stackId);
    return replace(value, (it) => {
      const { Ref, 'Fn::GetAtt': attribute } = referenceSchema.parse(it);
      if (Ref !== undefined && Ref in parameters) return { value: inRoot(parameters[Ref]) };
      if (Ref !== undefined) return { value: { Ref: nameOf(stackId, Ref) } };
      if (attribute) return { value: { 'Fn::GetAtt': [nameOf(stackId, attribute[0]), attribute[1]] } };
      return undefined;
    });
  };

  const own = Object.entries(root.Resources)
    .filter(([id]) => !stackIds.has(id))
    .map(([id, resource]) => [id, waitFor(inRoot(resource), (it) => (stackIds.has(it) ? [] : [it]))]);
  const others = [...nested].flatMap(([stackId, { Resources }]) =>
    Object.entries(Resources).map(([id, resource]) => [
      nameOf(stackId, id),
      waitFor(inNested(stackId, resource), (it) => [nameOf(stackId, it)]),
    ]),
  );
  return templateSchema.parse({
    ...root,
    Resources: Object.fromEntries([...own, ...others]),
    Outputs: inRoot(root.Outputs),
  });
}

const referenceSchema = z.looseObject({
  Ref: z.string().optional(),
  'Fn::GetAtt': z.tuple([z.string(), z.string()]).optional(),
});

type Attributes = Readonly<Record<string, unknown>>;

/** Replaces objects in a value, recursively. */
function replace(value: unknown, change: (it: Attributes) => { value: unknown } | undefined): unknown {
  if (Array.isArray(value)) return value.map((it) => replace(it, change));
  if (typeof value !== 'object' || value === null) return value;
  const changed = change(value as Attributes);
  if (changed) return changed.value;
  return Object.fromEntries(Object.entries(value).map(([name, it]) => [name, replace(it, change)]));
}

/** The stack and the name of the output that an `Fn::GetAtt` asks for. */
function outputOf(it: Attributes): [string, string] | undefined {
  const found = z.tuple([z.string(), z.string().startsWith('Outputs.')]).safeParse(it['Fn::GetAtt']);
  return found.data && [found.data[0], found.data[1].slice('Outputs.'.length)];
}

/** A resource that waits for what these give instead of what it waits for. */
function waitFor(resource: unknown, change: (id: string) => readonly string[]): unknown {
  const { DependsOn, ...rest } = resource as { DependsOn?: string | string[] };
  const others = [DependsOn ?? []].flat().flatMap(change);
  return others.length > 0 ? { ...rest, DependsOn: others } : rest;
}

/** All references in a value: logical ids of resources, and names of parameters. */
export function referencesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, it]) => {
    if (name === 'Ref' && typeof it === 'string') return [it];
    if (name === 'Fn::GetAtt' && Array.isArray(it)) return [String(it[0])];
    return referencesIn(it);
  });
}

/** The resources that each resource of a template waits for. */
export function dependenciesOf(text: string): Map<string, string[]> {
  const { Resources } = templateSchema.parse(JSON.parse(text));
  return new Map(
    Object.entries(Resources).map(([id, { DependsOn = [], ...rest }]) => [
      id,
      [...referencesIn(rest), ...[DependsOn].flat().map(String)].filter((it) => it in Resources),
    ]),
  );
}
