/** What every VirtualPosOrderId begins with (2.2). */
export const ORDER_PREFIX = 'ORDER-';

const ORDER_ID = /^ORDER-[A-Za-z0-9_-]{1,58}$/;

/** True for what may be a VirtualPosOrderId: at most 64 characters. */
export const isOrderId = (text: string): boolean => ORDER_ID.test(text);

/** The part of an order id that is a direct payment's own: the reference of its attempt. */
export const referenceOfOrder = (orderId: string): string => orderId.slice(ORDER_PREFIX.length);
