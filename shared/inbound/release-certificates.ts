import {
  DeleteConflictException,
  DeletePolicyCommand,
  DetachPolicyCommand,
  type IoTClient,
  ListTargetsForPolicyCommand,
  ResourceNotFoundException,
} from '@aws-sdk/client-iot';

/** A detached policy can be deleted up to five minutes later (AWS, "DetachPolicy"). */
const PAUSE_MS = 15_000;
const MOST_ATTEMPTS = 24;

/**
 * Detaches a policy from all certificates that have it, and deletes it: IoT Core deletes no policy that is attached, so a stack
 * could not. If IoT Core refuses for too long, the stack tries itself.
 */
export async function releaseCertificates(
  client: Pick<IoTClient, 'send'>,
  policyName: string,
  wait: (milliseconds: number) => Promise<unknown>,
): Promise<void> {
  try {
    for (const target of await targetsOf(client, policyName)) {
      await client.send(new DetachPolicyCommand({ policyName, target }));
    }
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
      if (await isDeleted(client, policyName)) return;
      await wait(PAUSE_MS);
    }
  } catch (error) {
    // The policy was never made, or it is gone already.
    if (!(error instanceof ResourceNotFoundException)) throw error;
  }
}

async function targetsOf(client: Pick<IoTClient, 'send'>, policyName: string): Promise<string[]> {
  const found: string[] = [];
  let marker: string | undefined;
  do {
    const { targets = [], nextMarker } = await client.send(
      new ListTargetsForPolicyCommand({ policyName, pageSize: 250, marker }),
    );
    found.push(...targets);
    marker = nextMarker;
  } while (marker);
  return found;
}

function isDeleted(client: Pick<IoTClient, 'send'>, policyName: string): Promise<boolean> {
  return client.send(new DeletePolicyCommand({ policyName })).then(
    () => true,
    (error: unknown) => {
      if (error instanceof DeleteConflictException) return false;
      throw error;
    },
  );
}
