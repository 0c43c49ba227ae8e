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

/** The domain of the WebSocket API, if the stage has one. It cannot be the domain of the REST API. */
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

/** Maps a domain to the WebSocket API. With a hosted zone it also creates the DNS record. */
export class LiveDomain extends Construct {
  /** The target of the domain's DNS record. */
  readonly target: string;

  constructor(scope: Construct, id: string, { domain, api, stage }: LiveDomainProps) {
    super(scope, id);
    const domainName = new DomainName(this, 'DomainName', {
      domainName: domain.domainName,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
      endpointType: EndpointType.REGIONAL,
      // The strictest policy of WebSocket APIs.
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
    new ApiMapping(this, 'Mapping', { api, stage, domainName });
    this.target = domainName.regionalDomainName;
    if (domain.hostedZoneId === undefined) return;
    new ARecord(this, 'Record', {
      zone: HostedZone.fromHostedZoneId(this, 'Zone', domain.hostedZoneId),
      // The dot makes the name complete, so that the name of the zone is not needed.
      recordName: `${domain.domainName}.`,
      target: RecordTarget.fromAlias(
        new ApiGatewayv2DomainProperties(domainName.regionalDomainName, domainName.regionalHostedZoneId),
      ),
    });
  }
}
