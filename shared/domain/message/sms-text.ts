import type { Language } from '../language.ts';
import { gsmSpelling, smsSize } from './gsm-text.ts';
import { shownValue } from './shown-value.ts';

/** What brings a link: its first message or one that is sent again, or a reminder before it expires. */
export const linkMessageKinds = ['link', 'reminder'] as const;
export type LinkMessageKind = (typeof linkMessageKinds)[number];

/** What the placeholders of a template stand for. `amount` and `expires` are texts in the message's language. */
export interface SmsValues {
  /** The dealer's name, as the dealer wrote it. */
  readonly dealer: string;
  readonly amount: string;
  readonly expires: string;
  readonly link: string;
}

/** The service's own templates, the longest first. */
const TEMPLATES: Readonly<Record<Language, Readonly<Record<LinkMessageKind, readonly string[]>>>> = {
  tr: {
    link: [
      '{dealer}: {amount} ödeme bağlantınız. Son ödeme {expires}: {link}',
      '{dealer}: {amount}, son {expires}: {link}',
      '{dealer} {amount}: {link}',
    ],
    reminder: [
      '{dealer}: hatırlatma, {amount} ödemeniz bekliyor. Son ödeme {expires}: {link}',
      '{dealer}: bekleyen {amount}, son {expires}: {link}',
      '{dealer} {amount}: {link}',
    ],
  },
  en: {
    link: [
      '{dealer}: your link to pay {amount} until {expires}: {link}',
      '{dealer}: {amount} until {expires}: {link}',
      '{dealer} {amount}: {link}',
    ],
    reminder: [
      '{dealer}: reminder, {amount} is waiting for payment until {expires}: {link}',
      '{dealer}: {amount} still open until {expires}: {link}',
      '{dealer} {amount}: {link}',
    ],
  },
};

/** The name is shortened before the message says less: these lengths are tried with each template. */
const NAME_LENGTHS = [40, 24, 16] as const;
const PLACEHOLDER = /\{(dealer|amount|expires|link)\}/g;
const ANY_PLACEHOLDER = /\{([a-z]+)\}/g;
const MAX_TEMPLATE = 120;

/**
 * Why a dealer's own template cannot be used; undefined when it can. A template is words and placeholders: it names the
 * link once, holds no address, and no other braces.
 */
export const templateProblem = (template: string): string | undefined => {
  if (template.length > MAX_TEMPLATE) return `must have at most ${MAX_TEMPLATE} characters`;
  if (template.split('{link}').length !== 2) return 'must hold {link} once';
  if (!/(?:^| )\{link\}(?= |$)/.test(template)) return 'must have blanks around {link}';
  const words = template.replaceAll(PLACEHOLDER, ' ');
  if (/[{}]/.test(words)) return 'may hold {dealer}, {amount}, {expires} and {link}, and no other braces';
  // The text between placeholders goes through the same filter as a name, in pieces that it does not shorten.
  const pieces = words.split(/\s+/).filter((piece) => piece !== '');
  return pieces.every((piece) => shownValue(piece) !== '') ? undefined : 'must hold no address';
};

/** A name in the GSM alphabet. Signs that it lacks are left out, and what they kept apart must not read as an address then. */
const spelledName = (name: string): string => shownValue(gsmSpelling(shownValue(name)));

/** Values of placeholders by their names; `dealer` is the dealer's name as the dealer wrote it. */
type TemplateValues = Readonly<Record<string, string>> & Pick<SmsValues, 'dealer'>;

const fill = (template: string, values: TemplateValues, nameLength: number): string => {
  const dealer = Array.from(spelledName(values.dealer)).slice(0, nameLength).join('').trim();
  const shown: Readonly<Record<string, string>> = { ...values, dealer };
  // The values come last and in one pass: a name that holds "{link}" stays a text.
  return gsmSpelling(template.replaceAll(ANY_PLACEHOLDER, (_whole, name: string) => shown[name] ?? ''));
};

/** The fullest of some templates, the longest first, that fits into one segment of the GSM alphabet; else the fullest. */
export const fullestSms = (templates: readonly string[], values: TemplateValues): string => {
  const tried = templates.flatMap((template) => NAME_LENGTHS.map((length) => fill(template, values, length)));
  return tried.find((text) => smsSize(text).segments === 1) ?? tried[0] ?? '';
};

/**
 * The text of an SMS in the GSM alphabet: the fullest that fits into one segment, else the fullest. `own` is the dealer's
 * template, tried before the service's.
 */
export const smsText = (
  values: SmsValues,
  options: { readonly kind: LinkMessageKind; readonly language: Language; readonly own?: string | undefined },
): string => {
  const templates = TEMPLATES[options.language][options.kind];
  return fullestSms(options.own === undefined ? templates : [options.own, ...templates], { ...values });
};
