/** The client id of Guard at the demo provider. */
export const CLIENT_ID = 'guard';
