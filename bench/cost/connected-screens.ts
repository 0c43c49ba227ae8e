import { CHECK_MS } from '../../lib/client/watch/live-connection.ts';
import { LIVE_LIST_MS } from '../../lib/client/watch/watch.ts';
import { LIFE_MS } from '../../shared/live/connection.ts';
import { MONTH_MINUTES, PRICES } from './prices.ts';
import { socketRunPrice, type TableUnits } from './request-price.ts';

/** Screens that are connected day and night, each with an operator of five sites who handles ten alerts a day. */
export const SCREENS = 10_000;

const MINUTES = SCREENS * MONTH_MINUTES;
const MINUTE_MS = 60_000;
const every = (milliseconds: number) => (MINUTES * MINUTE_MS) / milliseconds;

/** A screen lists when its connection is ready and soon after, and gets a ticket before. */
const REQUESTS_PER_CONNECTION = 3;
/** The changes of all alerts, each raised, acknowledged and resolved. */
const CHANGES = (SCREENS * 10 * 3 * MONTH_MINUTES) / (24 * 60);

/** The table's units of a connection from its ticket to its end, of a ping, and of a change for one screen. */
export interface ConnectionUnits {
  readonly connection: TableUnits;
  readonly ping: TableUnits;
  readonly change: TableUnits;
}

/** The cost of a month of connected screens. `listPrice` is the price of one list. */
export function connectedScreens(listPrice: number, units: ConnectionUnits) {
  const connections = every((LIFE_MS.shortest + LIFE_MS.longest) / 2);
  const rows = [
    {
      what: `lists of 20 alerts, every ${LIVE_LIST_MS / MINUTE_MS} minutes`,
      dollars: every(LIVE_LIST_MS) * listPrice,
    },
    {
      what: `pings, every ${CHECK_MS / MINUTE_MS} minutes, and their replies`,
      dollars: every(CHECK_MS) * socketRunPrice({ ...units.ping, runs: 1, messages: 2 }),
    },
    {
      what: 'connections, of 110 minutes: ticket, opening, two lists, end',
      dollars:
        connections *
        (REQUESTS_PER_CONNECTION * listPrice + socketRunPrice({ ...units.connection, runs: 3, messages: 2 })),
    },
    { what: 'minutes of connections', dollars: MINUTES * PRICES.socketMinute },
    { what: 'changes', dollars: CHANGES * socketRunPrice({ ...units.change, runs: 1, messages: 1 }) },
  ];
  return [...rows, { what: 'total', dollars: rows.reduce((sum, { dollars }) => sum + dollars, 0) }];
}
