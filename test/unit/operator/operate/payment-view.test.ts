import { describe, expect, test } from 'vitest';
import {
  attemptSummary,
  linkNames,
  paidFor,
  shownAttempt,
  shownDirect,
  shownLedger,
  shownLinkOf,
  shownStep,
  stepSummary,
} from '../../../../functions/operator/operate/payment-view.ts';
import type { DirectAttempt } from '../../../../shared/domain/attempt/attempt.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { chargeOf } from '../../../../shared/domain/payment/charge-of-attempt.ts';
import type { Payment } from '../../../../shared/domain/payment/payment.ts';
import { linkWith } from '../../../support/dealer/records.ts';
import { directAttemptWith, HIDDEN, linkAttemptWith, splitWith } from '../../../support/payment/attempts.ts';
import { refund } from '../../../support/payment/ledger-payments.ts';
import { reversalOf } from '../../../support/payment/steps.ts';

/** Noon in Istanbul. */
const NOON_MS = Date.UTC(2027, 0, 15, 9);
const NOON = '2027-01-15T09:00:00.000Z';
const LATER = '2027-01-15T09:01:00.000Z';
const LATER_MS = NOON_MS + 60_000;

const expectNothingHidden = (shown: unknown): void => {
  for (const secret of Object.values(HIDDEN)) expect(JSON.stringify(shown)).not.toContain(secret);
};

describe('An attempt as operators see it (rules 28, 30)', () => {
  test('shows everything but secrets, amounts in currency units and times in UTC', () => {
    const attempt = directAttemptWith(
      'D1',
      {
        state: 'approved',
        reportedOutcome: 'paid',
        lastCallAtMs: NOON_MS,
        answerByMs: LATER_MS,
        endedAtMs: LATER_MS,
        recheckAtMs: LATER_MS,
        closesAtMs: LATER_MS,
        postponed: 3,
        bank: { code: '000', authCode: 'A', hostReference: 'H', transactionId: 'T' },
        said: { state: 'S S', amount: minor(10_000), code: '00', atMs: NOON_MS },
        reservations: [{ kind: 'day', name: '20270115', currency: 'TL', shard: 2, amount: minor(10_000) }],
      },
      {
        cardHolderName: 'Ada L',
        cardReservation: { day: '20270115', currency: 'TL', amount: minor(10_000) } as never,
        splits: [splitWith(11)],
      },
    );
    const shown = shownAttempt(attempt, LATER_MS);
    expect(shown).toEqual({
      orderId: attempt.orderId,
      number: 1,
      state: 'approved',
      waitsFor: expect.any(String),
      told: 'paid',
      amount: 100,
      currency: 'TL',
      installments: 1,
      type: 'sale',
      maskedCard: '411111******1111',
      storedCard: true,
      cardHolderName: 'Ada L',
      payerAddress: '203.0.113.7',
      startedAt: NOON,
      lastCallAt: NOON,
      answerBy: LATER,
      endedAt: LATER,
      recheckAt: LATER,
      closesAt: LATER,
      dueAt: '2027-01-15T09:02:00.000Z',
      postponed: 3,
      bank: { code: '000', authCode: 'A', hostReference: 'H', transactionId: 'T' },
      bankSaid: { state: 'S S', amount: 100, code: '00', at: NOON },
      virtualPos: { posId: 'isbank', version: 1, bankCode: '64', bankName: 'Isbank' },
      limits: [
        { kind: 'day', name: '20270115', currency: 'TL', shard: 2, amount: 100 },
        { kind: 'card-day', name: '20270115', currency: 'TL', amount: 100 },
      ],
      splits: [
        { subDealerId: 11, amount: 50, commission: 1.5, net: 48.5, topDealerCommission: 2, topDealerIncome: -0.5 },
      ],
    });
    expectNothingHidden(shown);
  });

  test('of a link that was declined shows neither splits nor what it does not have', () => {
    const {
      endedAtMs: _none,
      answerByMs: _neither,
      ...attempt
    } = linkAttemptWith(linkWith({ dealerCode: 'D1' }), {
      state: 'declined',
      reportedOutcome: 'failed',
      said: { state: 'D', atMs: NOON_MS },
    });
    const shown = shownAttempt(attempt, LATER_MS);
    const names =
      'orderId number state told amount currency installments type maskedCard payerAddress startedAt lastCallAt bank bankSaid virtualPos limits';
    expect(Object.keys(shown)).toEqual(names.split(' '));
    expect(shown).toMatchObject({ bank: {}, bankSaid: { state: 'D', at: NOON }, limits: [] });
    expectNothingHidden(shown);
  });

  test('of a direct payment without splits shows that it has none, and no card that is not stored', () => {
    const { cardToken: _none, ...direct } = directAttemptWith('D1').direct;
    const attempt = { ...directAttemptWith('D1'), direct: { ...direct, splits: [] } } as DirectAttempt;
    const shown = shownAttempt(attempt, LATER_MS);
    expect(shown).toMatchObject({ splits: [], waitsFor: expect.any(String) });
    expect(shown).not.toHaveProperty('storedCard');
  });
});

