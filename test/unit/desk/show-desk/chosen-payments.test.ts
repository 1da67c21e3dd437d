import { expect, test } from 'vitest';
import { fieldOf, quickDays } from '../../../../functions/desk/show-desk/chosen-payments.ts';
import { dealerWith } from '../../../support/dealer/dealers.ts';
import { deskCallWith } from '../../../support/desk/desk-calls.ts';

test('Days that are chosen at once end today or yesterday in Istanbul; the longest are as many as a list may have', () => {
  // Half past midnight in Istanbul.
  expect(quickDays(Date.UTC(2026, 2, 4, 21, 30))).toEqual([
    { days: 'today', from: '2026-03-05', until: '2026-03-05' },
    { days: 'yesterday', from: '2026-03-04', until: '2026-03-04' },
    { days: 'week', from: '2026-02-27', until: '2026-03-05' },
    { days: 'month', from: '2026-02-03', until: '2026-03-05' },
  ]);
});

test('Words are read of posts alone: a name or phone stands in no address (rule 55)', () => {
  const fields = { text: 'Ada', kind: 'payer', state: 'paid' };
  const [dealer, nowMs] = [dealerWith({}), Date.UTC(2026, 2, 4)];
  const read = (call: Parameters<typeof fieldOf>[0]) => Object.keys(fields).map((name) => fieldOf(call, name));
  expect(read(deskCallWith({ dealer, nowMs, posted: fields }))).toEqual(['Ada', 'payer', 'paid']);
  expect(read(deskCallWith({ dealer, nowMs, query: fields }))).toEqual(['', '', 'paid']);
  const { query: _none, ...page } = deskCallWith({ dealer, nowMs }).page;
  expect(fieldOf({ ...deskCallWith({ dealer, nowMs }), page }, 'state')).toBe('');
});
