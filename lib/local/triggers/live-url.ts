/** Where clients of the WebSocket API connect on this machine. */
export const SOCKET_PATH = '/live';

/** The same as a URL, on a server of this URL. */
export const liveUrl = (serverUrl: string) => `${serverUrl.replace(/^http/, 'ws')}${SOCKET_PATH}`;
