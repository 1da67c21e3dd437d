import type { LinkProgress } from './payment-request.ts';

/** Attempts after which a link is closed for good and reported to the dealer (rules 7, 33). */
export const MAX_ATTEMPTS_PER_LINK = 20;

const WINDOW_MS = 10 * 60_000;
/** Most attempts in one window by link, card and address. Payers of a mobile network share addresses (rule 33). */
export const MAX_ATTEMPTS_PER_WINDOW = { link: 5, card: 10, address: 100 } as const;

export const windowStartOf = (nowMs: number): number => nowMs - (nowMs % WINDOW_MS);

/**
 * True for the last attempt that a link may have: when it fails, the link is closed and reported to the dealer. The
 * first result of a shop's 3D payment is final: for another attempt the dealer calls again.
 */
export const isLastAttempt = ({ number, shop }: { readonly number: number; readonly shop?: unknown }): boolean =>
  shop !== undefined || number >= MAX_ATTEMPTS_PER_LINK;

/** True when a link has no attempt left, whatever becomes of those that still run. */
export const areAttemptsUsedUp = ({ attempts }: Pick<LinkProgress, 'attempts'>): boolean =>
  attempts >= MAX_ATTEMPTS_PER_LINK;

/** The link's progress with one attempt more, or when the next one may start (rule 33). */
export const countAttempt = (
  progress: LinkProgress,
  nowMs: number,
): { readonly progress: LinkProgress } | { readonly pauseUntilMs: number } => {
  const windowStartMs = windowStartOf(nowMs);
  const counted = progress.windowStartMs === windowStartMs ? progress.windowAttempts : 0;
  if (areAttemptsUsedUp(progress) || counted >= MAX_ATTEMPTS_PER_WINDOW.link) {
    return { pauseUntilMs: windowStartMs + WINDOW_MS };
  }
  return { progress: { ...progress, attempts: progress.attempts + 1, windowStartMs, windowAttempts: counted + 1 } };
};
