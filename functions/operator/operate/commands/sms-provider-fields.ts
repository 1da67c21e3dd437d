import { bodyFormats, providerAuthorizations } from '../../../../shared/domain/message/sms-provider.ts';
import { headerTemplatesProblem } from '../../../../shared/domain/message/sms-provider-template.ts';
import { isJsonObject } from '../../../../shared/http/body.ts';
import { defaulted, neededWhenNew, optional, secret } from '../fields.ts';
import { choice, code, type Kind, list, shaped } from '../kinds.ts';
import { addressKind } from './outgoing-fields.ts';

const MAX_KEY = 500;
const MAX_CODES = 50;

/** A JSON object, kept as its text. */
const bodyTemplate: Kind<string> = {
  type: 'JSON object whose texts hold placeholders',
  read: (raw) => (isJsonObject(raw) ? { value: JSON.stringify(raw) } : { problem: 'must be a JSON object' }),
};

const headerTemplates: Kind<Readonly<Record<string, string>>> = {
  type: 'JSON object of header names and texts',
  read: (raw) => {
    if (!isJsonObject(raw)) return { problem: 'must be a JSON object' };
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(raw)) {
      if (typeof value !== 'string') return { problem: 'must hold texts' };
      headers[name.toLowerCase()] = value;
    }
    const problem = headerTemplatesProblem(headers);
    return problem === undefined ? { value: headers } : { problem };
  },
};

const member = shaped('path of a member, such as result.code', 'must be names with dots between them', (text) =>
  /^[\w-]{1,40}(?:\.[\w-]{1,40}){0,4}$/.test(text) ? text : undefined,
);

const codes = list(code(40), MAX_CODES);

/** Behind `Bearer` or inside a header: no blank and no line break. */
const keyKind = shaped(`text of visible ASCII, at most ${MAX_KEY} characters`, 'must be visible ASCII', (text) =>
  text.length <= MAX_KEY && /^[\x21-\x7e]+$/.test(text) ? text : undefined,
);

const userKind = shaped('text of visible ASCII without a colon', 'must be visible ASCII without a colon', (text) =>
  text.length <= 100 && /^[\x21-\x39\x3b-\x7e]+$/.test(text) ? text : undefined,
);

const senderKind = shaped(
  'originator of 3 to 20 letters, digits, blanks, dots and hyphens',
  'must be an originator',
  (text) => (/^[A-Za-z0-9][A-Za-z0-9 .-]{1,18}[A-Za-z0-9.]$/.test(text) ? text : undefined),
);

export const providerFields = {
  url: neededWhenNew(addressKind, 'Where each SMS is posted.'),
  format: defaulted(choice(bodyFormats), 'json', { meaning: 'How the body is written.' }),
  body: optional(bodyTemplate, "Template of the body; the service's own layout when not given."),
  headers: optional(headerTemplates, 'Templates of further headers.'),
  authorization: defaulted(choice(providerAuthorizations), 'bearer', {
    meaning: 'Header by which the provider knows the dealer: the key, user and key, or none.',
  }),
  user: optional(userKind, 'User name at the provider.'),
  sender: optional(senderKind, 'Originator, where the provider wants it named.'),
  idMember: optional(member, "Member of the answer with the provider's name of the message; id when not given."),
  codeMember: optional(member, 'Member with a code, of a provider that answers failures with status 200.'),
  acceptedCodes: optional(codes, 'Codes that say that the message was taken.'),
  againCodes: optional(codes, 'Codes that say that it was not taken for now.'),
  optedOutCodes: optional(codes, 'Codes that say that the recipient wants no messages.'),
};

export const providerKeyField = secret(optional(keyKind, 'Key or password at the provider.'));
