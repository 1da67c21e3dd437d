import { Secret, TOTP } from 'otpauth';
import type { OneTimeCodes } from '../../ports/desk-secrets.ts';

const SECRET_BYTES = 20;
const STEP_SECONDS = 30;
const DIGITS = /^\d{6}$/;

const totpOf = (secret: string, labels: { readonly issuer?: string; readonly label?: string } = {}): TOTP =>
  new TOTP({ ...labels, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: STEP_SECONDS });

/** One-time codes by the time (RFC 6238), as every authenticator app makes them. */
export const totpCodes = (): OneTimeCodes => ({
  newSecret: () => new Secret({ size: SECRET_BYTES }).base32,
  enrolmentUri: (secret, { email, issuer }) => totpOf(secret, { issuer, label: email }).toString(),
  stepOf: (code, { secret, lastStep, nowMs }) => {
    const typed = code.replaceAll(/\s/g, '');
    if (!DIGITS.test(typed)) return undefined;
    const delta = totpOf(secret).validate({ token: typed, timestamp: nowMs, window: 1 });
    if (delta === null) return undefined;
    const step = Math.floor(nowMs / 1000 / STEP_SECONDS) + delta;
    return step > lastStep ? step : undefined;
  },
});
