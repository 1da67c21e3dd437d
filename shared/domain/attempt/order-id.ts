/** What every VirtualPosOrderId begins with (2.2). */
export const ORDER_PREFIX = 'ORDER-';

/** The gateway takes letters, digits and hyphens, at most 64 characters with the prefix. */
const ORDER_ID = /^ORDER-[A-Za-z0-9-]{1,58}$/;

/** True for what may be a VirtualPosOrderId. */
export const isOrderId = (text: string): boolean => ORDER_ID.test(text);

/** An attempt's reference is 128 bits in URL-safe base64, whose `_` no order id may hold: hexadecimal says the same. */
export const orderIdOf = (reference: string): string =>
  `${ORDER_PREFIX}${Buffer.from(reference, 'base64url').toString('hex').toUpperCase()}`;

/** The reference of the attempt that a direct payment's order id was made of; for any other order id, one that nothing has. */
export const referenceOfOrder = (orderId: string): string =>
  Buffer.from(orderId.slice(ORDER_PREFIX.length), 'hex').toString('base64url');
