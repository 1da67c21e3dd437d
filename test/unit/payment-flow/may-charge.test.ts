import { describe, expect, test } from 'vitest';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import { chargingPausedBy, dealerWhoMayCharge } from '../../../shared/payment-flow/may-charge.ts';
import { dealerWith } from '../../support/dealer/dealers.ts';

describe('May a new charge begin (rule 18)', () => {
  test.each<[pausedBy: 'dealer' | 'stage' | undefined, changes: Partial<Dealer>, stagePaused: boolean]>([
    [undefined, {}, false],
    ['dealer', { paused: true }, false],
    ['stage', {}, true],
    ['dealer', { paused: true }, true],
  ])('paused by %s where the dealer is %o and the pause of the stage %s', (pausedBy, changes, stagePaused) => {
    const dealer = dealerWith(changes);
    expect(chargingPausedBy(dealer, { stagePaused })).toBe(pausedBy);
    expect(dealerWhoMayCharge(dealer, { stagePaused })).toBe(pausedBy === undefined ? dealer : undefined);
  });

  test('not for a dealer who is disabled or gone', () => {
    expect(dealerWhoMayCharge(dealerWith({ enabled: false }), { stagePaused: false })).toBeUndefined();
    expect(dealerWhoMayCharge(undefined, { stagePaused: false })).toBeUndefined();
  });
});
