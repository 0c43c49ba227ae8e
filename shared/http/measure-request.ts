import { ERRORS, type ErrorCode } from '../errors.ts';
import { functionGroup, type PlacedFunction } from '../lambda/function-group.ts';
import type { MetricValue } from '../lambda/publish-metrics.ts';
import type { Runtime } from '../lambda/runtime.ts';
import type { PipelineRequest, PipelineStep } from './pipeline-state.ts';

/** The type of credential that an error rejects. */
const REFUSED_CREDENTIALS: { readonly [C in ErrorCode]?: string } = {
  invalid_credentials: 'password',
  sso_account_unknown: 'sso',
  sso_code_not_valid: 'sso',
  sso_login_disabled: 'sso',
  sso_role_missing: 'sso',
  sso_role_unknown: 'sso',
  unauthenticated: 'token',
};

export function measureRequest(route: PlacedFunction): PipelineStep {
  const dimensions = { group: functionGroup(route) };
  const measure = ({ event: { state } }: PipelineRequest) => {
    const code = state.error?.code;
    state.metrics.push({ name: 'Runs', value: 1, dimensions }, ...failureMetrics(code, state.runtime));
    if (code && ERRORS[code].status >= 500) {
      state.metrics.push(
        { name: 'ServerErrors', value: 1, dimensions },
        { name: 'Failures', value: 1, dimensions: { code } },
      );
    }
  };
  return { after: measure, onError: measure };
}

function failureMetrics(code: ErrorCode | undefined, { release }: Pick<Runtime, 'release'>): MetricValue[] {
  if (code === undefined) return [];
  const credential = REFUSED_CREDENTIALS[code];
  return [
    ...(credential
      ? [{ name: 'AuthenticationFailures', value: 1, dimensions: { credential } } as const]
      : []),
    ...(code === 'too_many_requests' ? [{ name: 'RateLimited', value: 1 } as const] : []),
    // This metric names the commit, because a rollback concerns the new release only.
    ...(code === 'internal_error'
      ? [{ name: 'InternalErrors', value: 1, dimensions: { release } } as const]
      : []),
  ];
}
