import { describe, expect, test } from 'vitest';
import type { LinkAttempt } from '../../../shared/domain/attempt/attempt.ts';
import { beginRefused } from '../../../shared/domain/attempt/transitions.ts';
import {
  areAttemptsUsedUp,
  isLastAttempt,
  MAX_ATTEMPTS_PER_LINK,
  windowStartOf,
} from '../../../shared/domain/link/attempt-count.ts';
import { type LinkProgress, NO_PROGRESS, reportedCodeOf } from '../../../shared/domain/link/payment-request.ts';
import { type LinkView, linkViewAt } from '../../../shared/payment-flow/link-view.ts';
import { linkWith } from '../../support/dealer/records.ts';
import { linkAttemptWith } from '../../support/payment/attempts.ts';

const NOW_MS = Date.UTC(2027, 0, 15, 9, 3);
const OPEN_UNTIL = { createdAtMs: NOW_MS - 1, expiresAtMs: NOW_MS + 3_600_000 };
const options = { nowMs: NOW_MS, resultReference: 'r'.repeat(22) };
const window = { windowStartMs: windowStartOf(NOW_MS), windowAttempts: 5 };

const viewOf = (progress: Partial<LinkProgress>): LinkView =>
  linkViewAt(linkWith({ ...OPEN_UNTIL, progress: { ...NO_PROGRESS, ...progress } }), NOW_MS);

describe('What the page of an open link shows', () => {
  const declined = (code: '002' | '021') => ({ lastDecline: { code, atMs: NOW_MS } });
  const cases: readonly (readonly [string, Partial<LinkProgress>, LinkView])[] = [
    ['untried', {}, { kind: 'payable' }],
    ['after a decline', declined('002'), { kind: 'payable', advice: 'try-another-card' }],
    ['after a time-out that the bank told', declined('021'), { kind: 'payable', advice: 'try-later' }],
    [
      'after "try again"',
      { lastDecline: { code: '021', atMs: NOW_MS, unanswered: true } },
      { kind: 'payable', advice: 'unanswered' },
    ],
    ['while the bank is asked', { activeAttempt: 'a', attempts: MAX_ATTEMPTS_PER_LINK }, { kind: 'waiting' }],
    ['after five attempts', { attempts: 5, ...window }, { kind: 'pause', untilMs: window.windowStartMs + 600_000 }],
    ['one attempt before the last', { attempts: MAX_ATTEMPTS_PER_LINK - 1 }, { kind: 'payable' }],
    ['without an attempt left', { attempts: MAX_ATTEMPTS_PER_LINK, ...window }, { kind: 'used-up' }],
  ];
  test.each(cases)('%s', (_when, progress, view) => expect(viewOf(progress)).toEqual(view));
});

describe('The code that a link is reported with', () => {
  test.each([
    ['paid, after a decline', 'paid', { code: '002', atMs: 1 }, ''],
    ['failed after a decline', 'failed', { code: '002', atMs: 1 }, '002'],
    ['failed after a refusal of the service', 'failed', { code: '000', atMs: 1 }, '000'],
    ['failed after a time-out', 'failed', { code: '021', atMs: 1, unanswered: true }, '021'],
    ['failed without any decline', 'failed', undefined, '001'],
  ] as const)('%s', (_when, state, lastDecline, code) => {
    const progress = lastDecline === undefined ? NO_PROGRESS : { ...NO_PROGRESS, lastDecline };
    expect(reportedCodeOf({ state, progress })).toBe(code);
  });
});

describe('An attempt that the service refuses itself', () => {
  const link = linkWith(OPEN_UNTIL);
  const attempt = (number: number) => linkAttemptWith(link, { number, state: 'authenticating' });
  const refusedBy = (one: LinkAttempt) => beginRefused(one, link, { code: '013', ...options });

  test('is declined at once, recorded at the link, and not asked about again', () => {
    const { attempt: refused, link: change } = refusedBy(attempt(1));
    expect(refused).toMatchObject({
      state: 'declined',
      reportedOutcome: 'failed',
      bank: { code: '013' },
      endedAtMs: NOW_MS,
    });
    expect(refused).not.toHaveProperty('recheckAtMs');
    expect(change?.onlyIf).toEqual({ kind: 'free', version: link.version, generation: 1 });
    expect(change?.effects.slice(1)).toEqual([{ kind: 'declines', decline: { code: '013', atMs: NOW_MS } }]);
  });

  test.each([
    [1, false],
    [MAX_ATTEMPTS_PER_LINK - 1, false],
    [MAX_ATTEMPTS_PER_LINK, true],
    [MAX_ATTEMPTS_PER_LINK + 1, true],
  ])('closes the link where it is the last one: number %i', (number, last) => {
    const one = attempt(number);
    const result = { resultReference: options.resultReference, code: '013', orderId: one.orderId, atMs: NOW_MS };
    const effects = refusedBy(one).link?.effects ?? [];
    expect(effects.filter(({ kind }) => kind === 'fails')).toEqual(last ? [{ kind: 'fails', result }] : []);
    expect([isLastAttempt(one), areAttemptsUsedUp({ attempts: number })]).toEqual([last, last]);
  });
});
