import { attemptItem, waitingCardItem } from '../../../shared/adapters/dynamodb/attempt/attempt-item.ts';
import { subDealersItem } from '../../../shared/adapters/dynamodb/direct-payment/direct-payment-parts.ts';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import type { Row } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { stateItem } from '../../../shared/adapters/dynamodb/link/state-item.ts';
import { callItems, directPaymentItem, linkPaymentItem } from '../../../shared/adapters/dynamodb/payment/call-item.ts';
import { paymentPointerItem } from '../../../shared/adapters/dynamodb/payment/payment-item.ts';
import {
  PAYMENT_PARTITION_PREFIX,
  paymentKeys,
  paymentRanks,
} from '../../../shared/adapters/dynamodb/payment/payment-keys.ts';
import { hmacPaymentNames } from '../../../shared/adapters/dynamodb/payment/payment-names.ts';
import { attemptsIn, linkIn, readRows } from '../../../shared/adapters/dynamodb/payment/payment-partition.ts';
import { stepItem, stepMovementItem } from '../../../shared/adapters/dynamodb/payment/step-item.ts';
import { type Attempt, type DirectAttempt, splitsOfAttempt } from '../../../shared/domain/attempt/attempt.ts';
import type { PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import { type PaymentName, readAddress } from '../../../shared/domain/payment/payment-name.ts';
import type { Step } from '../../../shared/domain/payment/step.ts';
import { reversalOf } from './steps.ts';

/** Names payments as the running app does: `npm start` has this stage. */
export const paymentNames = hmacPaymentNames('local');

/** A name that no other payment of a test has. */
export const newPaymentName = (): PaymentName => paymentNames.nameOf('nobody', undefined);

type StoredRow = Row & { readonly pk: string; readonly sk: string };

/** Every item of a link that nobody tried to pay. */
export const itemsOfLink = (link: PaymentRequest, fingerprint?: string): readonly StoredRow[] => [
  linkPaymentItem(link, fingerprint),
  stateItem(link),
  paymentPointerItem(keys.paymentPointer(link.dealerCode, link.userPosPaymentId), link.payment),
];

/** An attempt with the items beside it that are its own; its payment stands elsewhere. */
export const itemsOfAttempt = (attempt: Attempt): readonly StoredRow[] => {
  const card = waitingCardItem(attempt);
  const splits = splitsOfAttempt(attempt);
  return [
    attemptItem(attempt),
    ...(attempt.kind === 'direct' ? callItems(attempt) : []),
    ...(card === undefined ? [] : [card]),
    ...(splits.length === 0 ? [] : [subDealersItem(attempt, splits)]),
  ];
};

/** A direct payment with one attempt: the payment itself, its pointer, the attempt. */
export const itemsOfDirect = (attempt: DirectAttempt): readonly StoredRow[] => {
  const { payment, paymentId, dealerCode } = attempt;
  return [
    directPaymentItem(attempt),
    paymentPointerItem(keys.paymentPointer(dealerCode, paymentId), payment),
    ...itemsOfAttempt(attempt),
  ];
};

/** Steps with the items beside them. */
export const itemsOfSteps = (steps: readonly Step[], gateway: string): readonly StoredRow[] =>
  steps.flatMap((step) => [stepItem(step, gateway), stepMovementItem(step) ?? []].flat());

/** A direct payment whose one charge is being given back, with the step that does it. */
export const itemsOfReversing = (attempt: DirectAttempt, changes: Partial<Step> = {}): readonly StoredRow[] => {
  const step = reversalOf(attempt, changes);
  const reversing = { ...attempt, state: 'reversing', told: 'failed', activeStep: step.number } as const;
  return [...itemsOfDirect(reversing), ...itemsOfSteps([step], attempt.pos.gateway)];
};

/** The items of a direct payment whose attempt was changed to what no reader takes. */
export const itemsOfDamaged = (attempt: DirectAttempt, changes: Row): readonly StoredRow[] =>
  itemsOfDirect(attempt).map((item) => (item.entity === 'attempt' ? { ...item, ...changes } : item));

/** Rows of a table by the payment whose partition they stand in. */
const partitionsOf = (rows: readonly Row[]): ReadonlyMap<PaymentName, ReadonlyMap<string, Row>> => {
  const partitions = new Map<PaymentName, Map<string, Row>>();
  for (const row of rows) {
    const pk = String(row.pk);
    if (!pk.startsWith(PAYMENT_PARTITION_PREFIX)) continue;
    const name = pk.slice(PAYMENT_PARTITION_PREFIX.length);
    partitions.set(name, (partitions.get(name) ?? new Map<string, Row>()).set(String(row.sk), row));
  }
  return partitions;
};

/** Every attempt among the rows of a table, or those of one dealer; other dealers' rows are not read. */
export const attemptsAmong = (rows: readonly Row[], dealerCode?: string): readonly Attempt[] =>
  [...partitionsOf(rows)].flatMap(([name, items]) =>
    dealerCode === undefined || items.get(paymentKeys.payment(name).sk)?.dealerCode === dealerCode
      ? attemptsIn(items, name)
      : [],
  );

/** Every link among the rows of a table. */
export const linksAmong = (rows: readonly Row[]): readonly PaymentRequest[] =>
  [...partitionsOf(rows)].flatMap(([name, items]) => linkIn(items, name) ?? []);

/** The attempts of a payment as the table holds them, the first one first. */
export const storedAttempts = async (store: Pick<Table, 'query'>, payment: PaymentName): Promise<readonly Attempt[]> =>
  attemptsIn(await readRows(store, payment, paymentRanks.cards), payment);

/** The link of a token as the table holds it. */
export const storedLink = async (store: Pick<Table, 'query'>, token: string): Promise<PaymentRequest> => {
  const payment = readAddress(token)?.payment ?? '';
  const link = linkIn(await readRows(store, payment, paymentRanks.link), payment);
  if (link === undefined) throw new Error('no such link');
  return link;
};

/** The payment that a dealer's OtherTrxCode names; undefined while the code is free. */
export const storedPaymentOf = (
  store: Pick<Table, 'get'>,
  dealerCode: string,
  otherTrxCode: string,
): Promise<Row | undefined> => store.get(paymentKeys.payment(paymentNames.nameOf(dealerCode, otherTrxCode)));

/** Makes an attempt the active one of its link, past every rule. */
export const makeActive = async (
  store: Pick<Table, 'transact'>,
  { payment, reference }: Pick<Attempt, 'payment' | 'reference'>,
): Promise<void> => {
  const set = {
    expression: 'SET #activeAttempt = :active',
    names: { '#activeAttempt': 'activeAttempt' },
    values: { ':active': reference },
  };
  await store.transact([{ update: paymentKeys.state(payment), set }]);
};
