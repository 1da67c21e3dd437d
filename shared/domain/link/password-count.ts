import { windowStartOf } from './attempt-count.ts';
import type { LinkChange } from './link-states.ts';
import type { LinkProgress, PaymentRequest } from './payment-request.ts';

/** Wrong passwords after which a link offers no stored card any more. It stays open for a card that is typed (rule 48). */
export const MAX_WRONG_PASSWORDS_PER_LINK = 20;

/** Most wrong passwords of a link in one window (rule 33). They have a window of their own: a typed card goes on. */
export const MAX_WRONG_PASSWORDS_PER_WINDOW = 5;

type Counts = Pick<LinkProgress, 'wrongPasswords' | 'passwordWindowStartMs' | 'windowPasswords'>;

/** True when a link offers no stored card any more, whoever asks. */
export const arePasswordsUsedUp = ({ wrongPasswords = 0 }: Pick<LinkProgress, 'wrongPasswords'>): boolean =>
  wrongPasswords >= MAX_WRONG_PASSWORDS_PER_LINK;

const inWindow = ({ passwordWindowStartMs, windowPasswords = 0 }: Counts, nowMs: number): number =>
  passwordWindowStartMs === windowStartOf(nowMs) ? windowPasswords : 0;

/** Whether a password is compared now. Once a window is full, the right one waits too: it must not be told by its answer. */
export const mayTryPassword = (progress: Counts, nowMs: number): boolean =>
  !arePasswordsUsedUp(progress) && inWindow(progress, nowMs) < MAX_WRONG_PASSWORDS_PER_WINDOW;

/** The counts of a link with one wrong password more. */
export const countWrongPassword = (progress: Counts, nowMs: number): Required<Counts> => ({
  wrongPasswords: (progress.wrongPasswords ?? 0) + 1,
  passwordWindowStartMs: windowStartOf(nowMs),
  windowPasswords: inWindow(progress, nowMs) + 1,
});

/*
 * A password is told right or wrong only by whoever moves the link from the version that was read. So of many posts at once
 * each is counted, and no burst tries more passwords than a window allows.
 */

const atVersionRead = ({ payment, version }: PaymentRequest): Pick<LinkChange, 'payment' | 'onlyIf'> => ({
  payment,
  onlyIf: { kind: 'free', version },
});

/** Counts a wrong password. It is no attempt: nothing else of the link moves but that its payer opened it. */
export const wrongPassword = (
  link: PaymentRequest,
  progress: Required<Counts> & Pick<LinkProgress, 'openedAtMs'>,
): LinkChange => ({ ...atVersionRead(link), effects: [{ kind: 'counts-password', progress }] });

/** A right password that begins no attempt, for example with an expired card: it counts nothing. */
export const rightPassword = (link: PaymentRequest): LinkChange => ({ ...atVersionRead(link), effects: [] });
