import { describe, expect, test } from 'vitest';
import { cancellingAt } from '../../../../shared/domain/link/cancelling.ts';
import { NO_PROGRESS, type StoredLinkState } from '../../../../shared/domain/link/payment-request.ts';

const NOW = 1_000;
const attempts = [
  { reference: 'p-01', state: 'declined' },
  { reference: 'p-02', state: 'in-doubt' },
] as const;

const linkWith = (state: StoredLinkState, { activeAttempt = '', expiresAtMs = NOW + 1 } = {}) => ({
  state,
  expiresAtMs,
  progress: { ...NO_PROGRESS, ...(activeAttempt === '' ? {} : { activeAttempt }) },
});

describe('Whether a link may be cancelled (rule 15)', () => {
  test.each([
    ['an open one', linkWith('open'), { kind: 'possible' }],
    ['one that is being charged', linkWith('open', { activeAttempt: 'p-02' }), { kind: 'running', state: 'in-doubt' }],
    ['one whose time is over', linkWith('open', { expiresAtMs: NOW }), { kind: 'over', state: 'expired' }],
    ['a paid one', linkWith('paid'), { kind: 'over', state: 'paid' }],
    ['a failed one', linkWith('failed'), { kind: 'over', state: 'failed' }],
    ['a cancelled one, also when its time is over', linkWith('cancelled', { expiresAtMs: 0 }), { kind: 'cancelled' }],
  ])('%s', (_, link, expected) => {
    expect(cancellingAt(link, attempts, NOW)).toEqual(expected);
  });

  test('an active attempt that is none of the attempts is a defect', () => {
    expect(() => cancellingAt(linkWith('open', { activeAttempt: 'p-09' }), attempts, NOW)).toThrow(RangeError);
  });
});
