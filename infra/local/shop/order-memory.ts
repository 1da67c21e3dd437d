import type { Order, Orders } from '../../../shared/shop/order.ts';

/** Most orders that are kept. The oldest go first. */
const MAX_ORDERS = 500;
const SHOWN = 8;

/** The shop's orders, in the memory of this run. */
export class OrderMemory implements Orders {
  readonly #orders = new Map<string, Order>();

  async find(code: string): Promise<Order | undefined> {
    return this.#orders.get(code);
  }

  async put(order: Order): Promise<void> {
    this.#orders.set(order.code, order);
    const [oldest] = this.#orders.keys();
    if (this.#orders.size > MAX_ORDERS && oldest !== undefined) this.#orders.delete(oldest);
  }

  async newest(): Promise<readonly Order[]> {
    return [...this.#orders.values()].slice(-SHOWN).toReversed();
  }
}
