import { describe, expect, test } from 'vitest';
import { chargeDirectly, hearsUntilMs } from '../../../functions/direct-payment/make-direct-payment/charge-directly.ts';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/attempt/attempts.ts';
import { systemRandomness } from '../../../shared/adapters/runtime/system.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { chargeOutcomeOf, orderOf, resolveAnswer } from '../../../shared/payment-flow/await-answer.ts';
import type { BankAnswer, InquiryAnswer, UnknownCause } from '../../../shared/ports/bank-answers.ts';
import type { BankGateway, PosAccount } from '../../../shared/ports/bank-gateway.ts';
import type { ChargeType } from '../../../shared/ports/bank-order.ts';
import { closedBreaker } from '../../fakes/breaker.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { cardStoringOver } from '../../support/card/card-storing.ts';
import { KEPT } from '../../support/card/waiting-card.ts';
import { directAttemptWith } from '../../support/payment/attempts.ts';
import { itemsOfDirect } from '../../support/payment/stored-payments.ts';
import { MemoryTable } from '../../support/store/memory-table.ts';

const references = { authCode: 'A', hostReference: 'H', transactionId: 'T' };
const ACCOUNT: PosAccount = {
  kind: 'nestpay',
  posId: 'isbank',
  version: 1,
  gateway: 'https://bank.example',
  clientId: '190100000',
  apiUser: 'api',
  apiPassword: 'password',
  storeKey: 'key',
  attemptedThreeDAllowed: false,
  serverStart: false,
  withoutCvc: true,
  dayEndsAt: '22:00',
};

const never = (): never => {
  throw new Error('a charge asks nothing of that');
};

/** A bank with prepared answers to a charge and to every inquiry. It counts the calls. */
const bankThat = (answer: BankAnswer, found: InquiryAnswer) => {
  const calls: string[] = [];
  const bank: BankGateway = {
    charge: async () => {
      calls.push('charge');
      return answer;
    },
    inquire: async () => {
      calls.push('inquiry');
      return found;
    },
    provision: never,
    start3D: never,
    startOnServer: never,
    verifyCallback: never,
    inquireHistory: never,
    followUp: never,
  };
  return { bank, calls };
};

const chargeAt = async (bank: BankGateway) => {
  const store = new MemoryTable();
  const attempts = dynamoAttempts(store);
  const clock = new FakeClock();
  const attempt = directAttemptWith('D1', { startedAtMs: clock.now(), answerByMs: clock.now() + 28_000 });
  await store.transact(itemsOfDirect(attempt).map((put) => ({ put })));
  const cardStoring = cardStoringOver(store, { clock });
  const deps = { attempts, bank, breaker: closedBreaker, cardStoring, randomness: systemRandomness, clock };
  const call = { account: ACCOUNT, card: KEPT, payerAddress: '203.0.113.7' };
  const data = await chargeDirectly(deps, attempt, call, hearsUntilMs(clock.now()));
  return { data, after: await attempts.find(attempt.reference) };
};

describe('A direct payment is charged once', () => {
  const causes: readonly UnknownCause[] = [
    'connection-lost',
    'time-out',
    'unreadable',
    'contradictory',
    'error-answer',
  ];

  test.each(causes)('%s: it is asked after, and never sent again', async (cause) => {
    const { bank, calls } = bankThat({ kind: 'unknown', cause }, { kind: 'unknown', cause: 'connection-lost' });
    const { data, after } = await chargeAt(bank);
    expect(data).toBeUndefined();
    expect(after).toMatchObject({ state: 'in-doubt', reportedOutcome: 'nobody' });
    expect(calls.filter((one) => one === 'charge')).toEqual(['charge']);
    expect(calls.length).toBeGreaterThan(1);
  });

  test('a decline that the bank may still reverse is told, and asked about once more the next day', async () => {
    const answer: BankAnswer = { kind: 'declined', code: '016', procReturnCode: '92', asksAgain: true };
    const { bank, calls } = bankThat(answer, { kind: 'no-record' });
    const { data, after } = await chargeAt(bank);
    expect(data).toMatchObject({ IsSuccessful: false, ResultCode: '016' });
    expect(after).toMatchObject({
      state: 'declined',
      reportedOutcome: 'failed',
      recheckAtMs: (after?.endedAtMs ?? 0) + 86_400_000,
    });
    expect(calls).toEqual(['charge']);
  });
});

describe('What an inquiry says of a charge', () => {
  const amount = minor(10_000);
  const orderWith = (type: ChargeType) => ({
    ...orderOf(directAttemptWith('D1')),
    amount,
    type,
  });

  test.each<readonly [InquiryAnswer['kind'], string, string]>([
    ['authorised', 'approved', 'approved'],
    ['captured', 'approved', 'unknown'],
    ['settled', 'approved', 'unknown'],
  ])('%s is %s of a sale and %s of a pre-authorisation', (kind, ofSale, ofPreAuthorisation) => {
    const found = { kind, amount, references } as InquiryAnswer;
    expect(chargeOutcomeOf(found, orderWith('sale')).kind).toBe(ofSale);
    expect(chargeOutcomeOf(found, orderWith('pre-authorisation')).kind).toBe(ofPreAuthorisation);
  });

  test('with another amount is unknown, to the kurus', () => {
    for (const kind of ['authorised', 'captured', 'settled'] as const) {
      for (const other of [amount - 1, amount + 1, 0]) {
        expect(chargeOutcomeOf({ kind, amount: minor(other), references }, orderWith('sale'))).toEqual({
          kind: 'unknown',
        });
      }
    }
  });

  test.each<InquiryAnswer>([
    { kind: 'voided', references },
    { kind: 'credited', references },
    { kind: 'credit-failed', references },
    { kind: 'no-record' },
    { kind: 'unknown', cause: 'pending' },
    { kind: 'unknown', cause: 'not-asked' },
  ])('$kind is unknown while somebody waits for it', (found) => {
    expect(chargeOutcomeOf(found, orderWith('sale'))).toEqual({ kind: 'unknown' });
  });

  test('a decline carries its code, and whether it is asked about again', () => {
    const found: InquiryAnswer = { kind: 'declined', code: '016', references };
    expect(chargeOutcomeOf(found, orderWith('sale'))).toEqual({ kind: 'declined', code: '016', references });
    expect(chargeOutcomeOf({ ...found, asksAgain: true }, orderWith('sale'))).toMatchObject({ asksAgain: true });
  });

  test('a charge that was surely not sent is a decline that nobody asks about', async () => {
    const { bank, calls } = bankThat({ kind: 'not-sent', code: '008' }, { kind: 'no-record' });
    const time = { answerBy: 30_000 };
    const call = { pos: bank, account: ACCOUNT, order: orderWith('sale'), time, clock: new FakeClock(0) };
    expect(await resolveAnswer({ kind: 'not-sent', code: '008' }, call)).toEqual({ kind: 'declined', code: '008' });
    expect(calls).toEqual([]);
  });
});
