import { colourOf, emailOf, httpsAddressOf, MAX_LOOKS, phoneOf } from '../../../../shared/domain/dealer/looks-rules.ts';
import { objectOf, optional } from '../fields.ts';
import { freeText, type Kind, shaped } from '../kinds.ts';
import { readLogo } from '../logo.ts';

export const httpsAddress = shaped('https address', 'must be an https address', httpsAddressOf);

export const phone = shaped('phone number', 'must be a phone number, such as +90 212 555 01 23', phoneOf);

export const email = shaped('e-mail address', 'must be an e-mail address', emailOf);

const colour = shaped('colour, #rrggbb', 'must be a colour, written #rrggbb', colourOf);

const logo: Kind<string> = {
  type: 'PNG file in base64, at most 512 by 512 pixels',
  read: (raw) => (typeof raw === 'string' ? readLogo(raw) : { problem: 'must be a PNG file in base64' }),
};

/** What payers see of a dealer beyond its name. It is an item of its own, which no request but a page's reads. */
export const looksFields = {
  displayName: optional(freeText(MAX_LOOKS.displayName), 'Name that payers read instead of name.'),
  logo: optional(logo, 'Logo on the pages. It is made anew from its pixels, smaller where that is needed.'),
  accent: optional(colour, 'Colour of the pages. It is made darker or lighter where it could not be read.'),
  contact: optional(
    objectOf({
      phone: optional(phone, 'Phone.'),
      email: optional(email, 'E-mail.'),
      address: optional(freeText(MAX_LOOKS.address), 'Postal address.'),
      site: optional(httpsAddress, 'Web site.'),
    }),
    'How payers reach the dealer. It is replaced as a whole.',
  ),
  legalText: optional(freeText(MAX_LOOKS.legalText), 'What the law has the dealer say, in small print.'),
  termsUrl: optional(httpsAddress, 'Address of the terms of sale.'),
};
