/** How a DynamoDB engine is run. */
export interface EngineProgram {
  readonly command: string;
  /** The folder that it works in, if it matters. */
  readonly folder?: string;
  /** What it is told: a port of the loopback address, and where its data lies; `undefined` for in memory. */
  parameters(port: number, dataFolder: string | undefined): string[];
}
