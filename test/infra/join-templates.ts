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
  const counts = new Map<string, number>();
  for (const { Resources } of [root, ...nested.values()]) {
    for (const id of Object.keys(Resources)) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  const nameOf = (stackId: string, id: string) =>
    prefixesAll || (counts.get(id) ?? 0) > 1 ? stackId + id : id;

  /** Finds a value in the root. */
  const inRoot = (value: unknown): unknown =>
    replace(value, (it) => {
      const [stackId = '', output = ''] = outputOf(it) ?? [];
      const template = nested.get(stackId);
      return template && { value: inNested(stackId, template.Outputs[output]?.Value) };
    });
  /** The values of the parameters of a nested stack, which many of its resources use. */
  const parametersOf = once((stackId) => {
    const { Parameters } = nestedStackSchema.parse(root.Resources[stackId]).Properties;
    return new Map(Object.entries(Parameters).map(([name, value]) => [name, inRoot(value)]));
  });
  /** Finds a value in a nested stack. */
  const inNested = (stackId: string, value: unknown): unknown =>
    replace(value, ({ Ref: ref, 'Fn::GetAtt': attribute }) => {
      if (typeof ref === 'string') {
        const parameters = parametersOf(stackId);
        return { value: parameters.has(ref) ? parameters.get(ref) : { Ref: nameOf(stackId, ref) } };
      }
      if (!Array.isArray(attribute)) return undefined;
      return { value: { 'Fn::GetAtt': [nameOf(stackId, String(attribute[0])), attribute[1]] } };
    });

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

/** Computes the value of each key once. */
function once<V>(compute: (key: string) => V): (key: string) => V {
  const known = new Map<string, V>();
  return (key) => {
    const value = known.get(key) ?? compute(key);
    known.set(key, value);
    return value;
  };
}

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
function outputOf({ 'Fn::GetAtt': attribute }: Attributes): [string, string] | undefined {
  const [stackId, name] = Array.isArray(attribute) ? attribute.map(String) : [];
  return stackId !== undefined && name?.startsWith(OUTPUT) ? [stackId, name.slice(OUTPUT.length)] : undefined;
}
const OUTPUT = 'Outputs.';

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
