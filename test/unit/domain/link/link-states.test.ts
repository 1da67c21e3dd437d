import { describe, expect, test } from 'vitest';
import {
  areAttemptsUsedUp,
  countAttempt,
  isLastAttempt,
  windowStartOf,
} from '../../../../shared/domain/link/attempt-count.ts';
import { cancellingAt } from '../../../../shared/domain/link/cancelling.ts';
import {
  cancelLink,
  endOfLink,
  giveUpLink,
  type LinkEffect,
  linkStateAfter,
  linkStateTable,
} from '../../../../shared/domain/link/link-states.ts';
import {
  generationOf,
  isThreeDMandatory,
  type LinkResult,
  NO_PROGRESS,
  offersThreeDChoice,
  type PaymentRequest,
  reportedCodeOf,
} from '../../../../shared/domain/link/payment-request.ts';
import { linkWith } from '../../../support/dealer/records.ts';

const NOW_MS = Date.UTC(2027, 0, 15, 9, 5);
const MINUTE_MS = 60_000;
const link = linkWith({ expiresAtMs: NOW_MS + 1 });
const result: LinkResult = { resultReference: 'R', code: '005', orderId: 'ORDER-1', atMs: NOW_MS };

describe('The states of a link', () => {
  test('only an open one moves: to paid, failed or cancelled, for good (rules 7, 10)', () => {
    expect(linkStateTable).toEqual({
      open: { pay: 'paid', fail: 'failed', cancel: 'cancelled' },
      paid: {},
      failed: {},
      cancelled: {},
    });
  });

  test.each<readonly [LinkEffect, string | undefined]>([
    [{ kind: 'pays', result }, 'paid'],
    [{ kind: 'fails', result }, 'failed'],
    [{ kind: 'cancels' }, 'cancelled'],
    [{ kind: 'frees' }, undefined],
    [{ kind: 'activates', attempt: 'A' }, undefined],
    [{ kind: 'requires-3d' }, undefined],
  ])('an effect that $kind leaves it so: %s', (effect, state) => {
    expect(linkStateAfter(effect)).toBe(state);
  });

  test('its result is that of the effect which ends it', () => {
    expect(endOfLink({ effects: [{ kind: 'frees' }, { kind: 'fails', result }] })).toBe(result);
    expect(endOfLink({ effects: [{ kind: 'pays', result }] })).toBe(result);
    expect(endOfLink({ effects: [{ kind: 'cancels' }] })).toBeUndefined();
  });

  test('it is given up and cancelled only as it was read, and cancelled only before it expires (rules 7, 15)', () => {
    const { payment, version } = link;
    expect(giveUpLink(link, result)).toEqual({
      payment,
      onlyIf: { kind: 'free', version },
      effects: [{ kind: 'fails', result }],
    });
    expect(cancelLink({ ...link, nowMs: NOW_MS })).toEqual({
      payment,
      onlyIf: { kind: 'free', version, unexpiredAtMs: NOW_MS },
      effects: [{ kind: 'cancels' }],
    });
  });

  test('cancelling one whose active attempt is none of its own is a defect', () => {
    const active = { ...link, progress: { ...NO_PROGRESS, activeAttempt: 'A' } };
    expect(() => cancellingAt(active, [], NOW_MS)).toThrow('the active attempt of a link is one of its attempts');
    expect(
      cancellingAt(
        active,
        [
          { reference: 'B', state: 'declined' },
          { reference: 'A', state: 'charging' },
        ],
        NOW_MS,
      ),
    ).toEqual({ kind: 'running', state: 'charging' });
  });
});

describe('The attempts of a link (rule 33)', () => {
  const start = windowStartOf(NOW_MS);
  const at = (attempts: number, windowAttempts: number, windowStartMs = start) =>
    countAttempt({ ...NO_PROGRESS, attempts, windowAttempts, windowStartMs }, NOW_MS);

  test('windows are ten minutes of the clock', () => {
    expect(start).toBe(Date.UTC(2027, 0, 15, 9, 0));
    expect(windowStartOf(start)).toBe(start);
    expect(windowStartOf(start - 1)).toBe(start - 10 * MINUTE_MS);
  });

  test('five in a window, then the next window; what earlier windows had does not count', () => {
    expect(at(4, 4)).toEqual({ progress: { ...NO_PROGRESS, attempts: 5, windowAttempts: 5, windowStartMs: start } });
    expect(at(5, 5)).toEqual({ pauseUntilMs: start + 10 * MINUTE_MS });
    expect(at(5, 5, start - 10 * MINUTE_MS)).toMatchObject({ progress: { attempts: 6, windowAttempts: 1 } });
  });

  test('twenty in all: the last one ends the link, and of a shop’s 3D payment the first', () => {
    expect(at(19, 0)).toMatchObject({ progress: { attempts: 20 } });
    expect(at(20, 0)).toEqual({ pauseUntilMs: start + 10 * MINUTE_MS });
    expect([19, 20].map((attempts) => areAttemptsUsedUp({ attempts }))).toEqual([false, true]);
    expect([19, 20].map((number) => isLastAttempt({ number }))).toEqual([false, true]);
    expect(isLastAttempt({ number: 1, shop: {} })).toBe(true);
  });
});

describe('What a link is for its payer', () => {
  const free: PaymentRequest = { ...link, terms: { ...link.terms, threeDMandatory: false, threeDChoice: true } };

  test('3D is mandatory by its terms, after one that failed, and for every payment of a shop or phone (rule 20)', () => {
    expect(isThreeDMandatory(free)).toBe(false);
    expect(isThreeDMandatory({ ...free, terms: { ...free.terms, threeDMandatory: true } })).toBe(true);
    expect(isThreeDMandatory({ ...free, progress: { ...NO_PROGRESS, threeDOnly: true } })).toBe(true);
    expect(isThreeDMandatory({ ...free, source: 'mobile-3d' })).toBe(true);
  });

  test('its page asks about 3D only where both are possible', () => {
    expect(offersThreeDChoice(free)).toBe(true);
    expect(offersThreeDChoice({ ...free, terms: { ...free.terms, threeDMandatory: true } })).toBe(false);
    const { threeDChoice: _none, ...terms } = free.terms;
    expect(offersThreeDChoice({ ...free, terms })).toBe(false);
  });

  test('its code at the end is that of the last decline, also where the payer gave up; 001 without one (rule 7)', () => {
    const lastDecline = { code: '005', atMs: 1 } as const;
    expect(reportedCodeOf({ state: 'paid', progress: { ...NO_PROGRESS, lastDecline } })).toBe('');
    expect(reportedCodeOf({ state: 'failed', progress: { ...NO_PROGRESS, lastDecline } })).toBe('005');
    expect(reportedCodeOf({ state: 'failed', progress: NO_PROGRESS })).toBe('001');
  });

  test('its call is the one it keeps; of earlier rows one by one of a shop, and one of every other link (rule 10)', () => {
    const progress = { ...NO_PROGRESS, attempts: 4 };
    const shop = {} as NonNullable<PaymentRequest['shop']>;
    expect(generationOf({ progress: { ...progress, generation: 2 }, shop })).toBe(2);
    expect(generationOf({ progress, shop })).toBe(4);
    expect(generationOf({ progress })).toBe(1);
  });
});
