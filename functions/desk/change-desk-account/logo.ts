import type { DeskCall } from '../../../shared/desk/call/desk-call.ts';
import { logoOf } from '../../../shared/looks/logo.ts';
import { logoFields } from '../../../shared/pages/desk/account/logo-fields.ts';
import type { LogoChoice } from '../../../shared/pages/desk/account/looks-page.ts';

const chosen = (file: Buffer): LogoChoice => {
  const read = logoOf(file);
  return 'value' in read ? { kind: 'chosen', value: read.value } : { kind: 'refused', problem: read.problem };
};

/**
 * What a form asks of the logo: a file counts before the removal of the old one, and both before a logo that was shown first. That one
 * comes back from the browser, so it is read like a file.
 */
export const logoChoiceOf = ({ posted, file }: Pick<DeskCall, 'posted' | 'file'>): LogoChoice => {
  if (file !== undefined) return chosen(file);
  if (posted.text(logoFields.remove) === 'yes') return { kind: 'removed' };
  const shown = posted.text(logoFields.shown);
  return shown === '' ? { kind: 'kept' } : chosen(Buffer.from(shown, 'base64'));
};

/** The logo after that choice, in base64; undefined for none. A refused one leaves the old. */
export const logoAfter = (choice: LogoChoice, stored: string | undefined): string | undefined => {
  switch (choice.kind) {
    case 'kept':
    case 'refused':
      return stored;
    case 'removed':
      return undefined;
    case 'chosen':
      return choice.value;
  }
};

/** A logo as the audit keeps it: kind and size, never its bytes. */
export const auditedLogo = (logo: string | undefined): string =>
  logo === undefined ? 'none' : `PNG, ${Buffer.from(logo, 'base64').length} bytes`;