describe('A step as operators see it', () => {
  const attempt = directAttemptWith('D1');
  const commandId = '0b6f4c0e-7d0a-4c53-9a0a-2f4a1d1f7a11';
  const step = reversalOf(attempt, {
    number: 2,
    kind: 'refund',
    state: 'in-doubt',
    amount: minor(2500),
    asker: { by: 'operator', commandId },
    refundCode: 'R-1',
    refundRequestId: 77,
    lastCallAtMs: NOON_MS,
    endedAtMs: LATER_MS,
    recheckAtMs: LATER_MS,
    postponed: 2,
    doneBy: 'credit',
    excessCredit: minor(100),
    said: { state: 'S', amount: minor(2500), code: '00', atMs: NOON_MS },
    reservations: [{ kind: 'day', name: '20270115', currency: 'TL', shard: 0, amount: minor(500) }],
    shares: [{ subDealerId: 11, amount: minor(700) }, { subDealerId: 12 }],
    postings: [{ account: 'payer', amount: minor(2500) }],
  });

  test('shows who asked for it, what it moves and what the bank said', () => {
    expect(shownStep(step, LATER_MS)).toEqual({
      number: 2,
      attempt: 1,
      kind: 'refund',
      state: 'in-doubt',
      waitsFor: 'in-doubt',
      doneBy: 'credit',
      amount: 25,
      excessCredit: 1,
      askedBy: commandId,
      refundCode: 'R-1',
      refundRequestId: 77,
      startedAt: NOON,
      lastCallAt: NOON,
      endedAt: LATER,
      recheckAt: LATER,
      dueAt: '2027-01-15T09:02:00.000Z',
      postponed: 2,
      bankSaid: { state: 'S', amount: 25, code: '00', at: NOON },
      limits: [{ kind: 'day', name: '20270115', currency: 'TL', shard: 0, amount: 5 }],
      shares: [{ subDealerId: 11, amount: 7 }, { subDealerId: 12 }],
      postings: [{ account: 'payer', amount: 25 }],
    });
  });

  test('that is over waits for nothing, and one of a dealer is told as such', () => {
    const done = reversalOf(attempt, { state: 'done', asker: { by: 'dealer' } });
    expect(shownStep(done, LATER_MS)).toEqual({
      number: 1,
      attempt: 1,
      kind: 'reversal',
      state: 'done',
      amount: 100,
      askedBy: 'dealer',
      startedAt: NOON,
      limits: [],
      shares: [],
      postings: [],
    });
  });

  test('stands in a list with its number, kind, state and amount', () => {
    expect(stepSummary(step)).toEqual({ number: 2, kind: 'refund', state: 'in-doubt', amount: 25 });
  });
});

