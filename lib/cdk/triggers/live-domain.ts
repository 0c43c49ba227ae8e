import {
  ApiMapping,
  DomainName,
  EndpointType,
  SecurityPolicy,
  type WebSocketApi,
  type WebSocketStage,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayv2DomainProperties } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import type { DomainSettings } from '../api/domain.ts';
import type { StageSettings } from '../stage-settings.ts';

/** The domain of the WebSocket API, if the stage has one: REST and WebSocket APIs cannot share one. */
export function liveDomainOf({
  liveDomainName: domainName,
  certificateArn,
  hostedZoneId,
}: StageSettings): DomainSettings | undefined {
  if (domainName === undefined || certificateArn === undefined) return undefined;
  return { domainName, certificateArn, hostedZoneId };
}

export interface LiveDomainProps {
  readonly domain: DomainSettings;
  readonly api: WebSocketApi;
  readonly stage: WebSocketStage;
}

/** The WebSocket API at the root of a domain; with a hosted zone, also the DNS record. */
export class LiveDomain extends Construct {
  /** What the DNS record of the domain must point to. */
  readonly target: string;

  constructor(scope: Construct, id: string, { domain, api, stage }: LiveDomainProps) {
    super(scope, id);
    const domainName = new DomainName(this, 'DomainName', {
      domainName: domain.domainName,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
      endpointType: EndpointType.REGIONAL,
      // The strictest that WebSocket APIs have.
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
    new ApiMapping(this, 'Mapping', { api, stage, domainName });
    this.target = domainName.regionalDomainName;
    if (domain.hostedZoneId === undefined) return;
    new ARecord(this, 'Record', {
      zone: HostedZone.fromHostedZoneId(this, 'Zone', domain.hostedZoneId),
      // The dot makes the name complete, so that the zone's own name need not be known.
      recordName: `${domain.domainName}.`,
      target: RecordTarget.fromAlias(
        new ApiGatewayv2DomainProperties(domainName.regionalDomainName, domainName.regionalHostedZoneId),
      ),
    });
  }
}
