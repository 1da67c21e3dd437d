import { expect } from 'vitest';
import { reconcilePayments } from '../../../functions/payment/reconcile-payments/reconcile-payments.ts';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/attempt/attempts.ts';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { closedDayItem, dynamoBankLedger } from '../../../shared/adapters/dynamodb/sandbox/bank-ledger.ts';
import type { NestPayAccount } from '../../../shared/adapters/nestpay/account.ts';
import { systemRandomness } from '../../../shared/adapters/runtime/system.ts';
import type { Attempt, AttemptTerms } from '../../../shared/domain/attempt/attempt.ts';
import { NO_PROGRESS, type PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import { type MinorUnits, minor } from '../../../shared/domain/money/money.ts';
import { orderIdOf, referenceOf } from '../../../shared/domain/payment/payment-name.ts';
import { pinnedPosOf } from '../../../shared/domain/virtual-pos/virtual-pos.ts';
import { orderOf } from '../../../shared/payment-flow/await-answer.ts';
import type { Opener } from '../../../shared/ports/vault.ts';
import { FakeLog } from '../../fakes/log.ts';
import { cardOf, handTimer, sandboxPos } from '../bank/bank-calls.ts';
import { accountAt, startBank } from '../bank/bank-server.ts';
import { cardStoringOver } from '../card/card-storing.ts';
import { linkWith } from '../dealer/records.ts';
import { posWith } from '../dealer/virtual-pos.ts';
import { putRows } from '../store/store.ts';
import { dueOfOwn, sweeperStore } from '../store/sweeper-store.ts';
import { itemsOfAttempt, itemsOfLink, storedLink } from './stored-payments.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The embedded bank, which can hold a call past its time-out: the caller's time is over then, and nobody waits for a clock. */
export interface HoldingBank {
  readonly store: Table;
  readonly account: NestPayAccount;
  readonly gateway: string;
  /** What runs when the bank holds a call; the latest one counts. */
  readonly whenHeld: (run: () => void) => void;
  /** Closes the bank's day: from now on earlier charges can be credited and not voided. */
  readonly closeDay: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export const startHoldingBank = async (store: Table): Promise<HoldingBank> => {
  const heldToTheEnd = Promise.withResolvers<void>();
  let held = (): void => undefined;
  const hold = (): Promise<void> => {
    held();
    return heldToTheEnd.promise;
  };
  const bank = await startBank(dynamoBankLedger(store), undefined, { hold });
  const account = accountAt(bank.gateway);
  const of = { clientId: account.clientId };
  return {
    store,
    account,
    gateway: bank.gateway,
    whenHeld: (run) => {
      held = run;
    },
    closeDay: () => putRows(store, [closedDayItem({ of, closedAtMs: Date.now() + 1, version: 1 })]),
    stop: () => {
      heldToTheEnd.resolve();
      return bank.stop();
    },
  };
};

export const termsOf = (total: MinorUnits): AttemptTerms => ({
  total,
  currency: 'TL',
  installments: 1,
  type: 'sale',
  commission: { payer: minor(0), dealer: minor(0) },
});

export interface SweptLinkOptions {
  /** The amount that the bank charges; the ordered amount if absent. */
  readonly charged?: MinorUnits;
  /** The test card that the bank charges before the sweeper runs. Without one the call never arrived. */
  readonly card?: string;
  readonly attempt?: Partial<Attempt>;
  /** Another attempt is the link's active one; without this it is the scene's own, while it may be charging. */
  readonly anotherIsActive?: boolean;
  readonly link?: Partial<PaymentRequest>;
}

/**
 * A link with one attempt whose charge was never concluded, and a sweeper with its own clock that sees only this
 * attempt.
 */
export const sweptLink = async (
  { store, account, gateway, whenHeld }: HoldingBank,
  { card, charged, attempt: changes = {}, link: linkChanges = {}, anotherIsActive }: SweptLinkOptions,
) => {
  let offsetMs = 0;
  const clock = { now: () => Date.now() + offsetMs };
  const startedAtMs = clock.now();
  const link = linkWith({ createdAtMs: startedAtMs, expiresAtMs: startedAtMs + 900 * HOUR_MS, ...linkChanges });
  const name = { payment: link.payment, number: changes.number ?? 1 };
  const reference = referenceOf(name);
  const another = referenceOf({ ...name, number: name.number + 1 });
  const { dealerCode } = link;
  const { clientId, apiUser } = account;
  const sealed = { sealed: 'v1.sealed', version: 1 };
  const bucket = { kind: 'day', name: '20260101', currency: 'TL', shard: 0 } as const;
  const merchant = { clientId, apiUser, apiPassword: sealed, storeKey: sealed };
  const pinned = posWith({ dealerCode, gateway, merchant });
  const attempt: Attempt = {
    ...name,
    reference,
    orderId: orderIdOf(name),
    paymentId: link.userPosPaymentId,
    trxId: 100_001,
    linkToken: link.token,
    dealerCode,
    pos: pinnedPosOf(pinned),
    state: 'charging',
    reportedOutcome: 'nobody',
    version: 1,
    startedAtMs,
    listingShards: 1,
    dueAtMs: startedAtMs + 2 * MINUTE_MS,
    terms: termsOf(minor(12_345)),
    callbackSecret: systemRandomness.token(),
    maskedCard: '411111******1111',
    payerAddress: '203.0.113.7',
    language: 'tr',
    random: 'r',
    lastCallAtMs: startedAtMs,
    answerByMs: startedAtMs + 28_000,
    postponed: 0,
    reservations: [{ ...bucket, amount: minor(12_345) }],
    ...changes,
    kind: 'link',
  };
  const holds = attempt.state === 'charging' && attempt.reportedOutcome === 'nobody';
  const own = holds ? reference : undefined;
  const activeAttempt = anotherIsActive === true ? another : own;
  const progress = {
    ...NO_PROGRESS,
    attempts: 1,
    latest: reference,
    ...(activeAttempt === undefined ? {} : { activeAttempt }),
  };
  await putRows(store, [
    ...itemsOfLink({ ...link, progress }),
    ...itemsOfAttempt(attempt),
    { ...keys.limitBucket(dealerCode, bucket), kind: 'day', usedMinor: 20_000 },
  ]);
  const timer = handTimer();
  whenHeld(timer.fire);
  const pos = sandboxPos({ clock, timer });
  if (card !== undefined) {
    const { amount } = orderOf(attempt);
    const order = {
      ...orderOf(attempt),
      amount: charged ?? amount,
      card: cardOf(card),
      payerAddress: attempt.payerAddress,
    };
    await pos.charge(account, order, { answerBy: clock.now() + 20_000 });
  }
  const opener: Opener = {
    open: async (_sealed, { field }) => (field === 'storeKey' ? account.storeKey : account.apiPassword),
  };
  const payments = new Set([attempt.payment]);
  const swept = sweeperStore(store);
  const settle = reconcilePayments({
    ...swept,
    queue: { ...swept.queue, due: dueOfOwn(swept.queue, payments) },
    bank: pos,
    posVersions: { find: async () => pinned },
    opener,
    cardStoring: cardStoringOver(store, { clock }),
    randomness: systemRandomness,
    clock,
    log: new FakeLog(),
    metrics: { reconciled: () => undefined },
  });
  const attempts = dynamoAttempts(store);
  return {
    reference,
    attempt,
    link: () => storedLink(store, link.token),
    another,
    /** Has the sweeper see another payment as well. */
    alsoSees: (payment: string) => payments.add(payment),
    steps: async () => (await swept.payments.find(attempt.payment))?.steps ?? [],
    advance: (ms: number) => {
      offsetMs += ms;
    },
    run: () => settle({ deadlineMs: clock.now() + 55_000 }),
    found: async () => (await attempts.find(reference)) ?? expect.unreachable(),
    budget: async () => (await store.get(keys.limitBucket(dealerCode, bucket)))?.usedMinor,
    order: () => dynamoBankLedger(store).findOrder(clientId, attempt.orderId),
  };
};
