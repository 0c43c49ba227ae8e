import { EndpointAccessMode, SecurityPolicy } from 'aws-cdk-lib/aws-apigateway';

/**
 * Which protocol clients must use: TLS 1.3, or TLS 1.2 with forward secrecy. iOS requires this of every app, and Android
 * supports it since version 5 (Apple, "Preventing Insecure Network Connections"; Android, "SSLSocket"). The key exchange is
 * post-quantum if the client supports that. `STRICT` also requires that the host of a request is the one of its TLS handshake
 * (AWS, "Security policies for REST APIs in API Gateway").
 */
export const TRANSPORT_SECURITY = {
  securityPolicy: SecurityPolicy.TLS13_1_2_PFS_PQ_2025_09,
  endpointAccessMode: EndpointAccessMode.STRICT,
} as const;
