import * as z from 'zod/mini';
import type { Order, OrderState, ShopOrders } from '../ports/demo-shop.ts';
import type { ApiAnswer, ApiCall, DealerApi } from './service-api.ts';

/** The payment was made: the payer goes to its address. */
const madeByLink = z.object({ Url: z.url({ protocol: /^https?$/ }), CodeForHash: z.string() });
/** The card was charged or declined. */
const charged = z.object({ IsSuccessful: z.boolean(), ResultCode: z.string(), ResultMessage: z.string() });

/** What became of an order that was placed. */
export type Placed =
  | { readonly kind: 'to-pay'; readonly order: Order; readonly url: string }
  | { readonly kind: 'charged'; readonly order: Order }
  | { readonly kind: 'declined'; readonly order: Order; readonly code: string; readonly message: string }
  | { readonly kind: 'refused'; readonly order: Order; readonly code: string; readonly message: string }
  /** Nobody knows: nothing is shipped, and nothing is said to have failed. */
  | { readonly kind: 'unknown'; readonly order: Order; readonly code: string };

/** Codes that mean that the outcome of a charge is not known yet, whatever is in front of them. */
const UNKNOWN = /(?:^|\.)(?:OutcomeUnknown|StillRunning|EX)$/;

const outcomeOf = (order: Order, answer: ApiAnswer): Placed => {
  if (answer.kind === 'no-answer') return { kind: 'unknown', order: { ...order, state: 'unknown' }, code: '' };
  const { code, message, data } = answer;
  if (UNKNOWN.test(code)) return { kind: 'unknown', order: { ...order, state: 'unknown' }, code };
  if (code !== 'Success') return { kind: 'refused', order: { ...order, state: 'not-paid' }, code, message };
  const made = madeByLink.safeParse(data);
  if (made.success) {
    const { Url: url, CodeForHash: codeForHash } = made.data;
    return { kind: 'to-pay', order: { ...order, url, codeForHash }, url };
  }
  const { success, data: result } = charged.safeParse(data);
  if (!success) return { kind: 'unknown', order: { ...order, state: 'unknown' }, code };
  if (result.IsSuccessful) return { kind: 'charged', order: { ...order, state: 'paid' } };
  return {
    kind: 'declined',
    order: { ...order, state: 'not-paid' },
    code: result.ResultCode,
    message: result.ResultMessage,
  };
};

/** An order whose payment was made gets its state from the result alone, which may come before the answer to the call. */
const stateAfter = ({ order }: Placed, latest: OrderState): OrderState => {
  if (latest === 'paid') return 'paid';
  if (order.codeForHash === undefined) return order.state;
  return latest === 'unknown' ? 'waiting' : latest;
};

/**
 * Writes the order down, makes its payment, and writes down what came of it. The same order again is the same payment: the
 * service answers its first answer.
 */
export const placeOrder = async (
  order: Order,
  call: ApiCall,
  { api, orders }: { readonly api: DealerApi; readonly orders: ShopOrders },
): Promise<Placed> => {
  const known = await orders.change(order.code, (stored) => stored ?? order);
  const placed = outcomeOf(known, await api(call));
  await orders.change(order.code, (latest = known) => ({ ...placed.order, state: stateAfter(placed, latest.state) }));
  return placed;
};
