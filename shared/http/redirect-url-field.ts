import * as z from 'zod/mini';

interface BothSpellings {
  readonly RedirectUrl?: string | undefined;
  readonly RedirectURL?: string | undefined;
}

/**
 * RedirectUrl and RedirectURL are one field in two spellings. Two different addresses are refused: which of them the payer
 * should be sent to is the dealer's to say.
 */
export const oneRedirectUrl = z.refine<BothSpellings>(
  ({ RedirectUrl, RedirectURL }) =>
    RedirectUrl === undefined || RedirectURL === undefined || RedirectUrl === RedirectURL,
  { error: 'and RedirectURL are one field and must not differ', path: ['RedirectUrl'] },
);
