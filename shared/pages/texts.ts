import type { Language } from '../domain/language.ts';
import type { PageTexts } from './page-texts.ts';
import { english } from './texts-en.ts';
import { turkish } from './texts-tr.ts';

export const texts: Readonly<Record<Language, PageTexts>> = { tr: turkish, en: english };
