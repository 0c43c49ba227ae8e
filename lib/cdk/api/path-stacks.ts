import { NestedStack } from 'aws-cdk-lib';
import { type IResource, Resource, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import { pascalCase } from '../pascal-case.ts';
import { topOutsideRoot } from './root-paths.ts';

export interface PathStacksProps {
  readonly stage: string;
  readonly restApi: RestApi;
}

/**
 * The paths of the API, each with its methods in one stack. What is not in `root-paths.ts` is in a nested stack, because a stack
 * holds 500 resources at most (AWS, "CloudFormation quotas").
 *
 * The path alone decides the stack: all paths that begin with `/api/v1/sites` are in `SitesApi`. So a path never moves, whatever
 * is added, in whatever order, and no two of these stacks need each other. They are not the stacks of the functions, which are
 * deployed in waves before the authorizer: methods need the authorizer.
 */
export class PathStacks {
  readonly #byName = new Map<string, NestedStack>();
  readonly #scope: Construct;
  readonly #props: PathStacksProps;

  constructor(scope: Construct, props: PathStacksProps) {
    this.#scope = scope;
    this.#props = props;
  }

  /** The API resource of a path, created if it does not exist. */
  resourceOf(path: string): IResource {
    const { root } = this.#props.restApi;
    const top = topOutsideRoot(path);
    if (top !== undefined) {
      const end = top.lastIndexOf('/');
      const parent = root.resourceForPath(top.slice(0, end));
      const pathPart = top.slice(end + 1);
      // Later calls find it by its parent, and what is below it is in its stack.
      if (!parent.getResource(pathPart)) new Resource(this.#stackOf(top), top, { parent, pathPart });
    }
    return root.resourceForPath(path);
  }

  #stackOf(path: string): NestedStack {
    const name = collectionOf(path);
    const known = this.#byName.get(name);
    if (known) return known;
    const id = `${pascalCase(name)}Api`;
    const made = new NestedStack(this.#scope, id, {
      description: `Guard, stage ${this.#props.stage}: paths of ${name}`,
      suppressTemplateIndentation: true,
    });
    made.nestedStackResource?.overrideLogicalId(id);
    this.#byName.set(name, made);
    return made;
  }
}

/** `sites` for `/api/v1/sites/{site_id}/contacts`. */
function collectionOf(path: string): string {
  const [, name] = /^\/(?:api\/v1\/)?([\w-]+)/.exec(path) ?? [];
  if (name === undefined) throw new Error(`The path ${path} begins with no name.`);
  return name;
}
