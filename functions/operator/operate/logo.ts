import { type LogoProblem, MAX_LOGO_FILE_BYTES, MAX_LOGO_SIDE } from '../../../shared/domain/dealer/dealer-looks.ts';
import { logoOf } from '../../../shared/looks/logo.ts';

const SENTENCES: Readonly<Record<LogoProblem, string>> = {
  'too-large': `must be at most ${MAX_LOGO_FILE_BYTES / 1000} kB`,
  'not-png': 'must be a PNG file in base64',
  'too-many-pixels': `must be at most ${MAX_LOGO_SIDE} by ${MAX_LOGO_SIDE} pixels`,
  interlaced: 'must not be interlaced',
  unreadable: 'is a PNG file that cannot be read',
  'too-many-colours': 'has too many colours: use a simpler picture',
};

/** The logo that a command gives as a PNG file in base64, made anew by the rule of `logoOf`; or why it is refused. */
export const readLogo = (text: string): { readonly value: string } | { readonly problem: string } => {
  const read = logoOf(Buffer.from(text, 'base64'));
  return 'value' in read ? read : { problem: SENTENCES[read.problem] };
};
