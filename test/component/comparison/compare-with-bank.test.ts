import { expect, inject, test } from 'vitest';
import { compareWithBank } from '../../../functions/comparison/compare-with-bank/compare-with-bank.ts';
import { dynamoComparisons } from '../../../shared/adapters/dynamodb/comparison/comparisons.ts';
import { dynamoDealers } from '../../../shared/adapters/dynamodb/dealer/dealers.ts';
import { dynamoPayments } from '../../../shared/adapters/dynamodb/payment/payments.ts';
import { dynamoBankLedger } from '../../../shared/adapters/dynamodb/sandbox/bank-ledger.ts';
import { bankKeys } from '../../../shared/adapters/dynamodb/sandbox/sandbox-keys.ts';
import { dynamoTerminalLedger } from '../../../shared/adapters/dynamodb/sandbox/terminal-ledger.ts';
import { dynamoStatementMaking } from '../../../shared/adapters/dynamodb/statement/statement-making.ts';
import {
  dynamoVirtualPosDirectory,
  dynamoVirtualPosVersions,
} from '../../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import { DAY_MS, istanbulDayOf, istanbulDayRange } from '../../../shared/domain/calendar.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { orderIdOf } from '../../../shared/domain/payment/payment-name.ts';
import { testCard } from '../../../shared/nestpay/test-cards.ts';
import type { ComparisonNumbers } from '../../../shared/observability/log.ts';
import type { WholeGateway } from '../../../shared/ports/bank-gateway.ts';
import type { BankOrder } from '../../../shared/ports/bank-ledger.ts';
import type { ComparisonProgress } from '../../../shared/ports/comparisons.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeLog } from '../../fakes/log.ts';
import { sandboxBank } from '../../support/bank/bank-calls.ts';
import { type BankDealer, newBankDealer } from '../../support/bank/bank-merchants.ts';
import { newGarantiDealer } from '../../support/bank/garanti-merchants.ts';
import { terminalOrderWith, terminalTransaction } from '../../support/bank/terminal-orders.ts';
import { vaultOfFunction } from '../../support/card/vault.ts';
import { newOperator } from '../../support/operator/operators.ts';
import { newPaymentName, paymentNames } from '../../support/payment/stored-payments.ts';
import { tableOfFunction } from '../../support/store/store.ts';

const RUN_MS = 280_000;
const HOUR_MS = 3_600_000;

type NightBank = Pick<WholeGateway, 'inquire' | 'inquireHistory' | 'listOrders'>;

/** The nightly job over one dealer of the running app, at four in the night behind today. */
const nightOf = (dealer: Pick<BankDealer, 'dealer'>, bank: NightBank = gateways()) => {
  const store = tableOfFunction(inject('stack'), 'compare-with-bank');
  const { dealerCode } = dealer.dealer;
  const day = istanbulDayOf(Date.now());
  const clock = new FakeClock(istanbulDayRange(day).lastMs + 4 * HOUR_MS);
  const log = new FakeLog();
  const ran: ComparisonNumbers[] = [];
  const comparisons = dynamoComparisons(store);
  // Other tests have nights of their own in this app.
  let ofStage: ComparisonProgress | undefined;
  const run = compareWithBank({
    payments: dynamoPayments(store, paymentNames),
    lists: dynamoStatementMaking(store),
    comparisons: {
      ...comparisons,
      progress: (owner) => (owner === '-' ? Promise.resolve(ofStage) : comparisons.progress(owner)),
      saveProgress: (owner, progress) => {
        if (owner !== '-') return comparisons.saveProgress(owner, progress);
        ofStage = progress;
        return Promise.resolve(true);
      },
    },
    dealers: dynamoDealers(store),
    dealerDirectory: {
      page: ({ after }) =>
        Promise.resolve(after === undefined ? [{ dealerCode, name: dealer.dealer.name, enabled: true }] : []),
    },
    bank,
    posDirectory: dynamoVirtualPosDirectory(store),
    posVersions: dynamoVirtualPosVersions(store, clock),
    opener: vaultOfFunction(inject('stack'), 'compare-with-bank'),
    clock,
    log,
    metrics: { ran: (numbers) => void ran.push(numbers) },
    inquiriesPerSecond: 5,
    pause: (ms) => {
      clock.advance(ms);
      return Promise.resolve();
    },
  });
  const found = async () =>
    (await comparisons.ofDay({ day, limit: 500 }))
      .map(({ difference }) => difference)
      .filter((one) => one.dealerCode === dealerCode);
  return { day, clock, log, ran, run: () => run(clock.now() + RUN_MS), found };
};

