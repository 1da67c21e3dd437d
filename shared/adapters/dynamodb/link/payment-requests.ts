import type { Attempt } from '../../../domain/attempt/attempt.ts';
import type { PaymentRequest } from '../../../domain/link/payment-request.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import { registeredWith } from '../../../domain/outbox/event-of-customer.ts';
import { linkCreated } from '../../../domain/outbox/event-of-link.ts';
import { linkDueAtMs } from '../../../domain/outbox/link-due.ts';
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
import { linkDueKeys } from '../index-keys.ts';
import { keys } from '../keys.ts';
import { type EventWriter, NOBODY_TOLD } from '../outbox/event-writer.ts';
import { linkCallItem, linkPaymentItem } from '../payment/call-item.ts';
import { calledPaymentIn, supersededIn } from '../payment/called-payment.ts';
import { idempotencyRecordOf, paymentPointerItem } from '../payment/payment-item.ts';
import { paymentRanks } from '../payment/payment-keys.ts';
import { attemptIn, linkIn, readRows } from '../payment/payment-partition.ts';
import { isSecret } from '../payment/secrets.ts';
import { stateItem } from './state-item.ts';

/** What a write of a new link is for. */
export type LinkPurpose = 'payment' | 'customer-code' | 'id' | 'event';
type Purpose = LinkPurpose;

const plan = (
  { link, fingerprint, newCustomer }: NewPaymentRequest,
  due: { readonly duePk?: string },
): readonly PlannedWrite<Purpose>[] => {
  const [customerByCode, customerById] = newCustomer === undefined ? [] : customerItems(newCustomer);
  const pointer = paymentPointerItem(keys.paymentPointer(link.dealerCode, link.userPosPaymentId), link.payment);
  return [
    ...plannedFor<Purpose>('payment', [{ put: linkPaymentItem(link, fingerprint), onlyIf: ABSENT }]),
    ...plannedFor<Purpose>('id', [
      { put: { ...stateItem(link), ...due }, onlyIf: ABSENT },
      { put: pointer, onlyIf: ABSENT },
      ...(link.source === 'mobile-3d' ? [{ put: linkCallItem(link, { number: 1, fingerprint }), onlyIf: ABSENT }] : []),
    ]),
    ...plannedFor<Purpose>(
      'customer-code',
      customerByCode === undefined ? [] : [{ put: customerByCode, onlyIf: ABSENT }],
    ),
    ...plannedFor<Purpose>('id', customerById === undefined ? [] : [{ put: customerById, onlyIf: ABSENT }]),
  ];
};

/** A link stands in the queue only where its payer is reminded, or somebody wants to be told of its expiry. */
export const dueKeysOf = async (events: EventWriter, link: PaymentRequest) => {
  const atMs = linkDueAtMs(link, { tellsExpiry: await events.wants(link.dealerCode, 'link.expired') });
  return atMs === undefined ? {} : linkDueKeys(link.payment, atMs);
};

/** The writes of a new link, with the events that it tells. All of them belong into one transaction. */
export const newLinkWrites = async (
  events: EventWriter,
  request: NewPaymentRequest,
): Promise<readonly PlannedWrite<Purpose>[]> => {
  const { link, newCustomer } = request;
  const told = await events.writesOf([linkCreated(link), registeredWith(link, newCustomer)]);
  return [...plan(request, await dueKeysOf(events, link)), ...plannedFor<Purpose>('event', told)];
};

/** A known code outranks every other failed condition (rule 6). */
const create = async (
  { table, events }: { readonly table: Table; readonly events: EventWriter },
  request: NewPaymentRequest,
): Promise<CreateOutcome> => {
  const outcome = await transactPlanned(table, await newLinkWrites(events, request));
  if (outcome.applied) return { kind: 'created' };
  const known = outcome.refusalOf('payment');
  if (known !== undefined && request.fingerprint !== undefined) {
    return { kind: 'code-known', record: idempotencyRecordOf(known.item) };
  }
  return outcome.refusalOf('customer-code') === undefined ? { kind: 'id-taken' } : { kind: 'customer-taken' };
};

const ofSecret = (link: PaymentRequest | undefined, secret: string): PaymentRequest | undefined =>
  link !== undefined && isSecret(addressOf(link.payment, secret), link.token) ? link : undefined;

export const dynamoPaymentRequests = (table: Table, events: EventWriter = NOBODY_TOLD): PaymentRequests => ({
  create: (request) => create({ table, events }, request),

  findByName: async (payment) => linkIn(await readRows(table, payment, paymentRanks.link), payment),

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
    const { activeAttempt, attempts, result } = link.progress;
    const attemptNamed = (name: AttemptName | undefined): Attempt | undefined =>
      name === undefined ? undefined : attemptIn(rows, name);
    const active = attemptNamed(attemptOfReference(activeAttempt ?? ''));
    const deciding = attemptNamed(attemptOfOrder(result?.orderId ?? ''));
    const latest = attempts === 0 ? undefined : attemptIn(rows, { payment, number: attempts });
    return { link, ...omitUndefined({ active, deciding, latest }) };
  },

  findSuperseded: async (token) => {
    const address = readAddress(token);
    if (address === undefined) return undefined;
    const { payment } = address;
    const found = calledPaymentIn(await readRows(table, payment, paymentRanks.pages), payment);
    return found?.link.source === 'mobile-3d' ? supersededIn(found, token) : undefined;
  },
});
