/** A request to an AWS service, before it is signed. */
export interface AwsRequest {
  /** The name of the service in signatures. */
  readonly service: string;
  readonly region: string;
  readonly host: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface AwsResponse {
  readonly status: number;
  readonly text: string;
}

/** Signs and sends a request. Resolves to the response, whatever its status is. */
export type SendToAws = (request: AwsRequest) => Promise<AwsResponse>;

/** An error that AWS answered, by its code, such as `AccessDeniedException`. */
export class AwsError extends Error {
  override readonly name = 'AwsError';
  readonly code: string;

  constructor(code: string) {
    super(`AWS answered ${code}`);
    this.code = code;
  }
}

/** Whether no host of this name exists, because AWS does not offer the service in the region. */
export const isUnknownHost = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === 'ENOTFOUND';

/** Resolves to `undefined` if AWS answers with this code, because then the resource does not exist. */
export const unless =
  (code: string) =>
  (error: unknown): undefined => {
    if (error instanceof AwsError && error.code === code) return undefined;
    throw error;
  };

/** The host and region of a service that is not at `<service>.<region>`. */
interface Place {
  readonly host?: string;
  readonly region?: string;
}

/**
 * Calls AWS services by the three protocols that the checks need. Each call resolves to the body of the response, or throws
 * an AwsError.
 */
export class Aws {
  readonly region: string;
  readonly #send: SendToAws;

  constructor(region: string, send: SendToAws) {
    this.region = region;
    this.#send = send;
  }

  json(
    service: string,
    operation: string,
    input: unknown,
    { version = '1.1', ...place }: Place & { readonly version?: '1.0' | '1.1' } = {},
  ): Promise<string> {
    const headers = { 'content-type': `application/x-amz-json-${version}`, 'x-amz-target': operation };
    return this.#call({ service, method: 'POST', path: '/', headers, body: JSON.stringify(input) }, place);
  }

  rest(service: string, method: AwsRequest['method'], path: string, place: Place = {}): Promise<string> {
    const body = method === 'POST' ? { body: '{}' } : {};
    return this.#call(
      { service, method, path, headers: { 'content-type': 'application/json' }, ...body },
      place,
    );
  }

  query(service: string, parameters: Readonly<Record<string, string>>, place: Place = {}): Promise<string> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams(parameters).toString();
    return this.#call({ service, method: 'POST', path: '/', headers, body }, place);
  }

  async #call(request: Omit<AwsRequest, 'region' | 'host'>, place: Place): Promise<string> {
    const region = place.region ?? this.region;
    const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
    const host = place.host ?? `${request.service}.${region}.${suffix}`;
    const { status, text } = await this.#send({ ...request, region, host });
    if (status < 300) return text;
    throw new AwsError(codeIn(text) ?? `status ${status}`);
  }
}

/** Finds the code in a body such as `{"__type":"com.amazonaws.ssm#ParameterNotFound"}` or `<Code>ValidationError</Code>`. */
const codeIn = (text: string): string | undefined =>
  /"(?:__type|code)"\s*:\s*"(?:[^"#]*#)?(\w+)/i.exec(text)?.[1] ?? /<Code>(\w+)</.exec(text)?.[1];
