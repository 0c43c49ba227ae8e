import {
  DetachPolicyCommand,
  IoTClient,
  paginateListTargetsForPolicy,
  ResourceNotFoundException,
} from '@aws-sdk/client-iot';

/** Detaches a policy from all certificates that have it: IoT Core deletes no policy that is attached. */
export async function releaseCertificatesByIot(policyName: string): Promise<void> {
  const client = new IoTClient();
  const targets: string[] = [];
  try {
    for await (const page of paginateListTargetsForPolicy({ client }, { policyName })) {
      targets.push(...(page.targets ?? []));
    }
    for (const target of targets) await client.send(new DetachPolicyCommand({ policyName, target }));
  } catch (error) {
    // The policy was never made, or it is gone already.
    if (!(error instanceof ResourceNotFoundException)) throw error;
  }
}
