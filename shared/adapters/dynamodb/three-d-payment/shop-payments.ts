import { giveUpLink, type LinkChange } from '../../../domain/link/link-states.ts';
import type { LinkResult, PaymentRequest } from '../../../domain/link/payment-request.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import { registeredWith } from '../../../domain/outbox/event-of-customer.ts';
import { linkClosed } from '../../../domain/outbox/event-of-link.ts';
import { eventOfAttempt } from '../../../domain/outbox/event-of-payment.ts';
import { type PaymentName, readCallbackAddress, referenceOf } from '../../../domain/payment/payment-name.ts';
import { isBoxAlive } from '../../../domain/three-d-payment/box.ts';
import { leftUnpaid } from '../../../domain/three-d-payment/open-box.ts';
import { boxMadeAtMs, type ShopPayment } from '../../../domain/three-d-payment/shop-payment.ts';
import type { DueBoxes, ShopCall, ShopPayments } from '../../../ports/shop-payments.ts';
import { attemptWrites, supersedingWrites } from '../attempt/attempts.ts';
import { customerItems } from '../customer/customers.ts';
import { type PlannedWrite, plannedFor, transactPlanned } from '../engine/planned-writes.ts';
import { objectRow, parseRow, storedWhole } from '../engine/row.ts';
import type { Table } from '../engine/table.ts';
import { ABSENT, atVersion, type Write } from '../engine/writes.ts';
import { BOX_SHARDS, boxIndexKeys, boxPartition, DUE_INDEX, dueUntil } from '../index-keys.ts';
import { keys } from '../keys.ts';
import { cardTaken } from '../limit/budget-writes.ts';
import { linkWrites } from '../link/link-writes.ts';
import { keptResult, secretsItem } from '../link/secrets-item.ts';
import { stateItem } from '../link/state-item.ts';
import { type EventWriter, NOBODY_TOLD } from '../outbox/event-writer.ts';
import { linkCallItem, shopPaymentItem } from '../payment/call-item.ts';
import { calledPaymentIn, supersededIn } from '../payment/called-payment.ts';
import { changedCalls, idempotencyRecordOf, paymentPointerItem } from '../payment/payment-item.ts';
import { PAYMENT_PARTITION_PREFIX, paymentKeys, paymentRanks } from '../payment/payment-keys.ts';
import { linkIn, readRows } from '../payment/payment-partition.ts';
import { isSecret } from '../payment/secrets.ts';
import { boxMade, boxOpened, boxSwept } from './boxes.ts';

interface Store {
  readonly table: Table;
  readonly events: EventWriter;
}

type Purpose = 'payment' | 'before' | 'release' | 'customer' | 'id';
type Planned = readonly PlannedWrite<Purpose>[];

/** `9#BOX`: a box's entry in the queue. It holds no card data. */
const boxPlace = ({ payment, progress: { attempts: number }, ...link }: PaymentRequest) => ({
  ...paymentKeys.box(payment),
  ...boxIndexKeys(payment, link.expiresAtMs),
  entity: 'box',
  number,
  madeAtMs: boxMadeAtMs(link),
});

const newPayment = ({ link, fingerprint }: ShopCall): Planned => {
  const pointer = paymentPointerItem(keys.paymentPointer(link.dealerCode, link.userPosPaymentId), link.payment);
  return [
    ...plannedFor<Purpose>('payment', [{ put: shopPaymentItem(link, fingerprint), onlyIf: ABSENT }]),
    ...plannedFor<Purpose>('id', [
      { put: stateItem(link), onlyIf: ABSENT },
      { put: pointer, onlyIf: ABSENT },
    ]),
  ];
};

/**
 * A call with a number of its own; a request that is made again before anybody opened it keeps its number. Where it asks
 * for something else than the first one, the release before is told so.
 */
const newCall = ({ link, before, fingerprint }: ShopCall): readonly Write[] => {
  const { attempts: number } = link.progress;
  if (number === before?.link.progress.attempts) return [];
  const first = before?.calls[0]?.fingerprint;
  const isChanged = first !== undefined && first !== fingerprint;
  return [
    { put: linkCallItem(link, { number, fingerprint }), onlyIf: ABSENT },
    ...(before === undefined ? [] : keptResult(before.link)),
    ...(isChanged ? [changedCalls(link.payment, first)] : []),
  ];
};

const plan = async (table: Table, call: ShopCall): Promise<Planned> => {
  const { link, before, box, card, newCustomer, supersedes } = call;
  const customer = newCustomer === undefined ? [] : customerItems(newCustomer);
  const { ends, releases } = await supersedingWrites(table, supersedes);
  return [
    ...(before === undefined
      ? newPayment(call)
      : plannedFor<Purpose>('before', [{ put: stateItem(link), onlyIf: atVersion(before.link.version) }, ...ends])),
    ...plannedFor<Purpose>('release', releases),
    ...plannedFor<Purpose>('id', [
      ...newCall(call),
      { put: secretsItem(link, { card, begunAtMs: box.madeAtMs }) },
      { put: boxPlace(link) },
      boxMade(box),
    ]),
    ...plannedFor<Purpose>(
      'customer',
      customer.map((put) => ({ put, onlyIf: ABSENT })),
    ),
  ];
};

