import { DomainName, EndpointType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Certificate, CertificateValidation, type ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import { ARecord, type IAliasRecordTarget, type IHostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayDomain } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import { hostedZoneOf } from '../hosted-zone.ts';
import type { StageSettings } from '../stage-settings.ts';
import { TRANSPORT_SECURITY } from './transport-security.ts';

/** One of the operator's own domain names, with the certificate and the hosted zone of the stage. */
export interface Domain {
  readonly domainName: string;
  readonly certificate: ICertificate;
  readonly zone: IHostedZone | undefined;
}

/** The domains of a stage. An API has none if the stage does not name one. */
export interface Domains {
  readonly api: Domain | undefined;
  readonly live: Domain | undefined;
}

/**
 * Finds the certificate of a stage's domain names, or creates it in the stage's region. CloudFormation adds the records that
 * prove its names to the zone, and waits until it is issued; ACM renews it as long as the records exist (AWS, "DNS
 * validation").
 */
export function createDomains(scope: Construct, settings: StageSettings): Domains {
  const { domainName, liveDomainName, certificateArn } = settings;
  const [name, ...otherNames] = [domainName, liveDomainName].filter((it) => it !== undefined);
  if (name === undefined) return { api: undefined, live: undefined };
  const within = new Construct(scope, 'Domains');
  const zone = hostedZoneOf(within, settings);
  const certificate =
    certificateArn === undefined
      ? new Certificate(within, 'Certificate', {
          domainName: name,
          subjectAlternativeNames: otherNames,
          validation: CertificateValidation.fromDns(zone),
        })
      : Certificate.fromCertificateArn(within, 'Certificate', certificateArn);
  const domainOf = (it: string | undefined) =>
    it === undefined ? undefined : { domainName: it, certificate, zone };
  return { api: domainOf(domainName), live: domainOf(liveDomainName) };
}

/** Points a domain name at an API, if the stage has a hosted zone. */
export function createRecord(
  scope: Construct,
  { domainName, zone }: Domain,
  target: IAliasRecordTarget,
): void {
  if (zone)
    new ARecord(scope, 'Record', {
      zone,
      // The dot makes the name absolute.
      recordName: `${domainName}.`,
      target: RecordTarget.fromAlias(target),
    });
}

export interface GuardDomainProps {
  readonly domain: Domain;
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
      certificate: domain.certificate,
      endpointType: EndpointType.REGIONAL,
      ...TRANSPORT_SECURITY,
    });
    domainName.addBasePathMapping(restApi, { stage: restApi.deploymentStage });
    this.target = domainName.domainNameAliasDomainName;
    createRecord(this, domain, new ApiGatewayDomain(domainName));
  }
}
