import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { capturePayment } from '../../../functions/payment/capture-payment/capture-payment.ts';
import { contract as capture } from '../../../functions/payment/capture-payment/contract.ts';
import { contract as voiding } from '../../../functions/payment/void-payment/contract.ts';
import { voidPayment } from '../../../functions/payment/void-payment/void-payment.ts';
import { dynamoLimitUsage } from '../../../shared/adapters/dynamodb/limit/limit-usage.ts';
import { dynamoPayments } from '../../../shared/adapters/dynamodb/payment/payments.ts';
import { dynamoSteps } from '../../../shared/adapters/dynamodb/payment/steps.ts';
import type { DirectAttempt } from '../../../shared/domain/attempt/attempt.ts';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { decidingAttempt } from '../../../shared/domain/payment/payment.ts';
import { readBody } from '../../../shared/http/body.ts';
import type { OperationCall } from '../../../shared/http/operation-handler.ts';
import type { BankAnswer, InquiryAnswer, UnknownCause } from '../../../shared/ports/bank-answers.ts';
import type { BankGateway } from '../../../shared/ports/bank-gateway.ts';
import type { FollowUp } from '../../../shared/ports/bank-order.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { dealerWith } from '../../support/dealer/dealers.ts';
import { posWith } from '../../support/dealer/virtual-pos.ts';
import { directAttemptWith } from '../../support/payment/attempts.ts';
import { itemsOfDirect, paymentNames } from '../../support/payment/stored-payments.ts';
import { MemoryTable } from '../../support/store/memory-table.ts';

const references = { authCode: 'A', hostReference: 'H', transactionId: 'T' };
const APPROVED: BankAnswer = { kind: 'approved', references };
const MINUTE_MS = 60_000;
const LATE = { reason: 'OutcomeUnknown', sentence: expect.stringContaining('has not told the outcome in time') };
const CHECKED = { reason: 'OutcomeUnknown', sentence: expect.stringContaining('refused, and it is being checked') };

const never = (): never => {
  throw new Error('a step asks nothing of that');
};

/** A bank with an answer to every follow-up and every inquiry, which a test may change. It counts the calls. */
class PreparedBank implements BankGateway {
  readonly followUps: (FollowUp & { readonly amount: number })[] = [];
  inquiries = 0;
  answer: BankAnswer = APPROVED;
  found: InquiryAnswer = { kind: 'unknown', cause: 'connection-lost' };
  charge = never;
  provision = never;
  start3D = never;
  startOnServer = never;
  verifyCallback = never;
  inquireHistory = never;

  followUp: BankGateway['followUp'] = (_account, { amount }, followUp) => {
    this.followUps.push({ ...followUp, amount });
    return Promise.resolve(this.answer);
  };

  inquire: BankGateway['inquire'] = () => {
    this.inquiries += 1;
    return Promise.resolve(this.found);
  };
}

const CODE = 'D-1042';

/** A payment in a table in memory, and the two operations over it. */
const sceneOf = async (changes: Partial<DirectAttempt> = {}, dealerChanges: Partial<Dealer> = {}) => {
  const store = new MemoryTable();
  const clock = new FakeClock();
  const dealer = dealerWith(dealerChanges);
  const payment = paymentNames.nameOf(dealer.dealerCode, CODE);
  const { pendingCard: _stored, ...attempt } = directAttemptWith(
    dealer.dealerCode,
    { payment, startedAtMs: clock.now(), state: 'approved', reportedOutcome: 'paid', ...changes },
    { otherTrxCode: CODE, splits: [] },
  );
  await store.transact(itemsOfDirect(attempt).map((put) => ({ put })));
  const bank = new PreparedBank();
  const payments = dynamoPayments(store, paymentNames);
  let trxId = 500_000;
  const deps = {
    payments,
    steps: dynamoSteps(store),
    identifiers: {
      next: () => {
        trxId += 1;
        return Promise.resolve(trxId);
      },
    },
    clock,
    bank,
    limitUsage: dynamoLimitUsage(store),
    posVersions: { find: () => Promise.resolve(posWith()) },
    opener: { open: () => Promise.resolve('opened') },
  };
  const callOf = <Value>(value: Value): OperationCall<Value> => ({
    dealer,
    operation: 'DoVoid',
    sourceAddress: '203.0.113.7',
    read: { ok: true, value },
  });
  const bodyOf = (fields: object) => readBody({ body: JSON.stringify({ OtherTrxCode: CODE, ...fields }) });
  return {
    bank,
    clock,
    attempt,
    captured: (fields: object = {}) => capturePayment(deps)(callOf(z.parse(capture.request, bodyOf(fields)))),
    voided: (fields: object = {}) => voidPayment(deps)(callOf(z.parse(voiding.request, bodyOf(fields)))),
    stored: async () => {
      const found = await payments.find(payment);
      return { attempt: found && decidingAttempt(found), step: found?.steps.at(-1), steps: found?.steps.length };
    },
  };
};

