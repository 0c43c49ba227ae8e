import { DescribeDomainConfigurationCommand, DescribeEndpointCommand, IoTClient } from '@aws-sdk/client-iot';
import { PROVIDER_LIMITS } from '../lambda/provider-limits.ts';

/** The hosts of AWS IoT Core, which CloudFormation does not return. */
export interface BrokerHosts {
  /** For clients with a password: that of the stage's domain configuration. */
  readonly Host: string;
  /** For clients with a certificate: that of the account. */
  readonly CertificateHost: string;
}

export async function findBrokerByIot(domainConfigurationName: string): Promise<BrokerHosts> {
  const client = new IoTClient(PROVIDER_LIMITS);
  const [domain, endpoint] = await Promise.all([
    client.send(new DescribeDomainConfigurationCommand({ domainConfigurationName })),
    client.send(new DescribeEndpointCommand({ endpointType: 'iot:Data-ATS' })),
  ]);
  const hosts = { Host: hostOf(domain.domainName), CertificateHost: hostOf(endpoint.endpointAddress) };
  if (hosts.Host === '' || hosts.CertificateHost === '') throw new Error('IoT Core named no host');
  return hosts;
}

/** The host of an address, of which an emulator adds its own port. */
const hostOf = (address = ''): string => address.replace(/:\d+$/, '');
