import { describe, expect, test } from 'vitest';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { BankAnswer } from '../../../../shared/ports/bank-answers.ts';
import { StoreUnavailable } from '../../../../shared/ports/store-errors.ts';
import { APPROVED, DECLINED, directInMemory, REFERENCES, SILENT } from '../../../support/payment/direct-in-memory.ts';
import { MARKET_PLACE, paidBy } from '../../../support/payment/direct-payments.ts';
import { itemsOfAttempt } from '../../../support/payment/stored-payments.ts';

const CODE = { OtherTrxCode: 'P-1' };
const OTHER = { ...CODE, Description: 'Another request' };
const MINUTE_MS = 60_000;
const CAPTURED = { kind: 'captured', amount: minor(2750), references: REFERENCES } as const;

/** A payment whose charge got no answer, at once: nobody waits for it any more. */
const inDoubt = async () => {
  const scene = await directInMemory();
  scene.bank.charge = async () => SILENT;
  expect(await scene.heard(CODE)).toBe('OutcomeUnknown');
  scene.bank.inquiries.length = 0;
  return scene;
};

describe('A code whose charge is in doubt (rules 1, 8, 9)', () => {
  test('is asked about by a repeat, which gets the approval', async () => {
    const { bank, heard, attempts, now } = await inDoubt();
    bank.inquire = async () => CAPTURED;
    expect(await heard(CODE)).toBe('paid replayed');
    expect(attempts()).toMatchObject([{ state: 'approved', reportedOutcome: 'paid' }]);
    expect([bank.charges, bank.inquiries]).toEqual([1, [{ answerBy: now() + 5000 }]]);
  });

  test.each([
    { tookMs: 22_000, asks: [{ afterMs: 24_000 }], heardIs: 'paid replayed' },
    { tookMs: 23_000, asks: [{ afterMs: 24_000 }], heardIs: 'paid replayed' },
    { tookMs: 23_001, asks: [], heardIs: 'OutcomeUnknown' },
  ])('is asked about while its caller hears: after $tookMs ms', async ({ tookMs, asks, heardIs }) => {
    let slowMs = 0;
    const scene = await directInMemory({
      changes: ({ attempts, clock }) => ({
        attempts: {
          ...attempts,
          ofPayment: async (payment) => {
            clock.advance(slowMs);
            return attempts.ofPayment(payment);
          },
        },
      }),
    });
    const { bank, heard, now } = scene;
    bank.charge = async () => SILENT;
    await heard(CODE);
    bank.inquiries.length = 0;
    bank.inquire = async () => CAPTURED;
    slowMs = tookMs;
    const calledAtMs = now();
    expect(await heard(CODE)).toBe(heardIs);
    expect(bank.inquiries).toEqual(asks.map(({ afterMs }) => ({ answerBy: calledAtMs + afterMs })));
  });

  test('is not believed to be without a charge (rule 5)', async () => {
    const { bank, heard, attempts } = await inDoubt();
    bank.inquire = async () => ({ kind: 'no-record' });
    expect(await heard(CODE)).toBe('OutcomeUnknown');
    expect(attempts()).toMatchObject([{ state: 'in-doubt' }]);
  });

  test('is asked about by its callers for ten minutes, and then by nobody who waits', async () => {
    const { bank, heard, clock } = await inDoubt();
    bank.inquire = async () => CAPTURED;
    clock.advance(28_000 + 10 * MINUTE_MS);
    expect(await heard(CODE)).toBe('OutcomeUnknown');
    expect(bank.inquiries).toEqual([]);
  });

  test('is asked about up to the last moment of the ten minutes', async () => {
    const { bank, heard, clock } = await inDoubt();
    bank.inquire = async () => CAPTURED;
    clock.advance(28_000 + 10 * MINUTE_MS - 1);
    expect(await heard(CODE)).toBe('paid replayed');
  });

  test('refuses another request until it is decided, and tells it nothing of the charge', async () => {
    const { bank, heard, pay } = await inDoubt();
    bank.inquire = async () => CAPTURED;
    expect(await pay(OTHER)).toMatchObject({
      Data: null,
      ResultMessage:
        'An earlier request with this code is not decided; do not send it under another code. Repeat it later.',
    });
    expect(bank.inquiries).toEqual([]);
    expect(await heard(CODE)).toBe('paid replayed');
    expect(await heard(OTHER)).toBe('OtherTrxCodeAlreadyUsed');
  });

  test('says that it is in doubt where the row cannot be written', async () => {
    const scene = await directInMemory({
      changes: ({ attempts }) => ({
        attempts: {
          ...attempts,
          apply: (change) =>
            change.attempt.state === 'in-doubt'
              ? Promise.reject(new StoreUnavailable('unknown', 'TimeoutError'))
              : attempts.apply(change),
        },
      }),
    });
    scene.bank.charge = async () => SILENT;
    expect(await scene.heard(CODE)).toBe('OutcomeUnknown');
    expect(scene.attempts()).toMatchObject([{ state: 'charging' }]);
  });

  test('is EX where a defect keeps it from being written: only a store that fails is expected', async () => {
    const scene = await directInMemory({
      changes: ({ attempts }) => ({
        attempts: { ...attempts, apply: () => Promise.reject(new TypeError('a defect')) },
      }),
    });
    scene.bank.charge = async () => SILENT;
    expect(await scene.heard(CODE)).toBe('EX');
  });
});

