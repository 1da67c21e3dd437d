/** How an order is paid: at the payment link, at a 3D page in a frame, by card with 3D, or by card in one call. */
export type Way = 'link' | 'frame' | 'card-3d' | 'card';

export type OrderState = 'waiting' | 'paid' | 'not-paid' | 'unknown';

/** An order of the shop. No card is ever part of it. */
export interface Order {
  /** OtherTrxCode: made before anybody can press twice, so that the second press is the same order. */
  readonly code: string;
  readonly way: Way;
  readonly atMs: number;
  readonly state: OrderState;
  /** What the service answered when the payment was made: the address of the payment, and what its result is verified by. */
  readonly url?: string;
  readonly codeForHash?: string;
}

/** Where the shop keeps its orders. */
export interface Orders {
  find(code: string): Promise<Order | undefined>;
  /** Writes a new order, or a known one anew. */
  put(order: Order): Promise<void>;
  /** The newest first. */
  newest(): Promise<readonly Order[]>;
}
