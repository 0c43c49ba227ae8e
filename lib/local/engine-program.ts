export interface EnginePlace {
  readonly host: string;
  readonly port: number;
}

export interface EngineProgram {
  readonly command: string;
  /** The working directory, if it matters. */
  readonly folder?: string;
  /** Its arguments for an address and a data folder; `undefined` keeps the data in memory. */
  parameters(place: EnginePlace, dataFolder: string | undefined): string[];
}
