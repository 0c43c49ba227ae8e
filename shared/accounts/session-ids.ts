/** Names a session by its user and its token. */
export interface SessionIds {
  readonly tenantId: string;
  readonly userId: string;
  readonly tokenId: number;
}
