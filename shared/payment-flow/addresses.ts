import { askedLanguage } from '../domain/asked-language.ts';
import type { LinkAttempt } from '../domain/attempt/attempt.ts';
import type { PaymentRequest } from '../domain/link/payment-request.ts';
import { callbackAddressOf } from '../domain/payment/payment-name.ts';
import type { ReusableLink } from '../domain/reusable-link/reusable-link.ts';

/**
 * The payer's language as a query parameter. The Url that the dealer gets for a link has one only where its request named
 * a language (dealer interface 2.8).
 */
const inLanguage = (language: 'tr' | 'en' | undefined): string => (language === undefined ? '' : `?lang=${language}`);

/**
 * Addresses of the payer's pages. Each carries one secret that opens nothing else (rule 30). Redirects between pages
 * name the payer's language, because the callback from the bank would lose it.
 */
export const linkUrl = (baseUrl: string, token: string, language?: 'tr' | 'en'): string =>
  `${baseUrl}/pay/${token}${inLanguage(language)}`;
/** The address of a link as its dealer and payer get it, in the language that the dealer named. */
export const linkUrlIn =
  (baseUrl: string) =>
  ({ token, language }: Pick<PaymentRequest, 'token' | 'language'>): string =>
    linkUrl(baseUrl, token, language);
/** The address of a reusable link, as its dealer publishes it; payers who go back to it keep their language. */
export const reusableLinkUrl = (baseUrl: string, token: string, language?: 'tr' | 'en'): string =>
  `${baseUrl}/link/${token}${inLanguage(language)}`;
/** The address of a reusable link, in the language that its dealer named. */
export const reusableLinkUrlIn =
  (baseUrl: string) =>
  ({ token, template }: Pick<ReusableLink, 'token' | 'template'>): string =>
    reusableLinkUrl(baseUrl, token, askedLanguage(template));
/** The QR code of a reusable link: a page to print, or with `format` the drawing alone. */
export const reusableLinkQrUrl = (baseUrl: string, token: string): string => `${reusableLinkUrl(baseUrl, token)}/qr`;
export const resultUrl = (baseUrl: string, resultReference: string, language?: 'tr' | 'en'): string =>
  `${baseUrl}/result/${resultReference}${inLanguage(language)}`;
/** Where the forms of a link's page post a card that is typed, and where a stored one: paths on the page's own origin. */
export const linkPaths = (
  baseUrl: string,
  token: string,
  language: 'tr' | 'en',
): { readonly link: string; readonly storedCard: string } => {
  const { pathname } = new URL(linkUrl(baseUrl, token));
  return { link: `${pathname}?lang=${language}`, storedCard: `${pathname}/stored-card?lang=${language}` };
};
/**
 * A request's page as a path: a payer who posted at a former name of the stage stays there, since browsers let a form lead to no
 * other origin.
 */
export const linkPath = (baseUrl: string, token: string, language: 'tr' | 'en'): string =>
  linkPaths(baseUrl, token, language).link;
/** Where the receipt's form posts an e-mail address: a path on the page's own origin. */
export const receiptPath = (baseUrl: string, token: string, language: 'tr' | 'en'): string =>
  `${new URL(linkUrl(baseUrl, token)).pathname}/receipt?lang=${language}`;
/** The QR code of a link: a page to print, or with `format` the drawing alone. It opens the link like its address. */
export const linkQrUrl = (baseUrl: string, token: string): string => `${linkUrl(baseUrl, token)}/qr`;
/** The page of a shop's 3D payment. Only the address that the dealer gets has the key of the box after the token. */
export const boxUrl = (baseUrl: string, address: string, language?: 'tr' | 'en'): string =>
  `${baseUrl}/box/${address}${inLanguage(language)}`;
/** The page of a shop's 3D payment by a stored card: no other opens its box. */
export const storedCardBoxUrl = (baseUrl: string, address: string, language?: 'tr' | 'en'): string =>
  `${baseUrl}/box/${address}/stored-card${inLanguage(language)}`;
/** The value of `then` in the address below. */
export const THEN_REPORT = 'report';

/**
 * The page of a link that has no attempt left. Once the link is closed as failed, this page sends the payer on to the
 * dealer. Opened without `then`, it shows the end of the link and a way back.
 */
export const linkUrlPassingOn = (baseUrl: string, token: string, language: 'tr' | 'en'): string =>
  `${linkUrl(baseUrl, token, language)}&then=${THEN_REPORT}`;

/** The callback address. The bank must echo it unchanged (rule 19), so the language is kept in the attempt instead. */
export const callbackUrl = (baseUrl: string, attempt: Pick<LinkAttempt, 'reference' | 'callbackSecret'>): string =>
  `${baseUrl}/3d/${callbackAddressOf(attempt)}`;
