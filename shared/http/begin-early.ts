import type { Admission } from '../rate-limits/admission.ts';
import { parseJsonBody } from './json-body.ts';
import { parseInput } from './parse-input.ts';
import type { PipelineEvent, PipelineRequest } from './pipeline-state.ts';
import type { Route } from './route.ts';

/** Begins what an endpoint does while its request is being admitted. */
export type BeginEarly = (event: PipelineEvent, admission: Admission) => Promise<unknown>;

/**
 * Begins a part of an endpoint before its request is let in, so that its calls to the table wait for no count. Only
 * for input that the route's schemas take: of any other, nothing is begun. What is wrong with it is told later, by the steps
 * whose turn that is, which parse it again.
 */
export async function beginIfValid(
  route: Route,
  begin: BeginEarly,
  request: PipelineRequest,
  admission: Admission,
): Promise<unknown> {
  try {
    await parseJsonBody(route).before?.(request);
    await parseInput(route).before?.(request);
  } catch {
    return undefined;
  }
  return begin(request.event, admission);
}
