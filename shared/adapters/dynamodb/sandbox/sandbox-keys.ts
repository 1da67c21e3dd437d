import { hashed, type Key } from '../keys.ts';

// Keys of what stands in sandbox stages alone. The table at the top of keys.ts tells what each is for.

/** The embedded bank's keys have a prefix of their own: it shares the table of a sandbox stage and nothing else. */
export const bankKeys = {
  order: (clientId: string, orderId: string): Key => ({ pk: `BANK#${clientId}#ORDER#${hashed(orderId)}`, sk: 'ORDER' }),
  challenge: (reference: string): Key => ({ pk: `BANK#CHALLENGE#${reference}`, sk: 'CHALLENGE' }),
  closedDay: (clientId: string): Key => ({ pk: `BANK#${clientId}#DAY`, sk: 'DAY' }),
  everyClosedDay: (): Key => ({ pk: 'BANK#EVERY-MERCHANT#DAY', sk: 'DAY' }),
} as const;

const momentKey = (epochMs: number): string => new Date(epochMs).toISOString();

/** The books of Garanti's terminals at the embedded bank. */
export const terminalKeys = {
  order: (terminalId: string, orderId: string): Key => ({
    pk: `BANK#${terminalId}#GVPS#${hashed(orderId)}`,
    sk: 'ORDER',
  }),
  list: (terminalId: string): string => `BANK#${terminalId}#GVPS-LIST`,
  moment: momentKey,
  listed: (terminalId: string, atMs: number, orderId: string): Key => ({
    pk: terminalKeys.list(terminalId),
    sk: `${momentKey(atMs)}#${hashed(orderId)}`,
  }),
} as const;

/** The demo shop's keys, in sandbox stages only. */
export const shopKeys = {
  shop: (): Key => ({ pk: 'SHOP', sk: 'SHOP' }),
  order: (code: string): Key => ({ pk: `SHOP#ORDER#${code}`, sk: 'ORDER' }),
} as const;
