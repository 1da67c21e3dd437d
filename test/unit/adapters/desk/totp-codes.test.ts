import { describe, expect, test } from 'vitest';
import { totpCodes } from '../../../../shared/adapters/desk/totp-codes.ts';

/** The secret of the test vectors of RFC 6238, `12345678901234567890`, in base 32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const codes = totpCodes();

/** The step of a code at a second of the vectors. */
const stepAt = (code: string, seconds: number, lastStep = 0) =>
  codes.stepOf(code, { secret: SECRET, lastStep, nowMs: seconds * 1000 });

describe('One-time codes by the time (RFC 6238)', () => {
  // Appendix B, SHA-1: the last six of its eight digits.
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at second %i the code is %s', (seconds, code) => {
    expect(stepAt(code, seconds)).toBe(Math.floor(seconds / 30));
    expect(stepAt(`${code.slice(0, 3)} ${code.slice(3)}`, seconds)).toBe(Math.floor(seconds / 30));
  });

  test('a code is accepted one step early and one late, and no further', () => {
    const step = Math.floor(1_234_567_890 / 30);
    const accepted = [-60, -30, 0, 30, 60].map((seconds) => stepAt('005924', 1_234_567_890 + seconds));
    expect(accepted).toEqual([undefined, step, step, step, undefined]);
  });

  test('no step counts twice, and none before the last', () => {
    const step = Math.floor(1_234_567_890 / 30);
    expect([step - 1, step, step + 1].map((last) => stepAt('005924', 1_234_567_890, last))).toEqual([
      step,
      undefined,
      undefined,
    ]);
  });

  test.each(['', '5924', '05924', '0005924', '89005924', 'abcdef', '00592４', '-05924', '0x5924'])(
    '%j is no code',
    (code) => {
      expect(stepAt(code, 1_234_567_890)).toBeUndefined();
    },
  );

  test('a new secret has 160 bits, is another each time, and its address names the user and the service', () => {
    const [one, other] = [codes.newSecret(), codes.newSecret()];
    expect(one).toMatch(/^[A-Z2-7]{32}$/);
    expect(other).not.toBe(one);
    const uri = new URL(codes.enrolmentUri(one, { email: 'ayse@people.example', issuer: 'Test service' }));
    expect(uri.protocol).toBe('otpauth:');
    expect(decodeURIComponent(uri.pathname)).toContain('Test service:ayse@people.example');
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({
      secret: one,
      issuer: 'Test service',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});
