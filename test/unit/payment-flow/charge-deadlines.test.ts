import { describe, expect, test } from 'vitest';
import { directDeadlines, linkDeadlines } from '../../../shared/payment-flow/charge.ts';

const NOW = 1_000_000;
const IN_DOUBT = { answerByMs: NOW + 28_000 };

describe('Until when each part of a charge may still be done (rules 5, 9)', () => {
  test.each([
    ['asks after it for 24 s', NOW, NOW + 24_000],
    ['asks for less where the charge began late', NOW + 10_000, NOW + 28_000],
  ])('the charge of a link %s', (_name, nowMs, askUntilMs) => {
    const deadlines = linkDeadlines(IN_DOUBT, nowMs);
    expect(deadlines).toEqual({
      askUntilMs,
      storeCardUntilMs: IN_DOUBT.answerByMs,
      approveUntilMs: Number.POSITIVE_INFINITY,
    });
  });

  test.each([
    ['its caller hears of it', NOW + 24_000, NOW + 24_000],
    ['the attempt is in doubt, where that comes first', NOW + 40_000, NOW + 28_000],
  ])('the charge of a direct payment is asked after until %s', (_name, heardUntilMs, askUntilMs) => {
    const deadlines = directDeadlines(IN_DOUBT, heardUntilMs);
    expect(deadlines).toEqual({ askUntilMs, storeCardUntilMs: heardUntilMs, approveUntilMs: heardUntilMs });
  });

  test('an attempt that says nothing of its answer is not asked after', () => {
    expect(linkDeadlines({}, NOW).askUntilMs).toBe(0);
    expect(directDeadlines({}, NOW).askUntilMs).toBe(0);
  });
});
