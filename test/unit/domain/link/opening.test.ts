import { describe, expect, test } from 'vitest';
import { awaitsOpening } from '../../../../shared/domain/link/opening.ts';
import { NO_PROGRESS } from '../../../../shared/domain/link/payment-request.ts';

const opened = { ...NO_PROGRESS, openedAtMs: 1 };

describe('The opening of a link is still to be noted (rule 30)', () => {
  test.each([
    ['with a phone', { gsmNumber: '5301112233' }, NO_PROGRESS, true],
    ['with an e-mail address', { email: 'payer@example.com' }, NO_PROGRESS, true],
    ['with nothing but a name', { fullName: 'Ada' }, NO_PROGRESS, false],
    ['that was opened before', { gsmNumber: '5301112233' }, opened, false],
  ])('of a link %s', (_name, delivery, progress, awaited) => {
    expect(awaitsOpening({ delivery, progress })).toBe(awaited);
  });
});
