import { DomainName, EndpointType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayDomain } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import type { StageSettings } from '../stage-settings.ts';
import { TRANSPORT_SECURITY } from './transport-security.ts';

/** The operator's own domain name, and its certificate. */
export interface DomainSettings {
  readonly domainName: string;
  readonly certificateArn: string;
  readonly hostedZoneId: string | undefined;
}

/** Reads the domain of a stage; `undefined` if it has none. */
export function domainOf({
  domainName,
  certificateArn,
  hostedZoneId,
}: StageSettings): DomainSettings | undefined {
  if (domainName === undefined || certificateArn === undefined) return undefined;
  return { domainName, certificateArn, hostedZoneId };
}

export interface GuardDomainProps {
  readonly domain: DomainSettings;
  readonly restApi: RestApi;
}

/** Maps a domain to the API, so that the stage is not part of URLs. With a hosted zone it also creates the DNS record. */
export class GuardDomain extends Construct {
  /** The host to which the domain's DNS record must point. */
  readonly target: string;

  constructor(scope: Construct, id: string, { domain, restApi }: GuardDomainProps) {
    super(scope, id);
    const domainName = new DomainName(this, 'DomainName', {
      domainName: domain.domainName,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
      endpointType: EndpointType.REGIONAL,
      ...TRANSPORT_SECURITY,
    });
    domainName.addBasePathMapping(restApi, { stage: restApi.deploymentStage });
    this.target = domainName.domainNameAliasDomainName;
    if (domain.hostedZoneId === undefined) return;
    new ARecord(this, 'Record', {
      zone: HostedZone.fromHostedZoneId(this, 'Zone', domain.hostedZoneId),
      // The dot makes the name absolute, so that the name of the zone is not needed.
      recordName: `${domain.domainName}.`,
      target: RecordTarget.fromAlias(new ApiGatewayDomain(domainName)),
    });
  }
}
