import { type Language, languages } from '../domain/language.ts';

const DEFAULT_LANGUAGE: Language = 'tr';
const MAX_HEADER_LENGTH = 500;

const isLanguage = (text: string | undefined): text is Language =>
  (languages as readonly (string | undefined)[]).includes(text);

const preferences = (header: string): readonly Language[] =>
  header
    .slice(0, MAX_HEADER_LENGTH)
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.trim().split(';');
      const quality = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find((one) => one !== undefined);
      return { language: tag.toLowerCase().split('-')[0], quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter((one): one is { language: Language; quality: number } => isLanguage(one.language) && one.quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
    .map(({ language }) => language);

/** The language of a page: the visible switch first, then what the browser prefers, then Turkish. */
export const chooseLanguage = (chosen: string | undefined, acceptLanguage: string | undefined): Language =>
  isLanguage(chosen) ? chosen : (preferences(acceptLanguage ?? '')[0] ?? DEFAULT_LANGUAGE);
