import type { PayerAdvice } from '../domain/card/card-input.ts';

/** The payer's language as an address carries it; the dealer's own Url of a link (2.8) names none. */
const inLanguage = (language: 'tr' | 'en' | undefined): string => (language === undefined ? '' : `?lang=${language}`);

/**
 * Addresses of the payer's path; each holds one random value that leads to nothing else (rule 30). A move within the
 * path names the language that the payer reads, which the bank's way back would lose.
 */
export const linkUrl = (baseUrl: string, token: string, language?: 'tr' | 'en'): string =>
  `${baseUrl}/pay/${token}${inLanguage(language)}`;
export const resultUrl = (baseUrl: string, resultReference: string, language?: 'tr' | 'en'): string =>
  `${baseUrl}/result/${resultReference}${inLanguage(language)}`;
/**
 * The page of a link with what the payer is told of a post that the link knows nothing of: refused before the bank. The
 * page shows it above its form and nowhere else, so that an address which somebody made up says nothing of a payment.
 */
export const linkUrlWithAdvice = (
  baseUrl: string,
  token: string,
  { language, advice }: { readonly language: 'tr' | 'en'; readonly advice: PayerAdvice },
): string => `${linkUrl(baseUrl, token, language)}&advice=${advice}`;
/** The value of `then` in the address below. */
export const THEN_REPORT = 'report';

/**
 * The page of a link that has no attempt left. Once the link is closed as failed, this page passes the payer on to the
 * dealer by itself; opened without `then`, it shows the end of the link and a way back. It decides nothing else.
 */
export const linkUrlPassingOn = (baseUrl: string, token: string, language: 'tr' | 'en'): string =>
  `${linkUrl(baseUrl, token, language)}&then=${THEN_REPORT}`;

/** The bank must echo this address as it was sent (rule 19): the attempt knows the language. */
export const callbackUrl = (baseUrl: string, reference: string): string => `${baseUrl}/3d/${reference}`;
