import { customerOfToken } from '../../../domain/card/stored-card.ts';
import { hashed, type Key, ofDealer } from '../keys.ts';

// Keys of customers and their stored cards. The table at the top of keys.ts tells what each is for.

export const STORED_CARD_PREFIX = 'CARD#';
export const CARD_HASH_PREFIX = 'HASH#';
export const CUSTOMER_SALE_PREFIX = 'SALE#';

const customerPartition = (dealerCode: string, id: number): string => ofDealer(dealerCode, `CUSTOMER#${id}`);
const customerCodePartition = (dealerCode: string, code: string): string =>
  ofDealer(dealerCode, `CUSTOMER-CODE#${hashed(code)}`);

export const customerKeys = {
  byId: (dealerCode: string, id: number): Key => ({
    pk: customerPartition(dealerCode, id),
    sk: 'CUSTOMER',
  }),
  byCode: (dealerCode: string, code: string): Key => ({
    pk: customerCodePartition(dealerCode, code),
    sk: 'CUSTOMER',
  }),
  /** Of a token that names its customer: in the partition of the customer, where any other card has a marker. */
  storedCard: (dealerCode: string, token: string): Key => {
    const customer = customerOfToken(token);
    return customer === undefined
      ? { pk: ofDealer(dealerCode, `CARD#${token}`), sk: 'CARD' }
      : { pk: customerPartition(dealerCode, customer), sk: `${STORED_CARD_PREFIX}${token}` };
  },
  /** The hash is in the key, beside nothing but the token (rule 26). */
  storedCardByHash: (dealerCode: string, hash: string): Key => ({
    pk: ofDealer(dealerCode, `CARD-HASH#${hash}`),
    sk: 'CARD-HASH',
  }),
  /** The partition of a token holds its hash, and the card itself where its token names no customer. */
  ofToken: (dealerCode: string, token: string): string => ofDealer(dealerCode, `CARD#${token}`),
  /** Apart from the card: the hash is in the key, and the item holds nothing else (rule 26). */
  hashOfStoredCard: (dealerCode: string, token: string, hash: string): Key => ({
    pk: ofDealer(dealerCode, `CARD#${token}`),
    sk: `${CARD_HASH_PREFIX}${hash}`,
  }),
  cardOfCustomer: (dealerCode: string, id: number, token: string): Key => ({
    pk: customerPartition(dealerCode, id),
    sk: `${STORED_CARD_PREFIX}${token}`,
  }),
  cardOfCustomerCode: (dealerCode: string, code: string, token: string): Key => ({
    pk: customerCodePartition(dealerCode, code),
    sk: `${STORED_CARD_PREFIX}${token}`,
  }),
  saleOfCustomer: (dealerCode: string, id: number, saleId: number): Key => ({
    pk: customerPartition(dealerCode, id),
    sk: `${CUSTOMER_SALE_PREFIX}${saleId}`,
  }),
  saleOfCustomerCode: (dealerCode: string, code: string, saleId: number): Key => ({
    pk: customerCodePartition(dealerCode, code),
    sk: `${CUSTOMER_SALE_PREFIX}${saleId}`,
  }),
} as const;
