import type { CloudFormationCustomResourceEvent, CloudFormationCustomResourceResponse } from 'aws-lambda';

export interface CustomResource {
  /** What the stack gets when it is created or updated. */
  readonly find: () => Promise<Record<string, string>>;
  /** Done before what this resource depends on is deleted. Another attempt may follow. */
  readonly release: () => Promise<void>;
}

/**
 * Carries out an event of a custom resource of CloudFormation, and answers it at the URL of the event, whether it succeeds or not:
 * without an answer a deployment waits for an hour (AWS, "Custom resource request and response reference").
 */
export async function answerCustomResource(
  event: CloudFormationCustomResourceEvent,
  send: typeof fetch,
  { find, release }: CustomResource,
): Promise<void> {
  const { RequestType, StackId, RequestId, LogicalResourceId } = event;
  const answer = (
    result: Pick<CloudFormationCustomResourceResponse, 'Status'> & { Reason?: string; Data?: object },
  ) =>
    send(event.ResponseURL, {
      method: 'PUT',
      // The signature of the URL covers an empty type.
      headers: { 'Content-Type': '' },
      body: JSON.stringify({
        StackId,
        RequestId,
        LogicalResourceId,
        PhysicalResourceId: LogicalResourceId,
        ...result,
      }),
    });
  try {
    if (RequestType === 'Delete') await release();
    await answer({ Status: 'SUCCESS', Data: RequestType === 'Delete' ? {} : await find() });
  } catch (error) {
    await answer({ Status: 'FAILED', Reason: error instanceof Error ? error.message : String(error) });
    throw error;
  }
}
