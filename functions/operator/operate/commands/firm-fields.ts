import { objectOf, optional } from '../fields.ts';
import { freeText, shaped } from '../kinds.ts';
import { email, httpsAddress, phone } from './looks-fields.ts';

const identityNumber = shaped('tax or identity number', 'must be 10 or 11 digits', (text) =>
  /^\d{10,11}$/.test(text) ? text : undefined,
);

/** The firm behind a dealer or sub-dealer. GetDealer tells it. */
export const firmField = optional(
  objectOf({
    title: optional(freeText(200), 'Registered name.'),
    contactName: optional(freeText(100), 'Person to speak to.'),
    phoneNumber: optional(phone, 'Phone.'),
    email: optional(email, 'E-mail.'),
    identityNumber: optional(identityNumber, 'Tax or identity number.'),
    webSite: optional(httpsAddress, 'Web site.'),
    naceCode: optional(freeText(10), 'NACE code of its trade.'),
  }),
  'The firm, as GetDealer tells it. It is replaced as a whole.',
);

type GivenFirm = Readonly<Record<string, string | null | undefined>> | null | undefined;

/** The firm of an input, without the members that are removed. */
export const firmIn = ({ firm }: { readonly firm?: GivenFirm }) =>
  firm && Object.fromEntries(Object.entries(firm).filter(([, value]) => value !== null));
