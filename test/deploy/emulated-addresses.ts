import { type IAspect, Stack } from 'aws-cdk-lib';
import { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { WebSocketApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import type { IConstruct } from 'constructs';
import { API_BASE_URL_VARIABLE, SOCKETS_ENDPOINT_VARIABLE } from '../../shared/lambda/trigger.ts';

/**
 * Where MiniStack serves a stage of an API: at a path of its own address (ministack 1.5.33, app.py,
 * `_parse_execute_api_url`).
 */
export const emulatedUrl = (endpoint: string, apiId: string, stage: string) =>
  `${endpoint}/_aws/execute-api/${apiId}/${stage}`;

/** The URL of the emulator for clients of a WebSocket API. */
export const emulatedLiveUrl = (endpoint: string, apiId: string, stage: string) =>
  emulatedUrl(endpoint.replace(/^http/, 'ws'), apiId, stage);

/**
 * AWS serves each API at its own host with TLS. The stack writes these hosts into its outputs and into the environment of
 * functions, where they would not lead to MiniStack. This replaces them by the addresses at which MiniStack serves the same
 * WebSocket and REST API.
 */
export class EmulatedAddresses implements IAspect {
  readonly #endpoint: string;

  constructor(endpoint: string) {
    this.#endpoint = endpoint;
  }

  visit(node: IConstruct): void {
    if (!(node instanceof CfnFunction)) return;
    const { variables = {} } = Stack.of(node).resolve(node.environment) ?? {};
    for (const [name, address] of Object.entries(this.#addresses(node))) {
      if (name in variables) node.addPropertyOverride(`Environment.Variables.${name}`, address);
    }
  }

  #addresses({ node }: IConstruct): Readonly<Record<string, string>> {
    // By its name: some of these functions are made before the stage.
    const stage = String(node.tryGetContext('stage'));
    const all = node.root.node.findAll();
    const sockets = all.find((it) => it instanceof WebSocketApi);
    const api = all.find((it) => it instanceof RestApi);
    if (!sockets || !api) throw new Error('The stack lacks an API.');
    return {
      GUARD_LIVE_URL: emulatedLiveUrl(this.#endpoint, sockets.apiId, stage),
      // Of S3, the emulator has one address for all buckets.
      GUARD_PICTURE_ORIGIN: this.#endpoint,
      [SOCKETS_ENDPOINT_VARIABLE]: emulatedUrl(this.#endpoint, sockets.apiId, stage),
      [API_BASE_URL_VARIABLE]: emulatedUrl(this.#endpoint, api.restApiId, stage),
    };
  }
}
