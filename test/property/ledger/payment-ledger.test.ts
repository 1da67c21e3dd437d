import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkLedger } from '../../../shared/domain/ledger/check-ledger.ts';
import { type PaymentView, viewPayment } from '../../../shared/domain/ledger/payment-ledger.ts';
import { sumOfPostings } from '../../../shared/domain/ledger/posting.ts';
import { grossOf } from '../../../shared/domain/payment/charge.ts';
import { live, lives, money } from '../../support/payment/ledger-lives.ts';
import { chargeWith, type PaymentAfter } from '../../support/payment/steps.ts';

/** The nearest whole number of `amount * part / whole`, halves up, computed without a doubling. */
const nearest = (amount: number, part: number, whole: number): number => {
  if (whole === 0) return 0;
  const product = BigInt(amount) * BigInt(part);
  const [down, rest] = [product / BigInt(whole), product % BigInt(whole)];
  return Number(rest >= BigInt(whole) - rest ? down + 1n : down);
};

/** Each sub-dealer has what is left of its share without what is left of its commission, in the pool or out of it. */
const expectNets = ({ balances, shares }: PaymentView): void => {
  const ofSubDealers = shares.filter(({ subDealerId }) => subDealerId !== undefined);
  const held = ofSubDealers.map(({ subDealerId = 0 }) => [
    balances.get(`sub-dealer-pool:${subDealerId}`) ?? 0,
    balances.get(`sub-dealer:${subDealerId}`) ?? 0,
  ]);
  const owed = ofSubDealers.map(({ gross, refunded, commission, pooled }) => {
    const net = gross - refunded - (commission - nearest(commission, refunded, gross));
    return pooled ? [net, 0] : [0, net];
  });
  expect(held).toEqual(owed);
};

/** Everything that holds at every moment of a life. */
const expectSound = (payment: PaymentAfter): void => {
  const { charge, steps } = payment;
  expect(checkLedger(charge, steps)).toEqual([]);
  const view = viewPayment(charge, steps);
  expectNets(view);
  const { balances, gross, refunded, shares } = view;
  expect([...balances.values()].reduce((sum, amount) => sum + amount, 0)).toBe(0);
  expect(balances.get('payer') ?? 0).toBe(refunded - gross);
  expect(gross).toBe(grossOf(charge));
  expect(steps.filter(({ postings }) => sumOfPostings(postings) !== 0)).toEqual([]);
  expect(shares.filter((share) => share.refunded > share.gross)).toEqual([]);
};

describe('The ledger over random lives of payments', () => {
  test('every movement sums to zero, no share gives back more than it has, and all of it back leaves zero', () => {
    let [refunded, captured, split] = [0, 0, 0];
    fc.assert(
      fc.property(lives, ({ money: drawn, type, wishes }) => {
        const begun = { charge: chargeWith({ money: drawn, type }), steps: [] };
        expectSound(begun);
        const first = { what: 'capture', fraction: 100, seed: 0 } as const;
        const lived = live(begun, type === 'sale' ? wishes : [first, ...wishes], { look: expectSound });
        const end = live(lived, [{ what: 'refund', fraction: 100, seed: 7 }], { look: expectSound });
        if (grossOf(end.charge) === 0) return;
        expect(['voided', 'refunded']).toContain(end.charge.state);
        expect([...viewPayment(end.charge, end.steps).balances]).toEqual([]);
        refunded += end.charge.state === 'refunded' ? 1 : 0;
        captured += end.charge.captured === undefined ? 0 : 1;
        split += drawn.splits.length > 0 ? 1 : 0;
      }),
      { numRuns: 2000 },
    );
    expect(Math.min(refunded, captured, split)).toBeGreaterThan(100);
  });

  test('a capture of a part leaves each account within one minor unit of its part', () => {
    fc.assert(
      fc.property(money, fc.integer({ min: 1, max: 100 }), (drawn, fraction) => {
        const charge = chargeWith({ money: { ...drawn, splits: [] }, type: 'pre-authorisation' });
        const asked = { what: 'capture', fraction, seed: 0 } as const;
        const after = live({ charge, steps: [] }, [asked], { look: expectSound });
        const gross = grossOf(after.charge);
        const { payer, dealer } = drawn.commission;
        const balances = viewPayment(after.charge, after.steps).balances;
        const earned = (balances.get('service') ?? 0) + (balances.get('bank') ?? 0);
        expect(Math.abs(earned - ((payer + dealer) * gross) / drawn.total)).toBeLessThanOrEqual(1);
      }),
      { numRuns: 500 },
    );
  });
});
