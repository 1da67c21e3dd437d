import { expect, test } from 'vitest';
import { requirePosForLink } from '../../../../shared/domain/link/payable-link.ts';
import { posWith, ratesOf, termsWith } from '../../../support/dealer/virtual-pos.ts';

const single = termsWith({ allowedCounts: [1] });
const six = termsWith({ allowedCounts: [6] });
const CANNOT = 'the virtual POS of this dealer take no other count.';

test.each([
  [
    'none at all',
    single,
    [],
    'InvalidRequest',
    'This dealer has no virtual POS, so nothing can be paid in any Currency.',
  ],
  [
    'none for the currency',
    single,
    [posWith({ currencies: ['USD'] })],
    'InvalidRequest',
    'No virtual POS of this dealer takes this Currency.',
  ],
  [
    'none for the count',
    six,
    [posWith({ installmentCounts: [3] })],
    'InvalidInstallmentNumber',
    `InstallmentNumber must be 1 or 3: ${CANNOT}`,
  ],
  [
    'no rate for the count',
    six,
    [posWith({ installmentCounts: [3, 6], rates: ratesOf({ 1: '1', 3: '3' }) })],
    'InvalidInstallmentNumber',
    `InstallmentNumber must be 1 or 3: ${CANNOT}`,
  ],
])(
  'a link that nobody could pay is not made: %s (decisions: can it be paid)',
  (_what, terms, ofDealer, reason, sentence) => {
    expect(() => requirePosForLink(terms, ofDealer)).toThrow(expect.objectContaining({ reason, sentence }));
  },
);

test('one of its counts is enough', () => {
  expect(() =>
    requirePosForLink(termsWith({ allowedCounts: [6, 1] }), [posWith({ installmentCounts: [] })]),
  ).not.toThrow();
});

test('a virtual POS that cards of its own bank alone lead to is enough', () => {
  const ownCards = posWith({ isDefault: false });
  expect(() => requirePosForLink(single, [ownCards])).not.toThrow();
});
