import { objectOf, optional } from '../fields.ts';
import { freeText, type Kind, shaped } from '../kinds.ts';
import { readLogo } from '../logo.ts';

const MAX_ADDRESS = 200;

export const httpsAddress = shaped('https address', 'must be an https address', (text) => {
  const parsed = text.length > MAX_ADDRESS ? null : URL.parse(text);
  return parsed?.protocol === 'https:' && parsed.username === '' ? parsed.href : undefined;
});

export const phone = shaped('phone number', 'must be a phone number, such as +90 212 555 01 23', (text) =>
  /^\+?[\d ()-]{7,25}$/.test(text) ? text : undefined,
);

export const email = shaped('e-mail address', 'must be an e-mail address', (text) =>
  /^[^\s@<>"]{1,64}@[^\s@<>"]{3,100}$/.test(text) ? text : undefined,
);

const colour = shaped('colour, #rrggbb', 'must be a colour, written #rrggbb', (text) =>
  /^#[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : undefined,
);

const logo: Kind<string> = {
  type: 'PNG file in base64, at most 512 by 512 pixels',
  read: (raw) => (typeof raw === 'string' ? readLogo(raw) : { problem: 'must be a PNG file in base64' }),
};

/** What payers see of a dealer beyond its name. It is an item of its own, which no request but a page's reads. */
export const looksFields = {
  displayName: optional(freeText(60), 'Name that payers read instead of name.'),
  logo: optional(logo, 'Logo on the pages. It is made anew from its pixels, smaller where that is needed.'),
  accent: optional(colour, 'Colour of the pages. It is made darker or lighter where it could not be read.'),
  contact: optional(
    objectOf({
      phone: optional(phone, 'Phone.'),
      email: optional(email, 'E-mail.'),
      address: optional(freeText(MAX_ADDRESS), 'Postal address.'),
      site: optional(httpsAddress, 'Web site.'),
    }),
    'How payers reach the dealer. It is replaced as a whole.',
  ),
  legalText: optional(freeText(300), 'What the law has the dealer say, in small print.'),
  termsUrl: optional(httpsAddress, 'Address of the terms of sale.'),
};
