import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { reconcilePayments } from '../../../functions/reconcile-payments/reconcile-payments.ts';
import { closedDayItem, dynamoBankLedger } from '../../../shared/adapters/dynamodb/bank/bank-ledger.ts';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { attemptItem } from '../../../shared/adapters/dynamodb/payment/attempt-item.ts';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/payment/attempts.ts';
import { linkPaymentItem } from '../../../shared/adapters/dynamodb/payment/payment-item.ts';
import { paymentKeys } from '../../../shared/adapters/dynamodb/payment/payment-keys.ts';
import { systemRandomness } from '../../../shared/adapters/runtime/system.ts';
import type { Attempt, AttemptTerms } from '../../../shared/domain/attempt/attempt.ts';
import { isQueued } from '../../../shared/domain/attempt/states.ts';
import { NO_PROGRESS, type PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import { type MinorUnits, minor } from '../../../shared/domain/money/money.ts';
import { orderIdOf, referenceOf } from '../../../shared/domain/payment/payment-name.ts';
import { pinnedPosOf } from '../../../shared/domain/virtual-pos/virtual-pos.ts';
import { orderOf } from '../../../shared/payment-flow/await-answer.ts';
import type { PosAccount } from '../../../shared/ports/bank-gateway.ts';
import type { Opener } from '../../../shared/ports/vault.ts';
import { FakeLog } from '../../fakes/log.ts';
import { cardOf, handTimer, sandboxPos } from '../../support/bank/bank-calls.ts';
import { accountAt, startBank, type TestBank } from '../../support/bank/bank-server.ts';
import { cardStoringOver } from '../../support/card/card-storing.ts';
import { linkWith } from '../../support/dealer/records.ts';
import { posWith } from '../../support/dealer/virtual-pos.ts';
import { itemsOfAttempt, itemsOfLink, newPaymentName, storedLink } from '../../support/payment/stored-payments.ts';
import { engineTable, putRows } from '../../support/store/store.ts';
import { dueOfOwn, sweeperStore } from '../../support/store/sweeper-store.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const store = engineTable(inject('stack'));
const ledger = dynamoBankLedger(store);
const attempts = dynamoAttempts(store);
const heldToTheEnd = Promise.withResolvers<void>();
/** Runs when the bank holds a call past its time-out: the caller's time is over then, and nobody waits for a clock. */
let whenHeld = (): void => undefined;
let bank: TestBank;
let account: PosAccount;

beforeAll(async () => {
  const hold = (): Promise<void> => {
    whenHeld();
    return heldToTheEnd.promise;
  };
  bank = await startBank(ledger, undefined, { hold });
  account = accountAt(bank.gateway);
});
afterAll(() => {
  heldToTheEnd.resolve();
  return bank.stop();
});

/** Closes the bank's day: from now on earlier charges can be credited and not voided. */
const closeDay = () =>
  putRows(store, [closedDayItem({ of: { clientId: account.clientId }, closedAtMs: Date.now() + 1, version: 1 })]);

const termsOf = (total: MinorUnits): AttemptTerms => ({
  total,
  currency: 'TL',
  installments: 1,
  type: 'sale',
  commission: { payer: minor(0), dealer: minor(0) },
});

interface SceneOptions {
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
const scene = async ({
  card,
  charged,
  attempt: changes = {},
  link: linkChanges = {},
  anotherIsActive,
}: SceneOptions) => {
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
  const pinned = posWith({ dealerCode, gateway: bank.gateway, merchant });
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
    told: 'nobody',
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
  const holds = attempt.state === 'charging' && attempt.told === 'nobody';
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
  whenHeld = timer.fire;
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
    order: () => ledger.findOrder(clientId, attempt.orderId),
  };
};

describe('reconcile-payments at the embedded bank', () => {
  test.each(['time-out-after-charge', 'error-after-charge', 'truncated', 'approved-with-99'])(
    '%s: a charge that went well though nobody heard so is approved, and its link paid (rules 3, 9)',
    async (card) => {
      const { advance, run, found, link, budget, reference, attempt } = await scene({ card });
      advance(3 * MINUTE_MS);
      expect(await run()).toMatchObject({ reconciled: 1, failed: 0, unexpectedCharges: 0 });
      expect(await found()).toMatchObject({ reference, state: 'approved', told: 'paid' });
      const paid = await link();
      expect(paid).toMatchObject({ state: 'paid', progress: { result: { code: '', orderId: attempt.orderId } } });
      expect(paid.progress.activeAttempt).toBeUndefined();
      expect(await budget()).toBe(20_000);
    },
  );

  test('what the bank declined is declined, the link freed and the budget given back once (rules 2, 17)', async () => {
    const { advance, run, found, link, budget } = await scene({ card: 'insufficient-funds' });
    advance(3 * MINUTE_MS);
    await run();
    expect(await found()).toMatchObject({ state: 'declined', told: 'failed', bank: { code: '002' }, reservations: [] });
    const open = await link();
    expect(open).toMatchObject({ state: 'open', progress: { lastDecline: { code: '002' } } });
    expect(open.progress.activeAttempt).toBeUndefined();
    expect(await budget()).toBe(7655);
    await run();
    expect(await budget()).toBe(7655);
  });

  test.each(['approved', 'void-unclear', 'shown-authorised', 'shown-settled'])(
    '%s: a charge of which "failed" was told is voided while the bank’s day is open',
    async (card) => {
      const { advance, run, found, steps, order, budget } = await scene({ card, attempt: { told: 'failed' } });
      advance(3 * MINUTE_MS);
      expect(await run()).toMatchObject({ reconciled: 1, unexpectedCharges: 0 });
      expect(await found()).toMatchObject({ state: 'voided', told: 'failed', reservations: [] });
      expect(await steps()).toMatchObject([{ kind: 'reversal', state: 'done', doneBy: 'void', amount: 12_345 }]);
      expect(await order()).toMatchObject({ state: 'voided', credits: [] });
      expect(await budget()).toBe(7655);
    },
  );

  test.each(['void-refused', 'void-refused-credit-unclear', 'void-refused-first-credit-declined', 'settled-at-once'])(
    '%s: a charge of which "failed" was told is credited once the bank has closed its day',
    async (card) => {
      const { advance, run, found, steps, order, budget } = await scene({ card, attempt: { told: 'failed' } });
      advance(3 * MINUTE_MS);
      expect(await run()).toMatchObject({ reschedule: 1, open: { reversal: 1 } });
      expect(await found()).toMatchObject({ state: 'reversing', told: 'failed', activeStep: 1 });
      expect(await steps()).toMatchObject([{ kind: 'reversal', state: 'intended', asker: { by: 'service' } }]);
      expect(await order()).toMatchObject({ state: 'captured', credits: [] });
      await closeDay();
      for (let runs = 0; runs < 3 && (await found()).state !== 'refunded'; runs += 1) {
        advance(25 * HOUR_MS);
        await run();
      }
      expect(await found()).toMatchObject({ state: 'refunded', told: 'failed', reservations: [] });
      expect(await steps()).toMatchObject([{ kind: 'reversal', state: 'done', doneBy: 'credit', amount: 12_345 }]);
      const { state, credits = [] } = (await order()) ?? {};
      expect([state, credits.filter((one) => one.state === 'done').map(({ amount }) => amount)]).toEqual([
        'refunded',
        [12_345],
      ]);
      expect(await budget()).toBe(7655);
    },
  );

  test('a charge that was settled overnight before anybody asked is credited, and never voided', async () => {
    const { advance, run, found, order } = await scene({ card: 'time-out-after-charge', attempt: { told: 'failed' } });
    await closeDay();
    advance(25 * HOUR_MS);
    expect(await run()).toMatchObject({ reconciled: 1 });
    expect(await found()).toMatchObject({ state: 'refunded', told: 'failed' });
    expect(await order()).toMatchObject({ state: 'refunded', credits: [{ amount: 12_345, state: 'done' }] });
  });

  test.each(['time-out-shown-authorised', 'time-out-settled-at-once'])(
    '%s: a sale is approved in whatever state the bank shows it',
    async (card) => {
      const { advance, run, found, link } = await scene({ card });
      advance(3 * MINUTE_MS);
      expect(await run()).toMatchObject({ reconciled: 1, unexpectedCharges: 0 });
      expect(await found()).toMatchObject({ state: 'approved', told: 'paid' });
      expect((await link()).state).toBe('paid');
    },
  );

  test('a decline that the bank could not reverse is found by the question of the next day, and taken back', async () => {
    const { advance, run, found, order } = await scene({ card: 'reversal-fails' });
    advance(3 * MINUTE_MS);
    expect(await run()).toMatchObject({ reconciled: 1 });
    expect(await found()).toMatchObject({ state: 'declined', told: 'failed', bank: { code: '016' } });
    await closeDay();
    advance(25 * HOUR_MS);
    expect(await run()).toMatchObject({ reconciled: 1, unexpectedCharges: 1 });
    expect(await found()).toMatchObject({ state: 'refunded', told: 'failed' });
    expect(await order()).toMatchObject({ state: 'refunded' });
  });

  test('a link’s charge of another amount than ours rings at once and is taken back, told "failed"', async () => {
    const { advance, run, found, link } = await scene({
      card: 'approved',
      charged: minor(9900),
      attempt: { terms: termsOf(minor(12_346)) },
    });
    advance(2 * MINUTE_MS + 1000);
    expect(await run()).toMatchObject({ reschedule: 1, contradictions: 1 });
    expect(await found()).toMatchObject({ state: 'in-doubt', told: 'nobody', said: { amount: 9900 } });
    advance(2 * MINUTE_MS);
    expect(await run()).toMatchObject({ reconciled: 1, contradictions: 1 });
    expect(await found()).toMatchObject({ state: 'voided', told: 'failed' });
    expect((await link()).progress.activeAttempt).toBeUndefined();
  });

  test('what can neither be voided nor refunded is stuck after 72 hours, and stays an operator’s', async () => {
    const { advance, run, found, steps } = await scene({
      card: 'void-and-credit-refused',
      attempt: { told: 'failed' },
    });
    advance(3 * MINUTE_MS);
    expect(await run()).toMatchObject({ reschedule: 1, open: { reversal: 1 } });
    await closeDay();
    advance(25 * HOUR_MS);
    expect(await run()).toMatchObject({ open: { reversal: 1 } });
    expect(await steps()).toMatchObject([{ sent: { credit: { amount: 12_345, doneBefore: 0, answer: 'refused' } } }]);
    advance(48 * HOUR_MS);
    expect(await run()).toMatchObject({ open: { stuck: 1 } });
    expect(await found()).toMatchObject({ state: 'reversing', told: 'failed', activeStep: 1 });
    advance(25 * HOUR_MS);
    expect(await run()).toMatchObject({ open: { stuck: 1 } });
    expect(await steps()).toMatchObject([{ state: 'stuck', said: { state: expect.stringMatching(/^[SD] /) } }]);
  });

  test('"no record" is believed after the horizon and the day’s end, and asked about once more (rule 5)', async () => {
    const { advance, run, found, link, reference } = await scene({ card: 'error-before-charge' });
    advance(3 * MINUTE_MS);
    expect(await run()).toMatchObject({ reschedule: 1, open: { 'in-doubt': 1 } });
    expect((await link()).progress.activeAttempt).toBe(reference);
    advance(22 * HOUR_MS);
    expect(await run()).toMatchObject({ open: { 'in-doubt': 1 } });
    advance(28 * HOUR_MS);
    expect(await run()).toMatchObject({ reconciled: 1 });
    const declined = await found();
    expect(declined).toMatchObject({ state: 'declined', told: 'failed', bank: { code: '021' } });
    expect([isQueued(declined), (await link()).progress.activeAttempt]).toEqual([true, undefined]);
    advance(25 * HOUR_MS);
    expect(await run()).toMatchObject({ reconciled: 1, unexpectedCharges: 0 });
    expect(isQueued(await found())).toBe(false);
  });

  test('a charge that the second question finds is taken back, with an alarm (rule 5)', async () => {
    const recheckAtMs = Date.now();
    const ended = { state: 'declined', told: 'failed', reservations: [], recheckAtMs, dueAtMs: recheckAtMs } as const;
    const { advance, run, found, order } = await scene({ card: 'approved', attempt: ended });
    advance(3 * MINUTE_MS);
    expect(await run()).toMatchObject({ reconciled: 1, unexpectedCharges: 1 });
    expect(await found()).toMatchObject({ state: 'voided' });
    expect(await order()).toMatchObject({ state: 'voided' });
  });
});

/** An attempt whose payer is at the bank: nothing was charged yet. */
const atTheGate = (changes: Partial<Attempt> = {}): Partial<Attempt> => ({
  state: 'authenticating',
  reservations: [],
  ...changes,
});

describe('reconcile-payments and a payer who left during 3D', () => {
  test('leaves the attempt alone in its life, then closes it and makes the link 3D only (rules 5, 15, 20)', async () => {
    const { advance, run, found, link } = await scene({ attempt: atTheGate() });
    advance(14 * MINUTE_MS);
    expect(await run()).toMatchObject({ reconciled: 0, reschedule: 0 });
    expect(await found()).toMatchObject({ state: 'authenticating', version: 1 });
    advance(2 * MINUTE_MS);
    expect(await run()).toMatchObject({ reconciled: 1 });
    expect(await found()).toMatchObject({ state: 'closed', told: 'nobody' });
    expect(await link()).toMatchObject({ state: 'open', progress: { threeDOnly: true } });
  });

  test('takes a charge back that the bank holds all the same, with an alarm', async () => {
    const { advance, run, found } = await scene({ card: 'approved', attempt: atTheGate() });
    advance(16 * MINUTE_MS);
    expect(await run()).toMatchObject({ reconciled: 1, unexpectedCharges: 1 });
    expect(await found()).toMatchObject({ state: 'voided', told: 'failed' });
  });

  test('the last attempt closes its link, but not while another attempt is active (rules 7, 33)', async () => {
    const last = await scene({ attempt: atTheGate({ number: 20 }) });
    last.advance(16 * MINUTE_MS);
    await last.run();
    expect(await last.link()).toMatchObject({ state: 'failed', progress: { result: { code: '001' } } });
    const late = await scene({ attempt: atTheGate({ number: 20 }), anotherIsActive: true });
    late.advance(16 * MINUTE_MS);
    expect(await late.run()).toMatchObject({ reconciled: 1 });
    expect(await late.link()).toMatchObject({
      state: 'open',
      progress: { activeAttempt: late.another, threeDOnly: true },
    });
  });
});

describe('The sweeper', () => {
  test('leaves a call alone that is younger than two minutes, so that its own function can conclude it (rule 5)', async () => {
    const { advance, run, found } = await scene({ card: 'approved', attempt: { dueAtMs: Date.now() } });
    advance(MINUTE_MS);
    expect(await run()).toMatchObject({ reconciled: 0, reschedule: 0 });
    expect(await found()).toMatchObject({ state: 'charging', version: 1 });
  });

  test('is safe to run twice at once: one of both leases and acts (rule 8)', async () => {
    const { advance, run, found, budget } = await scene({ card: 'approved', attempt: { told: 'failed' } });
    advance(3 * MINUTE_MS);
    const reports = await Promise.all([run(), run(), run()]);
    expect(reports.map(({ reconciled }) => reconciled).toSorted((one, other) => one - other)).toEqual([0, 0, 1]);
    expect(reports.map(({ failed }) => failed)).toEqual([0, 0, 0]);
    expect(await found()).toMatchObject({ state: 'voided' });
    expect(await budget()).toBe(7655);
  });

  test('a declined attempt of which "failed" was told leaves the link to the one that is active now (rules 2, 7)', async () => {
    const { advance, run, found, link, another } = await scene({
      card: 'insufficient-funds',
      attempt: { told: 'failed', number: 20 },
      anotherIsActive: true,
    });
    advance(3 * MINUTE_MS);
    expect(await run()).toMatchObject({ reconciled: 1 });
    expect(await found()).toMatchObject({ state: 'declined' });
    const open = await link();
    expect([open.state, open.progress.activeAttempt, open.progress.lastDecline]).toEqual(['open', another, undefined]);
  });

  test('a charge whose link is another attempt’s is taken back, with an alarm (rule 2)', async () => {
    const { advance, run, found, link } = await scene({ card: 'approved', anotherIsActive: true });
    advance(3 * MINUTE_MS);
    expect(await run()).toMatchObject({ reconciled: 1, unexpectedCharges: 1 });
    expect(await found()).toMatchObject({ state: 'voided', told: 'failed' });
    expect((await link()).state).toBe('open');
  });

  test('a row that cannot be read is put off, later each time, and the page goes on (rule 8)', async () => {
    const { advance, run, alsoSees, found } = await scene({ card: 'approved', attempt: { told: 'failed' } });
    const broken = { payment: newPaymentName(), number: 1 };
    alsoSees(broken.payment);
    await putRows(store, [
      linkPaymentItem(linkWith({ payment: broken.payment }), undefined),
      { ...attemptItem({ ...(await found()), ...broken, dueAtMs: 1 }), state: 'nonsense' },
    ]);
    advance(3 * MINUTE_MS);
    expect(await run()).toMatchObject({ reconciled: 1, failed: 1 });
    const dueAt = async () => Number(String((await store.get(paymentKeys.attempt(broken)))?.dueSk).split('#')[0]);
    const first = await dueAt();
    expect(first - Date.now()).toBeGreaterThan(4 * MINUTE_MS);
    expect(await run()).toMatchObject({ failed: 0 });
    advance(3 * MINUTE_MS);
    expect(await run()).toMatchObject({ failed: 1 });
    // At least three minutes passed, and the pause grew from two minutes to four.
    expect((await dueAt()) - first).toBeGreaterThanOrEqual(5 * MINUTE_MS);
  });

  test('a bucket that does not hold what was taken keeps no attempt from its end (rule 17)', async () => {
    const gone = { kind: 'month', name: '202001', currency: 'TL', shard: 0, amount: minor(5) } as const;
    const { advance, run, found } = await scene({ card: 'insufficient-funds', attempt: { reservations: [gone] } });
    advance(3 * MINUTE_MS);
    expect(await run()).toMatchObject({ reconciled: 1 });
    expect(await found()).toMatchObject({ state: 'declined' });
  });
});
