import { EndpointAccessMode, SecurityPolicy } from 'aws-cdk-lib/aws-apigateway';

/**
 * The protocol that clients must use: TLS 1.3, or TLS 1.2 with forward secrecy. iOS demands that of every app, and Android
 * has had it since version 5 (Apple, "Preventing Insecure Network Connections"; Android, "SSLSocket"). Key exchange is
 * post-quantum if the client supports it. `STRICT` also holds the host of a request to the one of its TLS handshake (AWS,
 * "Security policies for REST APIs in API Gateway").
 */
export const TRANSPORT_SECURITY = {
  securityPolicy: SecurityPolicy.TLS13_1_2_PFS_PQ_2025_09,
  endpointAccessMode: EndpointAccessMode.STRICT,
} as const;
