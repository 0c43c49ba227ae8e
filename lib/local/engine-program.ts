/** A loopback address and a port. */
export interface EnginePlace {
  readonly host: string;
  readonly port: number;
}

/** How a DynamoDB engine is run. */
export interface EngineProgram {
  readonly command: string;
  /** The folder that it works in, if it matters. */
  readonly folder?: string;
  /** Its arguments: where it listens, and where its data lies; `undefined` for in memory. */
  parameters(place: EnginePlace, dataFolder: string | undefined): string[];
}
