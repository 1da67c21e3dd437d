import type { Language } from '../../../domain/language.ts';
import { englishOfDeskLinks } from './link-texts-en.ts';
import { turkishOfDeskLinks } from './link-texts-tr.ts';
import type { DeskLinkTexts } from './link-words.ts';

export const deskLinkTexts: Readonly<Record<Language, DeskLinkTexts>> = {
  tr: turkishOfDeskLinks,
  en: englishOfDeskLinks,
};
