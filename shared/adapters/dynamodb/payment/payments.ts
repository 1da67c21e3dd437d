import { omitUndefined } from '../../../domain/omit-undefined.ts';
import type { Payment } from '../../../domain/payment/payment.ts';
import { attemptOfOrder, type PaymentName } from '../../../domain/payment/payment-name.ts';
import type { PaymentNames } from '../../../ports/identifiers.ts';
import type { Payments } from '../../../ports/payments.ts';
import type { Table } from '../engine/table.ts';
import { keys } from '../keys.ts';
import { readPaymentItem, readPaymentPointer } from './payment-item.ts';
import { paymentRanks } from './payment-keys.ts';
import { attemptsIn, linkIn, type PaymentRows, paymentRowIn, readRows, stepsIn } from './payment-partition.ts';

/** The payment from its items; undefined when there is none. */
const paymentIn = (rows: PaymentRows, name: PaymentName): Payment | undefined => {
  const item = paymentRowIn(rows, name);
  if (item === undefined) return undefined;
  return {
    ...readPaymentItem(item),
    ...omitUndefined({ link: linkIn(rows, name) }),
    attempts: attemptsIn(rows, name),
    steps: stepsIn(rows, name),
  };
};

type Find = (name: PaymentName) => Promise<Payment | undefined>;

const ofDealer = async (dealerCode: string, found: Promise<Payment | undefined>): Promise<Payment | undefined> => {
  const payment = await found;
  return payment?.dealerCode === dealerCode ? payment : undefined;
};

const findByOrder = async (find: Find, dealerCode: string, orderId: string): Promise<Payment | undefined> => {
  const attempt = attemptOfOrder(orderId);
  if (attempt === undefined) return undefined;
  const payment = await ofDealer(dealerCode, find(attempt.payment));
  return payment?.attempts.some(({ number }) => number === attempt.number) === true ? payment : undefined;
};

/** With `cards`, pending cards are read as well. Only code that stores cards asks for them. */
export const dynamoPayments = (
  table: Table,
  names: PaymentNames,
  { cards = false }: { readonly cards?: boolean } = {},
): Payments => {
  const find: Find = async (name) =>
    paymentIn(await readRows(table, name, cards ? paymentRanks.cards : paymentRanks.details), name);
  return {
    find,

    findByCode: (dealerCode, otherTrxCode) => ofDealer(dealerCode, find(names.nameOf(dealerCode, otherTrxCode))),

    findByOrder: (dealerCode, orderId) => findByOrder(find, dealerCode, orderId),

    findById: async (dealerCode, paymentId) => {
      const pointer = await table.get(keys.paymentPointer(dealerCode, paymentId));
      return pointer === undefined ? undefined : ofDealer(dealerCode, find(readPaymentPointer(pointer)));
    },
  };
};
