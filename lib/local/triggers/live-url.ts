/** The path of the WebSocket API on the local server. */
export const SOCKET_PATH = '/live';

export const liveUrl = (serverUrl: string) => `${serverUrl.replace(/^http/, 'ws')}${SOCKET_PATH}`;