const gateways = () => sandboxBank();

const pay = async (dealer: Pick<BankDealer, 'payDirectly'>, code: string): Promise<string> => {
  const { ResultCode, Data } = await dealer.payDirectly({ OtherTrxCode: code });
  if (ResultCode !== 'Success') throw new Error(ResultCode);
  return (Data as { VirtualPosOrderId: string }).VirtualPosOrderId;
};

/** Changes the bank's books behind the service's back. */
const plant = async ({ store, merchant }: BankDealer, orderId: string, changes: Partial<BankOrder>): Promise<void> => {
  const ledger = dynamoBankLedger(store);
  const order = await ledger.findOrder(merchant.clientId, orderId);
  if (order === undefined) throw new Error('no order');
  const changed = await ledger.changeOrder({ ...order, ...changes, version: order.version + 1 });
  if (!changed) throw new Error('the order was changed meanwhile');
};

const voided = async (dealer: BankDealer, code: string): Promise<void> => {
  const { run } = newOperator();
  const answer = await run('void', { dealerCode: dealer.dealer.dealerCode, otherTrxCode: code });
  if (!answer.ok) throw new Error(answer.error.message);
};

test('differences that were planted in the bank’s books are reported, and nothing else; nothing is changed by it', async () => {
  const dealer = await newBankDealer();
  const same = await pay(dealer, 'same');
  const more = await pay(dealer, 'more');
  const gone = await pay(dealer, 'gone');
  const back = await pay(dealer, 'back');
  await pay(dealer, 'fine');
  await voided(dealer, 'back');
  await voided(dealer, 'fine');
  await plant(dealer, more, { amount: minor(9_999), capturedAmount: minor(9_999) });
  await plant(dealer, back, { state: 'captured' });
  await dealer.store.transact([{ remove: bankKeys.order(dealer.merchant.clientId, gone) }]);
  const before = await dealer.directAttempts();

  const { day, ran, run, found, log } = nightOf(dealer);
  expect(await run()).toMatchObject({ compared: 5, differences: 3, unclear: 0, failed: 0, doneDay: day, isDone: true });
  expect(ran).toMatchObject([{ differences: 3, late: 0 }]);
  const told = (await found()).map(({ orderId, kind, ours, bank, posId }) => ({ orderId, kind, ours, bank, posId }));
  const posId = before[0]?.pos.posId;
  expect(told.toSorted((one, other) => one.kind.localeCompare(other.kind))).toEqual([
    {
      orderId: back,
      kind: 'charged-at-bank',
      ours: { state: 'given-back', amount: 2750 },
      bank: { state: 'captured', amount: 2750 },
      posId,
    },
    {
      orderId: gone,
      kind: 'missing-at-bank',
      ours: { state: 'taken', amount: 2750, refunded: 0 },
      bank: { state: 'no-record' },
      posId,
    },
    {
      orderId: more,
      kind: 'other-amount',
      ours: { state: 'taken', amount: 2750, refunded: 0 },
      bank: { state: 'captured', amount: 9999 },
      posId,
    },
  ]);
  expect(JSON.stringify(told)).not.toContain(same);
  expect(log.lines.map(({ event, fields }) => `${event} ${fields.code}`).toSorted()).toEqual([
    'difference found charged-at-bank',
    'difference found missing-at-bank',
    'difference found other-amount',
  ]);
  expect(await dealer.directAttempts()).toEqual(before);
  // A second run of the night finds the day done.
  expect(await run()).toMatchObject({ compared: 0, isDone: true });

  const { dealerCode } = dealer.dealer;
  const listed = await newOperator().done('list-differences', { day, dealerCode });
  expect(listed).toMatchObject({
    differences: expect.arrayContaining([
      expect.objectContaining({ orderId: more, kind: 'other-amount', source: 'bank' }),
    ]),
  });
});

