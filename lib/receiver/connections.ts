import type { Socket } from 'node:net';
import { addressBlock } from '../../shared/base/address.ts';

export const CONNECTION_LIMITS = {
  /** Beyond, the oldest connection is closed on which no panel was recognized. */
  connections: 20_000,
  /** Of those on which no panel was recognized. Beyond, the oldest of the address is closed: a panel may be behind it, too. */
  strangersOfAddress: 2_000,
  /** Beyond, the oldest one of the panel is closed. Real panels have one or two. */
  connectionsOfPanel: 8,
  /** A connection is closed on which no panel is recognized for so long, whatever it sends. */
  strangerMilliseconds: 60_000,
};

/** A recognized panel may be silent for longer: many keep their connection between two supervisions. */
const RECOGNIZED_IDLE_MS = 2 * 3_600_000;

/** The open connections. */
export class Connections {
  readonly #limits: typeof CONNECTION_LIMITS;
  readonly #sockets = new Set<Socket>();
  /** Those on which no panel was recognized, the oldest first, with what closes them in time. */
  readonly #strangers = new Map<Socket, NodeJS.Timeout>();
  readonly #strangersOf = new Groups();
  readonly #socketsOfPanel = new Groups();
  readonly #busy = new Set<Socket>();
  isEnding = false;

  constructor(limits: typeof CONNECTION_LIMITS) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#sockets.size;
  }

  /** Adds a connection, unless there are too many of panels: then it is closed. */
  add(socket: Socket): boolean {
    const address = addressBlock(socket.remoteAddress ?? '');
    socket.on('error', () => socket.destroy());
    if (this.isEnding || !this.#makeRoom(address)) {
      socket.destroy();
      return false;
    }
    this.#sockets.add(socket);
    this.#strangersOf.add(address, socket);
    this.#strangers.set(
      socket,
      setTimeout(() => socket.destroy(), this.#limits.strangerMilliseconds),
    );
    socket.on('close', () => this.#forget(socket));
    return true;
  }

  /** Makes room for a connection. Whoever holds many without being a panel must not keep panels out. */
  #makeRoom(address: string): boolean {
    const ofAddress = this.#strangersOf.of(address);
    if (ofAddress.size >= this.#limits.strangersOfAddress) this.#close(ofAddress);
    if (this.size >= this.#limits.connections) this.#close(this.#strangers.keys());
    return this.size < this.#limits.connections;
  }

  /** Closes the first of these connections. */
  #close([oldest]: Iterable<Socket>): void {
    if (!oldest) return;
    oldest.destroy();
    this.#forget(oldest);
  }

  #forget(socket: Socket): void {
    this.#sockets.delete(socket);
    this.#forgetStranger(socket);
    this.#socketsOfPanel.delete(socket);
  }

  #forgetStranger(socket: Socket): void {
    clearTimeout(this.#strangers.get(socket));
    this.#strangers.delete(socket);
    this.#strangersOf.delete(socket);
  }

  isStranger(socket: Socket): boolean {
    return this.#strangers.has(socket);
  }

  /** Notes that a panel was recognized on a connection. */
  recognize(socket: Socket, panelId: string): void {
    if (!this.#strangers.has(socket)) return;
    socket.setTimeout(RECOGNIZED_IDLE_MS, () => socket.destroy());
    this.#forgetStranger(socket);
    const ofPanel = this.#socketsOfPanel.of(panelId);
    if (ofPanel.size >= this.#limits.connectionsOfPanel) this.#close(ofPanel);
    this.#socketsOfPanel.add(panelId, socket);
  }

  /** Does work for a connection, which is then closed if the receiver stops meanwhile. */
  async during(socket: Socket, work: () => Promise<void>): Promise<void> {
    this.#busy.add(socket);
    await work();
    this.#busy.delete(socket);
    if (this.isEnding) socket.destroySoon();
  }

  /** Closes the idle connections at once, and the others after their work. */
  end(): void {
    this.isEnding = true;
    for (const socket of this.#sockets) if (!this.#busy.has(socket)) socket.destroySoon();
  }

  /** Closes all connections, whatever they are at. */
  destroy(): void {
    while (this.size > 0) this.#close(this.#sockets);
  }
}

const NONE: ReadonlySet<Socket> = new Set();

/** Sockets by what they have in common, each group the oldest first. A socket is in one group. */
class Groups {
  readonly #groups = new Map<string, Set<Socket>>();
  readonly #names = new Map<Socket, string>();

  of(name: string): ReadonlySet<Socket> {
    return this.#groups.get(name) ?? NONE;
  }

  add(name: string, socket: Socket): void {
    const group = this.#groups.get(name) ?? new Set();
    this.#groups.set(name, group.add(socket));
    this.#names.set(socket, name);
  }

  delete(socket: Socket): void {
    const name = this.#names.get(socket) ?? '';
    const group = this.#groups.get(name);
    this.#names.delete(socket);
    group?.delete(socket);
    if (group?.size === 0) this.#groups.delete(name);
  }
}
