/**
 * What one payment takes of the table, the API and the log: the one place that capacity, throttles, the cost bench and the documents
 * count from. The component test of store costs counts the units and fails where more are used. `npm run bench -- cost` counts
 * all of it anew and says where it differs.
 */
export interface PaymentLoad {
  /** Write units of the table and of each index. */
  readonly writeUnits: { readonly table: number; readonly listing: number; readonly due: number };
  readonly readUnits: number;
  readonly keyCalls: number;
  /** Requests by route. */
  readonly requests: Readonly<Record<string, number>>;
  /** Routes that some payments ask more often, in place of others: their throttles let that through. */
  readonly mostRequests: Readonly<Record<string, number>>;
  /** Bytes of log lines, those of the API's access log included; never less than was counted. */
  readonly logBytes: number;
}

/** The requests of a link that is paid with 3D, in their order, each by its route. */
export const linkSteps = {
  create: 'POST /PaymentUserPos/CreateUserPosPayment',
  page: 'GET /pay/{token}',
  quote: 'POST /pay/{token}/quote',
  'card posted': 'POST /pay/{token}',
  'bank’s callback': 'POST /3d/{address}',
  // What the page that answers the callback posts.
  finish: 'POST /3d/{address}',
  'result page': 'GET /result/{reference}',
} as const;

const countByRoute = (routes: readonly string[]): Readonly<Record<string, number>> =>
  Object.fromEntries(routes.map((route) => [route, routes.filter((one) => one === route).length]));

/** A link that is paid with 3D, with one installment quote. */
export const paidLinkLoad: PaymentLoad = {
  writeUnits: { table: 24, listing: 2, due: 4 },
  readUnits: 7,
  keyCalls: 1,
  requests: countByRoute(Object.values(linkSteps)),
  // Without script the first digits of the card are a post of their own, in place of the quote.
  mostRequests: { 'POST /pay/{token}': 2 },
  logBytes: 3_800,
};

export const directPaymentLoad: PaymentLoad = {
  writeUnits: { table: 9, listing: 1, due: 2 },
  readUnits: 1,
  keyCalls: 0,
  requests: { 'POST /PaymentDealer/DoDirectPayment': 1 },
  mostRequests: {},
  logBytes: 1_000,
};

/** What limits of day and month and one event with one delivery, in a row of its own, add to a payment (data: write units). */
export const extraLoad: Pick<PaymentLoad, 'writeUnits' | 'readUnits'> = {
  writeUnits: { table: 13, listing: 1, due: 4 },
  readUnits: 27,
};

/**
 * Units that one payment writes to each kind of the due queue, at most: two events with a delivery each, a link that is
 * reminded and whose expiry is told, a dealer's own 3D payment.
 */
export const dueUnits = { BANK: 4, OUTBOX: 8, LINK: 4, BOX: 2 } as const;