test('a charge that the bank called declined and holds beside that code is told, and so is a Credit too many', async () => {
  const dealer = await newBankDealer();
  const { number } = testCard('declined-and-charged');
  const answer = await dealer.payDirectly({ OtherTrxCode: 'declined', CardNumber: number });
  expect(answer).toMatchObject({ ResultCode: 'Success', Data: { IsSuccessful: false } });
  const twice = await pay(dealer, 'twice');
  const really = await dealer.payDirectly({ OtherTrxCode: 'really', CardNumber: testCard('stolen').number });
  expect(really).toMatchObject({ Data: { IsSuccessful: false } });
  await voided(dealer, 'twice');
  const credit = {
    state: 'done',
    amount: minor(2750),
    procReturnCode: '00',
    authCode: '1',
    hostReference: '1',
  } as const;
  const credits = [1, 2].map((at) => ({ ...credit, transactionId: `T${at}`, atMs: Date.now() + at }));
  await plant(dealer, twice, { state: 'refunded', credits });

  const { run, found } = nightOf(dealer);
  expect(await run()).toMatchObject({ compared: 3, differences: 2, unclear: 0, isDone: true });
  const told = (await found()).map(({ kind, ours, bank }) => ({ kind, ours, bank }));
  expect(told.toSorted((one, other) => one.kind.localeCompare(other.kind))).toEqual([
    {
      kind: 'charged-at-bank',
      ours: { state: 'nothing' },
      bank: { state: 'captured, with the return code 05', amount: 2750 },
    },
    {
      kind: 'other-refunds',
      ours: { state: 'given-back', amount: 2750 },
      bank: { state: 'captured', amount: 2750, refunded: 5500 },
    },
  ]);
});

test('a silent bank is left alone after three questions; its orders wait, and are compared when it answers', async () => {
  const dealer = await newBankDealer();
  for (const code of ['1', '2', '3', '4', '5', '6', '7']) await pay(dealer, code);
  const real = gateways();
  let [isSilent, asked] = [true, 0];
  const { run, clock } = nightOf(dealer, {
    inquire: (...of) => {
      asked += 1;
      return isSilent ? Promise.resolve({ kind: 'unknown', cause: 'time-out' }) : real.inquire(...of);
    },
    inquireHistory: (...of) => real.inquireHistory(...of),
    listOrders: (...of) => real.listOrders(...of),
  });
  expect(await run()).toMatchObject({ compared: 0, unanswered: 0, isDone: false });
  // Five are asked side by side before the silence is known.
  expect(asked).toBe(5);
  isSilent = false;
  expect(await run()).toMatchObject({ compared: 7, differences: 0, isDone: true });

  // A bank that stays silent until noon: the next day is not kept waiting.
  isSilent = true;
  clock.advance(DAY_MS);
  await run();
  expect(await run()).toMatchObject({ isDone: true });
});

test('orders of a bank that is silent until noon are counted as unanswered', async () => {
  const dealer = await newBankDealer();
  await pay(dealer, '1');
  const silent = () => Promise.resolve({ kind: 'unknown', cause: 'time-out' } as const);
  const { run, clock } = nightOf(dealer, {
    inquire: silent,
    inquireHistory: silent,
    listOrders: () => Promise.resolve({ kind: 'not-offered' }),
  });
  expect(await run()).toMatchObject({ isDone: false });
  clock.advance(9 * HOUR_MS);
  expect(await run()).toMatchObject({ unanswered: 1, compared: 0, isDone: true });
});

test('a charge that only the books of a Garanti terminal have is told, and no order of another program', async () => {
  const dealer = await newGarantiDealer();
  await pay(dealer, 'ours');
  const [orderId, refused] = [1, 2].map((number) => orderIdOf({ payment: newPaymentName(), number }));
  if (orderId === undefined || refused === undefined) throw new Error('no order id');
  const ledger = dynamoTerminalLedger(dealer.store);
  const { terminalId } = dealer.terminal;
  const firstAtMs = Date.now();
  const plantAt = (id: string, changes: Parameters<typeof terminalTransaction>[0] = {}) =>
    ledger.enter(
      terminalOrderWith([terminalTransaction({ atMs: firstAtMs, ...changes })], { terminalId, orderId: id, firstAtMs }),
    );
  await plantAt(orderId);
  await plantAt(refused, { state: 'failed', returnCode: '05' });
  await plantAt('SHOP-4711');

  const { run, found, ran } = nightOf(dealer);
  expect(await run()).toMatchObject({ compared: 3, differences: 1, unclear: 0, unanswered: 0, isDone: true });
  expect(ran).toMatchObject([{ differences: 1 }]);
  expect(await found()).toMatchObject([
    {
      orderId,
      posId: 'garanti',
      kind: 'missing-here',
      currency: 'TL',
      ours: { state: 'unknown' },
      bank: { amount: 10_000 },
    },
  ]);
});