const write = async ({ table, events }: Store, call: ShopCall): ReturnType<ShopPayments['write']> => {
  const told = plannedFor<Purpose>('id', await events.writesOf([registeredWith(call.link, call.newCustomer)]));
  const planned = [...(await plan(table, call)), ...told];
  let outcome = await transactPlanned(table, planned);
  // A bucket that holds less than was reserved is damaged; it must not keep a payer from trying again.
  if (!outcome.applied && outcome.refusalOf('release') !== undefined) {
    const { isRefused } = outcome;
    const sound = planned.filter((one) => one.purpose !== 'release' || !isRefused(one));
    outcome = await transactPlanned(table, sound);
  }
  if (outcome.applied) return { kind: 'written' };
  const known = outcome.refusalOf('payment');
  if (known !== undefined) return { kind: 'code-known', record: idempotencyRecordOf(known.item) };
  if (outcome.refusalOf('before') !== undefined) return { kind: 'changed' };
  return { kind: outcome.refusalOf('customer') === undefined ? 'id-taken' : 'customer-taken' };
};

const find = async (table: Table, payment: PaymentName): Promise<ShopPayment | undefined> => {
  const called = calledPaymentIn(await readRows(table, payment, paymentRanks.pages), payment);
  if (called?.link.shop === undefined) return undefined;
  const [attempt] = called.calls.at(-1)?.attempts ?? [];
  return { ...called, ...omitUndefined({ attempt }) };
};

const open = async (
  { table, events }: Store,
  { change, box, card }: Parameters<ShopPayments['open']>[0],
): ReturnType<ShopPayments['open']> => {
  const cardDay = card === undefined ? [] : cardTaken(change.attempt, card);
  const outcome = await transactPlanned<'opening' | 'card'>(table, [
    ...plannedFor('opening', [
      boxOpened(box),
      { remove: paymentKeys.box(box.payment) },
      ...attemptWrites(change),
      ...(change.link === undefined ? [] : linkWrites(change.link)),
    ]),
    ...plannedFor('card', cardDay),
    ...plannedFor('opening', await events.writesOf([eventOfAttempt(change, change.link)])),
  ]);
  if (outcome.applied) return 'opened';
  return outcome.refusalOf('opening') === undefined ? 'card-limit' : 'changed';
};

/** Deletes a box without reading it, and its entry in the queue. */
const swept = (payment: PaymentName, madeAtMs: number): readonly Write[] => [
  boxSwept({ payment, madeAtMs }),
  {
    remove: paymentKeys.box(payment),
    onlyIf: {
      expression: '#madeAtMs = :madeAtMs',
      names: { '#madeAtMs': 'madeAtMs' },
      values: { ':madeAtMs': madeAtMs },
    },
  },
];

export const dynamoShopPayments = (table: Table, events: EventWriter = NOBODY_TOLD): ShopPayments => ({
  find: (payment) => find(table, payment),

  findByToken: async (token) => {
    const address = readCallbackAddress(token);
    if (address === undefined) return undefined;
    const [payment = ''] = address.reference.split('.');
    const found = await find(table, payment);
    if (found === undefined) return undefined;
    return isSecret(token, found.link.token) ? found : supersededIn(found, token);
  },

  write: (call) => write({ table, events }, call),

  open: (opening) => open({ table, events }, opening),

  closeUnopened: async (link, resultReference, nowMs) => {
    const result = leftUnpaid(resultReference, nowMs);
    const told = await events.writesOf([linkClosed(link, result)]);
    const closing = [...linkWrites(giveUpLink(link, result)), ...told];
    return (await table.transact([...closing, ...swept(link.payment, boxMadeAtMs(link))])).applied;
  },
});

const placeRow = objectRow(() => ({ number: storedWhole, madeAtMs: storedWhole }));

/** What a box tells that nobody opened. Its payment is read, because the box's entry names it and no more. */
const closedUnopened = async (
  { table, events }: Store,
  payment: PaymentName,
  result: LinkResult,
): Promise<readonly Write[]> => {
  if (events === NOBODY_TOLD) return [];
  const link = linkIn(await readRows(table, payment, paymentRanks.pages), payment);
  return link === undefined ? [] : events.writesOf([linkClosed(link, result)]);
};

/** Deletes the box even if its payment has changed: the box of a cancelled payment is deleted nowhere else. */
const sweep = async (
  store: Store,
  payment: PaymentName,
  { resultReference, nowMs }: { readonly resultReference: string; readonly nowMs: number },
): Promise<boolean> => {
  const { table } = store;
  const row = await table.get(paymentKeys.box(payment));
  if (row === undefined) return false;
  const { number, madeAtMs } = parseRow('box', placeRow, row);
  if (isBoxAlive({ madeAtMs }, nowMs)) return false;
  const result = leftUnpaid(resultReference, nowMs);
  const closing: LinkChange = {
    payment,
    onlyIf: { kind: 'free', latest: referenceOf({ payment, number }) },
    effects: [{ kind: 'fails', result }],
  };
  const told = await closedUnopened(store, payment, result);
  const removals = swept(payment, madeAtMs);
  if ((await table.transact([...linkWrites(closing), ...told, ...removals])).applied) return true;
  return (await table.transact(removals)).applied;
};

export const dynamoDueBoxes = (table: Table, events: EventWriter = NOBODY_TOLD): DueBoxes => ({
  shards: BOX_SHARDS,

  due: async (shard, { nowMs, limit }) => {
    const until = dueUntil(nowMs);
    const entries = await table.due({ index: DUE_INDEX, duePk: boxPartition(shard), until, limit });
    return entries.map(({ pk }) => String(pk).slice(PAYMENT_PARTITION_PREFIX.length));
  },

  sweep: (payment, resultReference, nowMs) => sweep({ table, events }, payment, { resultReference, nowMs }),
});