const preAuthorised = (total = 10_000): Partial<DirectAttempt> => ({
  terms: {
    total: minor(total),
    currency: 'TL',
    installments: 1,
    type: 'pre-authorisation',
    commission: { payer: minor(0), dealer: minor(0) },
  },
});

const done = (orderId: string) => ({
  IsSuccessful: true,
  ResultCode: '00',
  ResultMessage: '',
  VirtualPosOrderId: orderId,
});

describe('A capture or void is carried out while its caller waits (rules 3, 4, 40)', () => {
  test.each([1, 3])('a void for the reason %i is refused: the interface has one', async (VoidRefundReason) => {
    const { voided, bank } = await sceneOf();
    await expect(voided({ VoidRefundReason })).rejects.toMatchObject({
      reason: 'InvalidRequest',
      sentence: 'VoidRefundReason must be 2, or left out.',
    });
    expect(bank.followUps).toEqual([]);
    expect(await voided({ VoidRefundReason: 2 })).toMatchObject({ replayed: false });
  });

  test('a void that the bank approves ends the payment, once', async () => {
    const { voided, bank, attempt, stored } = await sceneOf();
    expect(await voided()).toEqual({ data: done(attempt.orderId), replayed: false });
    expect(await voided()).toEqual({ data: done(attempt.orderId), replayed: true });
    expect(bank.followUps).toEqual([{ kind: 'void', amount: 10_000 }]);
    const after = await stored();
    expect(after).toMatchObject({
      attempt: { state: 'voided', reportedOutcome: 'paid' },
      step: { state: 'done', doneBy: 'void' },
    });
    expect(after.attempt).not.toHaveProperty('activeStep');
  });

  test('a capture of a part takes that part, and another capture is refused', async () => {
    const { captured, bank, stored } = await sceneOf(preAuthorised());
    expect(await captured({ Amount: '60.00' })).toMatchObject({ replayed: false });
    expect(await captured({ Amount: 60 })).toMatchObject({ replayed: true });
    await expect(captured({ Amount: 61 })).rejects.toMatchObject({ reason: 'CaptureNotAvailable' });
    expect(bank.followUps).toEqual([{ kind: 'capture', amount: 6000 }]);
    expect(await stored()).toMatchObject({ attempt: { state: 'approved', captured: 6000 } });
  });

  test('a capture above the authorised amount names both amounts, and takes the difference from the limits', async () => {
    const limits = { TL: { values: { daily: minor(1000), monthly: minor(1000), shards: 1 } } };
    const { captured, bank, stored } = await sceneOf(preAuthorised(), { captureAbove: true, limits });
    await expect(captured({ Amount: 110.01 })).rejects.toMatchObject({ reason: 'InvalidAmount' });
    expect(await captured({ Amount: 110 })).toMatchObject({ data: { IsSuccessful: true } });
    expect(bank.followUps).toEqual([{ kind: 'capture', preAuthorised: 10_000, amount: 11_000 }]);
    expect(await stored()).toMatchObject({ step: { reservations: [{ kind: 'day', amount: 1000 }] } });
  });

  const causes: readonly UnknownCause[] = [
    'time-out',
    'connection-lost',
    'unreadable',
    'contradictory',
    'error-answer',
  ];

  test.each(causes)('%s: the outcome is unknown, nothing is sent again, and a repeat asks the bank', async (cause) => {
    const { voided, bank, clock, attempt, stored } = await sceneOf();
    bank.answer = { kind: 'unknown', cause };
    const told = cause === 'error-answer' ? CHECKED : LATE;
    await expect(voided()).rejects.toMatchObject(told);
    expect(await stored()).toMatchObject({
      attempt: { state: 'approved', activeStep: 1 },
      step: { state: 'in-doubt' },
    });
    await expect(voided()).rejects.toMatchObject(told);
    clock.advance(3 * MINUTE_MS);
    bank.found = { kind: 'voided', references };
    expect(await voided()).toEqual({ data: done(attempt.orderId), replayed: true });
    expect(bank.followUps).toHaveLength(1);
  });

  test('a decline is believed only when the bank still shows the charge two minutes later', async () => {
    const { voided, bank, clock, stored } = await sceneOf();
    bank.answer = { kind: 'declined', code: '004', procReturnCode: '05' };
    bank.found = { kind: 'captured', amount: minor(10_000), references };
    await expect(voided()).rejects.toMatchObject(CHECKED);
    await expect(voided()).rejects.toMatchObject(CHECKED);
    clock.advance(2 * MINUTE_MS);
    const refused = { data: { IsSuccessful: false, ResultCode: '004' }, replayed: true };
    expect(await voided()).toMatchObject(refused);
    expect(await voided()).toMatchObject(refused);
    expect(await stored()).toMatchObject({
      attempt: { state: 'approved', reportedOutcome: 'paid' },
      step: { state: 'refused' },
    });
    // Later the same request is a new step.
    clock.advance(11 * MINUTE_MS);
    bank.answer = APPROVED;
    expect(await voided()).toMatchObject({ data: { IsSuccessful: true }, replayed: false });
    expect(await stored()).toMatchObject({ steps: 2 });
  });

  test('a call that was not sent is refused at once with its code, and no step is active', async () => {
    const { captured, bank, stored } = await sceneOf(preAuthorised());
    bank.answer = { kind: 'not-sent', code: '008' };
    expect(await captured()).toMatchObject({ data: { IsSuccessful: false, ResultCode: '008' }, replayed: false });
    expect((await stored()).attempt).not.toHaveProperty('activeStep');
  });

  test('after the Void of a captured pre-authorisation the hold that still stands is voided too', async () => {
    const { voided, bank, stored } = await sceneOf({ ...preAuthorised(), captured: minor(10_000) });
    bank.found = { kind: 'authorised', amount: minor(10_000), references };
    expect(await voided()).toMatchObject({ data: { IsSuccessful: true, ResultCode: '00' } });
    expect(bank.inquiries).toBe(1);
    expect(bank.followUps).toHaveLength(2);
    expect(await stored()).toMatchObject({ attempt: { state: 'voided' }, step: { state: 'done', doneBy: 'void' } });
  });

  test('the dealer needs the permission for the channel, but not for a repeat', async () => {
    const scene = await sceneOf({}, { voidChannels: ['paymentRequest'] });
    await expect(scene.voided()).rejects.toMatchObject({ reason: 'ChannelPermissionNotAvailable' });
    expect(scene.bank.followUps).toEqual([]);
  });

  test.each([
    [
      'a share without an amount before a payment that is not there',
      { OtherTrxCode: 'x', SubDealer: { DealerId: 1 } },
      'InvalidRequest',
    ],
    ['a payment that is not there before the permission', { OtherTrxCode: 'x' }, 'PaymentNotFound'],
    ['the permission before the state', {}, 'ChannelPermissionNotAvailable'],
  ])('%s', async (_rule, fields, reason) => {
    const { captured } = await sceneOf({}, { captureChannels: [] });
    await expect(captured(fields)).rejects.toMatchObject({ reason });
  });

  test('the state before the amount', async () => {
    const { captured } = await sceneOf();
    await expect(captured({ Amount: 0 })).rejects.toMatchObject({ reason: 'CaptureNotAvailable' });
  });
});
