import type { Attempt } from '../../../domain/attempt/attempt.ts';
import type { PaymentRequest } from '../../../domain/link/payment-request.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import {
  type AttemptName,
  addressOf,
  attemptOfOrder,
  attemptOfReference,
  readAddress,
} from '../../../domain/payment/payment-name.ts';
import type { CreateOutcome, NewPaymentRequest, PaymentRequests } from '../../../ports/payment-requests.ts';
import { customerItems } from '../customer/customers.ts';
import { type PlannedWrite, plannedFor, transactPlanned } from '../engine/planned-writes.ts';
import type { Table } from '../engine/table.ts';
import { ABSENT } from '../engine/writes.ts';
import { keys, paymentRanks } from '../keys.ts';
import { idempotencyRecordOf, linkPaymentItem, paymentPointerItem } from './payment-item.ts';
import { attemptIn, linkIn, readRows } from './payment-partition.ts';
import { isSecret } from './secrets.ts';
import { stateItem } from './state-item.ts';

type Purpose = 'payment' | 'customer-code' | 'id';

const plan = ({ link, fingerprint, newCustomer }: NewPaymentRequest): readonly PlannedWrite<Purpose>[] => {
  const [customerByCode, customerById] = newCustomer === undefined ? [] : customerItems(newCustomer);
  const pointer = paymentPointerItem(keys.paymentPointer(link.dealerCode, link.userPosPaymentId), link.payment);
  return [
    ...plannedFor<Purpose>('payment', [{ put: linkPaymentItem(link, fingerprint), onlyIf: ABSENT }]),
    ...plannedFor<Purpose>('id', [
      { put: stateItem(link), onlyIf: ABSENT },
      { put: pointer, onlyIf: ABSENT },
    ]),
    ...plannedFor<Purpose>(
      'customer-code',
      customerByCode === undefined ? [] : [{ put: customerByCode, onlyIf: ABSENT }],
    ),
    ...plannedFor<Purpose>('id', customerById === undefined ? [] : [{ put: customerById, onlyIf: ABSENT }]),
  ];
};

/** A known code outranks every other failed condition (rule 6). */
const create = async (table: Table, request: NewPaymentRequest): Promise<CreateOutcome> => {
  const outcome = await transactPlanned(table, plan(request));
  if (outcome.applied) return { kind: 'created' };
  const known = outcome.refusalOf('payment');
  if (known !== undefined && request.fingerprint !== undefined) {
    return { kind: 'code-known', record: idempotencyRecordOf(known.item) };
  }
  return outcome.refusalOf('customer-code') === undefined ? { kind: 'id-taken' } : { kind: 'customer-taken' };
};

const ofSecret = (link: PaymentRequest | undefined, secret: string): PaymentRequest | undefined =>
  link !== undefined && isSecret(addressOf(link.payment, secret), link.token) ? link : undefined;

export const dynamoPaymentRequests = (table: Table): PaymentRequests => ({
  create: (request) => create(table, request),

  findByToken: async (token) => {
    const address = readAddress(token);
    if (address === undefined) return undefined;
    const { payment, secret } = address;
    return ofSecret(linkIn(await readRows(table, payment, paymentRanks.link), payment), secret);
  },

  findWithAttempt: async (token) => {
    const address = readAddress(token);
    if (address === undefined) return undefined;
    const { payment, secret } = address;
    const rows = await readRows(table, payment, paymentRanks.pages);
    const link = ofSecret(linkIn(rows, payment), secret);
    if (link === undefined) return undefined;
    const { activeAttempt, result } = link.progress;
    const attemptNamed = (name: AttemptName | undefined): Attempt | undefined =>
      name === undefined ? undefined : attemptIn(rows, name);
    const active = attemptNamed(attemptOfReference(activeAttempt ?? ''));
    const deciding = attemptNamed(attemptOfOrder(result?.orderId ?? ''));
    return { link, ...omitUndefined({ active, deciding }) };
  },
});
