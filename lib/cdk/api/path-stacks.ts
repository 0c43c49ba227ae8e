import { NestedStack } from 'aws-cdk-lib';
import { type IResource, Resource, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import { pascalCase } from '../name-case.ts';

interface PathStacksProps {
  readonly stage: string;
  readonly restApi: RestApi;
}

/**
 * Creates the paths of the API, each with its methods in one stack. A path that is not in `ROOT_PATHS` is in a nested stack,
 * because a stack has at most 500 resources (AWS, "CloudFormation quotas"). Only the path decides about the stack: all paths
 * that begin with `/api/v1/sites` are in `SitesApi`. So a path never moves, whatever is added and in whatever order, and none
 * of these stacks needs another. They differ from the stacks of the functions, because methods need the authorizer, while
 * functions are deployed in waves before it.
 */
export class PathStacks {
  readonly #byName = new Map<string, NestedStack>();
  readonly #scope: Construct;
  readonly #props: PathStacksProps;

  constructor(scope: Construct, props: PathStacksProps) {
    this.#scope = scope;
    this.#props = props;
  }

  /** Returns the API resource of a path. It is created if it does not exist. */
  resourceOf(path: string): IResource {
    const { root } = this.#props.restApi;
    const top = topOutsideRoot(path);
    if (top !== undefined) {
      const end = top.lastIndexOf('/');
      const parent = root.resourceForPath(top.slice(0, end));
      const pathPart = top.slice(end + 1);
      // Later calls find the resource through its parent, and what is below it is created in its stack.
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

/** Matches what no other path does. */
export const ANY_OTHER_PATH = '/{proxy+}';

/** The collection of a path: `sites` for `/api/v1/sites/{site_id}/contacts`. */
function collectionOf(path: string): string {
  if (path === ANY_OTHER_PATH) return 'other';
  const [, name] = /^\/(?:api\/v1\/)?([\w-]+)/.exec(path) ?? [];
  if (name === undefined) throw new Error(`The path ${path} begins with no name.`);
  return name;
}

/**
 * The longest paths that were deployed before the API had nested stacks. Their API resources and methods, and those of the
 * paths above them, stay in the root stack. The list never gets longer, because `path-stacks.ts` puts new paths into nested
 * stacks. A deployed path cannot move: CloudFormation would create it in the new stack before deleting it in the old one, and
 * API Gateway rejects a second one. A path that has no endpoint any more may leave the list.
 */
const LONGEST_PATHS: readonly string[] = [
  '/api/v1/alerts/acknowledge',
  '/api/v1/alerts/resolve',
  '/api/v1/alerts/summary',
  '/api/v1/alerts/{alert_id}/acknowledge',
  '/api/v1/alerts/{alert_id}/events',
  '/api/v1/alerts/{alert_id}/notes',
  '/api/v1/alerts/{alert_id}/reopen',
  '/api/v1/alerts/{alert_id}/resolve',
  '/api/v1/auth/login',
  '/api/v1/auth/logout',
  '/api/v1/auth/me',
  '/api/v1/auth/refresh',
  '/api/v1/auth/sessions/{token_id}',
  '/api/v1/devices/import',
  '/api/v1/devices/{device_id}',
  '/api/v1/escalation',
  '/api/v1/keys/{key_id}',
  '/api/v1/live/tickets',
  '/api/v1/reports',
  '/api/v1/sites/{site_id}/alerts',
  '/api/v1/sites/{site_id}/devices',
  '/api/v1/sites/{site_id}/zones',
  '/api/v1/tenants/{tenant_id}',
  '/api/v1/users/{user_id}/sites',
  '/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/resend',
  '/api/v1/webhooks/{webhook_id}/recover',
  '/api/v1/webhooks/{webhook_id}/rotate',
  '/api/v1/webhooks/{webhook_id}/test',
  '/api/v1/zones/{zone_id}',
  '/console/assets/{asset}',
  '/docs/api',
  '/docs/api.json',
  '/docs/assets/{asset}',
  '/health',
];

const ROOT_PATHS = new Set(LONGEST_PATHS.flatMap(pathsTo));

/**
 * Finds the topmost part of a path that is not in the root stack, such as `/zones/{zone_id}/cameras` for
 * `/zones/{zone_id}/cameras/{camera_id}`.
 */
export function topOutsideRoot(path: string): string | undefined {
  return pathsTo(path).find((it) => !ROOT_PATHS.has(it));
}

/** The path and all paths above it: `/a`, `/a/b` and `/a/b/c` for `/a/b/c`. */
function pathsTo(path: string): string[] {
  const parts = path.split('/').filter((it) => it !== '');
  return parts.map((_, place) => `/${parts.slice(0, place + 1).join('/')}`);
}
