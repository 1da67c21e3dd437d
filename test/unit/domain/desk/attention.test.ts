import { describe, expect, test } from 'vitest';
import { expiresTomorrow, isFailedReturn, sumOfOpenLinks } from '../../../../shared/domain/desk/attention.ts';
import type { StoredLinkState } from '../../../../shared/domain/link/payment-request.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { type StepKind, type StepState, stepKinds, stepStates } from '../../../../shared/domain/payment/step.ts';
import { linkWith } from '../../../support/dealer/records.ts';

/** Noon of 28 November 2026 in Istanbul. */
const NOW_MS = Date.UTC(2026, 10, 28, 9);
const HOUR_MS = 3_600_000;

describe('Money that was to go back and did not', () => {
  test('is a void or refund that is refused or stuck; what is under way or done needs nobody', () => {
    const failed = stepKinds.flatMap((kind: StepKind) =>
      stepStates.flatMap((state: StepState) =>
        isFailedReturn({ kind, state, number: 2 }, { lastStep: 2 }) ? [`${kind} ${state}`] : [],
      ),
    );
    expect(failed).toEqual(['void refused', 'void stuck', 'refund refused', 'refund stuck']);
  });

  test('needs nobody once a later step followed', () => {
    expect(isFailedReturn({ kind: 'refund', state: 'refused', number: 2 }, { lastStep: 3 })).toBe(false);
  });
});

describe('A link that expires tomorrow', () => {
  const linkUntil = (hours: number, state: StoredLinkState = 'open') =>
    linkWith({ state, expiresAtMs: NOW_MS + hours * HOUR_MS });

  test.each([
    [-1, false],
    [11, false],
    // Midnight: it was good until the end of today.
    [12, false],
    [12.1, true],
    [35.9, true],
    [36, true],
    [36.1, false],
    [400, false],
  ])('in %d hours: %s', (hours, expected) => {
    expect(expiresTomorrow(linkUntil(hours), NOW_MS)).toBe(expected);
  });

  test.each(['paid', 'failed', 'cancelled'] as const)('is none that is %s', (state) => {
    expect(expiresTomorrow(linkUntil(20, state), NOW_MS)).toBe(false);
  });
});

test('open links are added up by currency, without those that expired', () => {
  const base = linkWith({ expiresAtMs: NOW_MS + HOUR_MS });
  const linkOf = (amount: number, currency: 'TL' | 'EUR', changes = {}) => ({
    ...base,
    terms: { ...base.terms, amount: minor(amount), currency },
    ...changes,
  });
  const links = [
    linkOf(100, 'EUR'),
    linkOf(250, 'TL'),
    linkOf(1, 'TL'),
    linkOf(5, 'TL', { expiresAtMs: NOW_MS }),
    linkOf(7, 'TL', { state: 'paid' }),
  ];
  expect(sumOfOpenLinks(links, NOW_MS)).toEqual([
    { currency: 'TL', count: 2, sum: 251 },
    { currency: 'EUR', count: 1, sum: 100 },
  ]);
});
