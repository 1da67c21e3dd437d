import type { LocalRoute } from './topology.ts';

/** The route that a request met, and what its `{variables}` stand for. */
export interface RouteMatch {
  readonly routeKey: string;
  readonly functionName: string;
  readonly pathParameters: Readonly<Record<string, string>>;
}

/** Finds a request's route. */
export type RouteMatcher = (method: string, path: string) => RouteMatch | undefined;

interface CompiledRoute extends LocalRoute {
  readonly method: string;
  readonly segments: readonly string[];
  readonly variables: number;
}

const PATH_VARIABLE = /^\{([^}+]+)\}$/;

/**
 * Matches as an HTTP API does: a path without variables before one with, then `$default`. Paths are compared as they
 * came: an escaped slash separates nothing, and an empty segment is a segment, so `//a` is not `/a`.
 */
export const routeMatcher = (routes: readonly LocalRoute[]): RouteMatcher => {
  const compiled = routes
    .filter((route) => route.routeKey !== '$default')
    .map(compile)
    .toSorted((a, b) => a.variables - b.variables);
  const fallback = routes.find((route) => route.routeKey === '$default');
  return (method, path) => {
    const segments = path.split('/');
    for (const route of compiled) {
      if (route.method !== method && route.method !== 'ANY') continue;
      const pathParameters = matchSegments(route.segments, segments);
      if (pathParameters !== undefined) {
        return { routeKey: route.routeKey, functionName: route.functionName, pathParameters };
      }
    }
    return fallback === undefined ? undefined : { ...fallback, pathParameters: {} };
  };
};

const compile = (route: LocalRoute): CompiledRoute => {
  const [method = '', path = ''] = route.routeKey.split(' ');
  if (path.includes('+}')) throw new Error(`The local runner does not know greedy variables (${route.routeKey}).`);
  const segments = path.split('/');
  return { ...route, method, segments, variables: segments.filter((segment) => PATH_VARIABLE.test(segment)).length };
};

const matchSegments = (pattern: readonly string[], segments: readonly string[]): Record<string, string> | undefined => {
  if (pattern.length !== segments.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const actual = segments[index] ?? '';
    const name = PATH_VARIABLE.exec(expected)?.[1];
    if (name === undefined) {
      if (expected !== actual) return undefined;
    } else {
      if (actual === '') return undefined;
      parameters[name] = decoded(actual);
    }
  }
  return parameters;
};

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};
