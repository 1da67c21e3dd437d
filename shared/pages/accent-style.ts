import { accentFor } from './accent.ts';

const HEX = /^#[0-9a-f]{6}$/i;

const rule = (accent: string, scheme: 'light' | 'dark'): string => {
  const { mark, ink } = accentFor(accent, scheme);
  return `:root{--mark:${mark};--mark-ink:${ink}}`;
};

/** A dealer's colour as a style sheet of its own, corrected for both schemes; undefined for none, and for no colour. */
export const accentStyle = (accent: string | undefined): string | undefined =>
  accent === undefined || !HEX.test(accent)
    ? undefined
    : `${rule(accent, 'light')}@media(prefers-color-scheme:dark){${rule(accent, 'dark')}}`;
