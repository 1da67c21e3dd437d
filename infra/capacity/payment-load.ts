/**
 * What one payment takes of the table and the API. The component test of store costs counts the units and fails where more
 * are used; `npm run bench -- cost` prints them.
 */
export interface PaymentLoad {
  /** Write units of the table and of each index. */
  readonly writeUnits: { readonly table: number; readonly listing: number; readonly due: number };
  readonly readUnits: number;
  readonly keyCalls: number;
  /** Requests by route. */
  readonly requests: Readonly<Record<string, number>>;
}

/** A link that is paid with 3D, with one installment quote. */
export const paidLinkLoad: PaymentLoad = {
  writeUnits: { table: 24, listing: 2, due: 4 },
  readUnits: 7,
  keyCalls: 1,
  requests: {
    'POST /PaymentUserPos/CreateUserPosPayment': 1,
    'GET /pay/{token}': 1,
    'POST /pay/{token}/quote': 1,
    // Without script the first digits of the card are a post of their own, in place of the quote.
    'POST /pay/{token}': 2,
    // The bank's callback, and what the page that answers it posts.
    'POST /3d/{address}': 2,
    'GET /result/{reference}': 1,
  },
};

export const directPaymentLoad: PaymentLoad = {
  writeUnits: { table: 9, listing: 1, due: 2 },
  readUnits: 1,
  keyCalls: 0,
  requests: { 'POST /PaymentDealer/DoDirectPayment': 1 },
};

/** What limits of day and month and one event with one delivery add to a payment (data: write units). */
export const extraLoad: Pick<PaymentLoad, 'writeUnits' | 'readUnits'> = {
  writeUnits: { table: 14, listing: 1, due: 6 },
  readUnits: 27,
};

/**
 * Units that one payment writes to each kind of the due queue, at most: two events with a delivery each, a link that is
 * reminded and whose expiry is told, a dealer's own 3D payment.
 */
export const dueUnits = { BANK: 4, OUTBOX: 12, LINK: 4, BOX: 2 } as const;
