/** How an order is paid: at the payment link, at a 3D page in a frame, by card with 3D, or by card in one call. */
export type Way = 'link' | 'frame' | 'card-3d' | 'card';

/** What the shop sells by a link that many pay: a place in a course, and a gift of any amount. */
export type LinkedProduct = 'course' | 'gift';

/** An order is forgotten after a day: so the visitors of a public page never fill the table. */
export const ORDER_LIFE_MS = 24 * 60 * 60 * 1000;

export type OrderState = 'waiting' | 'paid' | 'not-paid' | 'unknown';

/** An order of the demo shop. No card is ever part of it. */
export interface Order {
  /**
   * OtherTrxCode, which nobody can guess. The shop makes it before anybody can press twice, so that the second press is the same
   * order; of a product that is sold by a reusable link, the service made it.
   */
  readonly code: string;
  readonly way: Way | LinkedProduct;
  readonly atMs: number;
  readonly state: OrderState;
  /** What the service answered when the payment was made: the address of the payment, and what its result is verified by. */
  readonly url?: string;
  readonly codeForHash?: string;
}

/** Where the demo shop keeps its orders. An order is forgotten after its life. */
export interface ShopOrders {
  /** Undefined for a code that is not known, or not any more. */
  find(code: string): Promise<Order | undefined>;
  /** The known ones of these codes, without their CodeForHash; the newest first. */
  list(codes: readonly string[]): Promise<readonly Order[]>;
  /**
   * Writes what `next` makes of the stored order, and answers it. `next` is called again where somebody else wrote
   * meanwhile, so that no result is lost; nothing is written where it answers the stored order itself.
   */
  change(code: string, next: (stored: Order | undefined) => Order): Promise<Order>;
}

/** The dealer that the demo shop of a stage sells for, as it is stored. */
export interface ShopRecord {
  readonly version: number;
  readonly dealerCode: string;
  readonly username: string;
  readonly sealedPassword: string;
  /** The definition of its links. */
  readonly dealerCustomerTypeId: number;
  /** The bank whose virtual POS takes its mobile payments. */
  readonly bankCode: string;
}

export interface ShopRecords {
  /** Undefined before an operator has named the dealer. Throws StoreUnavailable. */
  find(): Promise<ShopRecord | undefined>;
}
