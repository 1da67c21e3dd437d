import { describe, expect, test } from 'vitest';
import type { LinkAttempt } from '../../../../shared/domain/attempt/attempt.ts';
import { stagesOf } from '../../../../shared/domain/funnel/request-stages.ts';
import type { Message } from '../../../../shared/domain/message/message.ts';
import { linkWith } from '../../../support/dealer/records.ts';
import { linkAttemptWith } from '../../../support/payment/attempts.ts';

const link = linkWith();
const DAY_MS = 86_400_000;

const attemptWith = (changes: Partial<LinkAttempt>, without: readonly (keyof LinkAttempt)[] = []): LinkAttempt => {
  const attempt = linkAttemptWith(link, changes);
  return Object.fromEntries(
    Object.entries(attempt).filter(([name]) => !without.includes(name as keyof LinkAttempt)),
  ) as unknown as LinkAttempt;
};

const stagesWith = (attempt: LinkAttempt) => stagesOf({ link, attempts: [attempt] }, [], link.createdAtMs);

describe('The stages of a request (decisions: funnel)', () => {
  test.each<[string, LinkAttempt, boolean]>([
    ['the callback proved it', attemptWith({ threeD: true, mdStatus: 1 }), true],
    ['the issuer takes no part and the charge went out', attemptWith({ threeD: true, mdStatus: 2 }), true],
    ['a release that kept no mdStatus charged it', attemptWith({ threeD: true }), true],
    ['the payer is at the bank’s page', attemptWith({ threeD: true, state: 'authenticating' }, ['answerByMs']), false],
    ['the payer failed', attemptWith({ threeD: true, mdStatus: 0, state: 'declined' }, ['answerByMs']), false],
    ['a charge went without 3D', attemptWith({}), false],
  ])('3D passed, where %s: %o is %s', (_what, attempt, passed) => {
    expect(stagesWith(attempt)?.stages.has('threeDPassed')).toBe(passed);
  });

  test('mobile and shop payments are no requests', () => {
    for (const source of ['mobile-3d', 'three-d'] as const) {
      expect(stagesOf({ link: { ...link, source }, attempts: [] }, [], 0)).toBeUndefined();
    }
    expect(stagesOf({ attempts: [] }, [], 0)).toBeUndefined();
  });

  test('an attempt whose end the bank is asked about once more, and a message without news, keep a request open', () => {
    const expiredMs = link.expiresAtMs;
    const declined = attemptWith({ state: 'declined', reportedOutcome: 'failed' });
    const sent: Message = {
      payment: link.payment,
      channel: 'sms',
      kind: 'link',
      round: 1,
      state: 'sent',
      version: 2,
      to: '5301111111',
      handOvers: 1,
      queuedAtMs: link.createdAtMs,
      sentAtMs: link.createdAtMs,
    };
    const isFinal = (attempt: LinkAttempt, messages: readonly Message[], atMs: number) =>
      stagesOf({ link, attempts: [attempt] }, messages, atMs)?.isFinal;
    expect(isFinal(declined, [], expiredMs - 1)).toBe(false);
    expect(isFinal(declined, [], expiredMs)).toBe(true);
    expect(isFinal({ ...declined, recheckAtMs: expiredMs }, [], expiredMs)).toBe(false);
    expect(isFinal(declined, [sent], expiredMs)).toBe(false);
    expect(isFinal(declined, [sent], link.createdAtMs + 3 * DAY_MS)).toBe(true);
  });
});
