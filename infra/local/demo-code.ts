import { Secret, TOTP } from 'otpauth';

const STEP_SECONDS = 30;
const totp = { algorithm: 'SHA1', digits: 6, period: STEP_SECONDS } as const;

/** The code that an authenticator app with this secret shows now, and for how long. The desk takes each code once. */
export const codeNow = (secret: string, nowMs: number): { readonly digits: string; readonly goodForMs: number } => {
  const stepMs = STEP_SECONDS * 1000;
  const digits = new TOTP({ ...totp, secret: Secret.fromBase32(secret) }).generate({ timestamp: nowMs });
  return { digits, goodForMs: stepMs - (nowMs % stepMs) };
};
