import type { Language } from '../domain/language.ts';
import type { ReusableLinkTexts } from './reusable-link-texts.ts';
import { englishOfLinks } from './reusable-link-texts-en.ts';
import { turkishOfLinks } from './reusable-link-texts-tr.ts';

/** The words of reusable links, apart from those of other pages: only functions that show them carry them. */
export const textsOfLinks: Readonly<Record<Language, ReusableLinkTexts>> = { tr: turkishOfLinks, en: englishOfLinks };
