/** A session: the token of a user. */
export interface SessionIds {
  readonly tenantId: string;
  readonly userId: string;
  readonly tokenId: number;
}
