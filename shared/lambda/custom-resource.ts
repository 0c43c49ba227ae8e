import type { CloudFormationCustomResourceEvent, CloudFormationCustomResourceResponse } from 'aws-lambda';

/**
 * Carries out an event of a custom resource of CloudFormation, and answers it at the URL of the event, whether it succeeds or not:
 * without an answer a deployment waits for an hour (AWS, "Custom resource request and response reference").
 */
export async function answerCustomResource(
  event: CloudFormationCustomResourceEvent,
  send: typeof fetch,
  find: () => Promise<Record<string, string>>,
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
    const Data = RequestType === 'Delete' ? {} : await find();
    await answer({ Status: 'SUCCESS', Data });
  } catch (error) {
    await answer({ Status: 'FAILED', Reason: error instanceof Error ? error.message : String(error) });
    throw error;
  }
}
