import { methodsOf, type Route } from '../../shared/http/route.ts';

export interface RouteMatch {
  readonly route: Route;
  /** The path parameters, still percent-encoded; `null` if there are none. */
  readonly pathParameters: Record<string, string> | null;
}

export interface RouteMatcher {
  /** Finds the route; `undefined` for an unknown path or method. A route with GET does not answer HEAD by itself. */
  match(method: string, path: string): RouteMatch | undefined;
  /** The methods of a path, in the order in which they are declared; empty for an unknown path. */
  methodsOf(path: string): string[];
}

interface Resource {
  readonly segments: readonly string[];
  readonly routes: Route[];
}

/**
 * Finds routes as a REST API does: the path selects the resource, where literal segments take precedence over parameters, and
 * then the method selects the route. A slash at the end is ignored.
 */
export function createRouteMatcher(routes: readonly Route[]): RouteMatcher {
  const resources = new Map<string, Resource>();
  for (const route of routes) {
    const resource = resources.get(route.path) ?? { segments: splitPath(route.path), routes: [] };
    resource.routes.push(route);
    resources.set(route.path, resource);
  }
  const ordered = [...resources.values()].sort(bySpecificity);
  const find = (segments: readonly string[]) => ordered.find((resource) => fits(resource.segments, segments));

  return {
    match(method, path) {
      const segments = splitPath(path);
      const resource = find(segments);
      const route = resource?.routes.find((candidate) => methodsOf(candidate).includes(method));
      return resource && route && { route, pathParameters: readParameters(resource.segments, segments) };
    },
    methodsOf(path) {
      return find(splitPath(path))?.routes.flatMap(methodsOf) ?? [];
    },
  };
}

/** Whether two paths without parameters name the same resource. */
export function isSamePath(left: string, right: string): boolean {
  return splitPath(left).join('/') === splitPath(right).join('/');
}

function splitPath(path: string): string[] {
  return path.replace(/^\/|\/$/g, '').split('/');
}

function parameterOf(segment: string): string | undefined {
  return /^\{(.+)\}$/.exec(segment)?.[1];
}

/** Sorts resources: at the first difference, a literal comes before a parameter. */
function bySpecificity(left: Resource, right: Resource): number {
  const [first, second] = [shapeOf(left), shapeOf(right)];
  return first < second ? -1 : Number(first > second);
}

function shapeOf({ segments }: Resource): string {
  return segments.map((segment) => (isParameter(segment) ? '1' : '0')).join('');
}

function isParameter(segment: string): boolean {
  return parameterOf(segment) !== undefined;
}

function fits(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((expected, position) => {
      const segment = segments[position];
      return isParameter(expected) ? segment !== '' : segment === expected;
    })
  );
}

function readParameters(
  pattern: readonly string[],
  segments: readonly string[],
): Record<string, string> | null {
  const entries = pattern.flatMap((expected, position): [string, string][] => {
    const name = parameterOf(expected);
    return name === undefined ? [] : [[name, segments[position] ?? '']];
  });
  return entries.length === 0 ? null : Object.fromEntries(entries);
}