describe('The ledger of a charge', () => {
  const attempt = directAttemptWith('D1', { state: 'approved', reportedOutcome: 'paid' }, { splits: [] });
  const { steps } = refund({ charge: chargeOf(attempt, {}), steps: [] }, 2500);
  const ledgerOf = (of: DirectAttempt, more: Partial<Payment> = {}) =>
    shownLedger(of, { attempts: [of], steps, ...more } as unknown as Payment);

  test('that was reported paid tells what was charged, given back and who holds what', () => {
    expect(ledgerOf(attempt)).toEqual({
      ledger: { charged: 100, refunded: 25, balances: { payer: -75, dealer: 73.88, service: 1.12 } },
    });
  });

  test('tells what the bank gave back too much, of this charge alone', () => {
    const [step] = steps;
    if (step === undefined) throw new Error('the refund is a step');
    const twice = {
      steps: [
        { ...step, excessCredit: minor(2500) },
        { ...step, attempt: 2, excessCredit: minor(1) },
      ],
    };
    expect(ledgerOf(attempt, twice)).toMatchObject({ ledger: { excessCredit: 25 } });
  });

  test('that was not reported paid is empty', () => {
    expect(ledgerOf({ ...attempt, reportedOutcome: 'failed' })).toEqual({});
  });
});

describe('What a payment is of', () => {
  const madeOf = { name: 'n', userPosLinkId: 900, linkCode: 'L-1' } as never;
  const link = linkWith({ dealerCode: 'D1', otherTrxCode: 'T-1', madeOf, createdAtMs: NOON_MS, expiresAtMs: LATER_MS });
  const ofLink = linkAttemptWith(link, { madeOf });
  const direct = directAttemptWith('D1', { endedAtMs: LATER_MS, bank: { code: '005' } }, { otherTrxCode: 'T-2' });

  test('a reusable link goes by its id and the code of its dealer', () => {
    expect(linkNames(ofLink)).toEqual({ userPosLinkId: 900, linkCode: 'L-1' });
    expect(linkNames({})).toEqual({});
  });

  test('a payment request is told in short', () => {
    expect(shownLinkOf(link, LATER_MS + 1)).toEqual({
      userPosPaymentId: link.userPosPaymentId,
      userPosLinkId: 900,
      linkCode: 'L-1',
      otherTrxCode: 'T-1',
      source: link.source,
      state: 'expired',
      amount: link.terms.amount / 100,
      currency: link.terms.currency,
      createdAt: NOON,
      expiresAt: LATER,
    });
    const { madeOf: _none, ...plain } = link;
    expect(shownLinkOf(plain, NOON_MS)).not.toHaveProperty('linkCode');
  });

  test('an attempt names its link, or the code of a direct payment', () => {
    expect(paidFor(direct, new Map())).toEqual({ otherTrxCode: 'T-2' });
    const links = new Map([[link.payment, link]]);
    const named = { otherTrxCode: 'T-1', userPosLinkId: 900, linkCode: 'L-1' };
    expect(paidFor(ofLink, links)).toEqual({ userPosPaymentId: link.userPosPaymentId, ...named });
    // A link that cannot be read leaves the rest.
    expect(paidFor(ofLink, new Map())).toEqual(named);
  });

  test('an attempt stands in a list with what it paid for and how it ended', () => {
    expect(attemptSummary(direct, new Map())).toEqual({
      orderId: direct.orderId,
      paid: 'direct',
      otherTrxCode: 'T-2',
      number: 1,
      state: 'charging',
      told: 'nobody',
      amount: 100,
      currency: 'TL',
      installments: 1,
      maskedCard: '411111******1111',
      bankCode: '005',
      startedAt: NOON,
      endedAt: LATER,
    });
    const said = { state: 'S', atMs: NOON_MS } as never;
    const { endedAtMs: _none, ...open } = { ...ofLink, said };
    const shown = attemptSummary(open, new Map());
    expect(shown).toMatchObject({ paid: 'link', linkCode: 'L-1', bankSaid: { state: 'S', at: NOON } });
    expect(shown).not.toHaveProperty('bankCode');
    expect(shown).not.toHaveProperty('endedAt');
  });

  test('the call of a direct payment is shown with its goods and buyer', () => {
    expect(shownDirect(direct)).toEqual({
      operation: 'DoDirectPaymentMarketPlace',
      otherTrxCode: 'T-2',
      pooled: false,
      commissionScenario: 2,
      buyer: { fullName: 'Ada' },
      basket: [{ productId: 1, unitPrice: 100, quantity: 1 }],
      caller: { clientIp: '203.0.113.7' },
    });
    expectNothingHidden(shownDirect(direct));
  });
});
