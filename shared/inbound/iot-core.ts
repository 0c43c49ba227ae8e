import {
  AttachPolicyCommand,
  AttachThingPrincipalCommand,
  CreateKeysAndCertificateCommand,
  CreateThingCommand,
  DeleteCertificateCommand,
  DeleteThingCommand,
  DescribeCertificateCommand,
  DetachPolicyCommand,
  DetachThingPrincipalCommand,
  IoTClient,
  ResourceNotFoundException,
  UpdateCertificateCommand,
} from '@aws-sdk/client-iot';
import type { CertificateAuthority } from '../lambda/certificate-authority.ts';
import { PROVIDER_LIMITS } from '../lambda/provider-limits.ts';
import { certificatePolicy } from './client-policy.ts';

/**
 * Issues certificates by AWS IoT Core. Each belongs to a thing that is called like its client id; the policy of the stage lets a
 * certificate connect with the name of its thing only.
 */
export function iotCore(stage: string): CertificateAuthority {
  let client: IoTClient | undefined;
  const iot = () => (client ??= new IoTClient(PROVIDER_LIMITS));
  const policyName = certificatePolicy(stage);
  return {
    async make(clientIdOf) {
      const { certificateId, certificateArn, certificatePem, keyPair } = await iot().send(
        new CreateKeysAndCertificateCommand({ setAsActive: false }),
      );
      if (!certificateId || !certificatePem || !keyPair?.PrivateKey)
        throw new Error('IoT Core issued nothing');
      const thingName = clientIdOf(certificateId);
      await iot().send(new CreateThingCommand({ thingName }));
      await iot().send(new AttachThingPrincipalCommand({ thingName, principal: certificateArn }));
      await iot().send(new AttachPolicyCommand({ policyName, target: certificateArn }));
      await iot().send(new UpdateCertificateCommand({ certificateId, newStatus: 'ACTIVE' }));
      return { id: certificateId, certificate: certificatePem, privateKey: keyPair.PrivateKey };
    },
    async end(certificateId, thingName) {
      try {
        const { certificateDescription } = await iot().send(
          new DescribeCertificateCommand({ certificateId }),
        );
        const arn = certificateDescription?.certificateArn;
        await iot().send(new UpdateCertificateCommand({ certificateId, newStatus: 'INACTIVE' }));
        await iot().send(new DetachPolicyCommand({ policyName, target: arn }));
        await iot().send(new DetachThingPrincipalCommand({ thingName, principal: arn }));
        await iot().send(new DeleteThingCommand({ thingName }));
        await iot().send(new DeleteCertificateCommand({ certificateId }));
      } catch (error) {
        if (!(error instanceof ResourceNotFoundException)) throw error;
      }
    },
  };
}