describe('A code whose charge was declined (rule 10)', () => {
  const declined = async () => {
    const scene = await directInMemory();
    scene.bank.charge = async () => DECLINED;
    expect(await scene.heard(CODE)).toBe('002');
    scene.bank.charge = async () => APPROVED;
    return scene;
  };

  test('takes another request at once, as its next attempt', async () => {
    const { heard, attempts, bank } = await declined();
    expect(await heard(OTHER)).toBe('paid');
    expect(attempts().map(({ number, state }) => [number, state])).toEqual([
      [1, 'declined'],
      [2, 'approved'],
    ]);
    expect(bank.charges).toBe(2);
  });

  test('gives the decline again to the same request where that is refused by now, and to no other', async () => {
    const { heard, clock, changeDealer } = await declined();
    clock.advance(MINUTE_MS);
    await changeDealer({ paused: true });
    expect(await heard(CODE)).toBe('002 replayed');
    expect(await heard(OTHER)).not.toContain('002');
    expect(await heard({ ...OTHER, Amount: 'x' })).toBe('InvalidRequest');
  });

  test('says 021 of an attempt that ended without an answer of the bank, also while its charge is given back', async () => {
    const { heard, attempts, put, clock } = await declined();
    const [attempt] = attempts();
    if (attempt === undefined) throw new Error('no attempt');
    const { bank: _none, ...rest } = attempt;
    for (const state of ['declined', 'reversing', 'voided'] as const) {
      await put(itemsOfAttempt({ ...rest, state, reportedOutcome: 'failed', endedAtMs: clock.now() }));
      expect(await heard(CODE)).toBe('021 replayed');
    }
  });

  test('waits for an attempt of another card, and begins the next where that one is declined meanwhile', async () => {
    const { heard, bank, attempts, clock } = await declined();
    clock.advance(MINUTE_MS);
    const [called, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<BankAnswer>()];
    bank.charge = () => {
      bank.charge = async () => APPROVED;
      called.resolve();
      return answered.promise;
    };
    const first = heard(CODE);
    await called.promise;
    const second = heard({ ...CODE, ...paidBy('approved-mastercard') });
    answered.resolve(DECLINED);
    expect(await first).toBe('002');
    expect(await second).toBe('paid');
    expect(attempts().map(({ state }) => state)).toEqual(['declined', 'declined', 'approved']);
  });
});

describe('Two requests that find a code free at the same time (rules 2, 10)', () => {
  test('the same one twice: one is charged, and the other waits for its answer', async () => {
    const { heard, bank } = await directInMemory();
    expect((await Promise.all([heard(CODE), heard(CODE)])).toSorted()).toEqual(['paid', 'paid replayed']);
    expect(bank.charges).toBe(1);
  });

  test('another one: it is refused while the first may be charged, and tries nothing', async () => {
    const { heard, bank } = await directInMemory();
    const { promise, resolve } = Promise.withResolvers<BankAnswer>();
    bank.charge = () => promise;
    const first = heard(CODE);
    const second = heard(OTHER);
    expect(await second).toBe('StillRunning');
    resolve(APPROVED);
    expect(await first).toBe('paid');
    expect(bank.charges).toBe(1);
  });

  test('customers of one new code under two codes: the customer is registered once, and both are paid', async () => {
    const { heard, table } = await directInMemory();
    const customer = { CustomerInformation: { CustomerCode: 'C-9', FirstName: 'Deniz', LastName: 'Kaya' } };
    const both = await Promise.all([heard({ ...CODE, ...customer }), heard({ OtherTrxCode: 'P-2', ...customer })]);
    expect(both).toEqual(['paid', 'paid']);
    const registered = table
      .rows()
      .filter(({ entity, customerCode }) => entity === 'customer' && customerCode === 'C-9');
    expect(new Set(registered.map(({ dealerCustomerId }) => dealerCustomerId)).size).toBe(1);
  });
});

describe('Sub-dealers in a direct payment', () => {
  test('are refused to a dealer who is barred from that operation, whose payments without them go on', async () => {
    const { heard } = await directInMemory({ dealer: { barredOperations: ['DoDirectPaymentMarketPlace'] } });
    const split = { CommissionScenario: 1, SubDealer: [{ DealerId: 1774, Amount: 27.5 }] };
    expect(await heard({ ...CODE, ...split })).toBe('InvalidAccount');
    expect(await heard({}, MARKET_PLACE)).toBe('InvalidAccount');
    expect(await heard(CODE)).toBe('paid');
  });
});
