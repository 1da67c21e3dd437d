import { gatewayKinds } from '../../../../shared/domain/virtual-pos/virtual-pos.ts';
import { defaulted, neededWhenNew, optional, required } from '../fields.ts';
import { choice, flag, freeText, installmentCounts, list, ratesByCount, shaped, timeOfDay, whole } from '../kinds.ts';
import { ALL_COUNTS, bankCode, currencyChoice } from './fields-in-common.ts';

const MAX_GATEWAY_LENGTH = 300;

export const posId = required(
  shaped(
    'text of letters, digits, dash and underscore, at most 32',
    'must be 1 to 32 letters, digits, dashes or underscores',
    (text) => (/^[A-Za-z0-9_-]{1,32}$/.test(text) ? text : undefined),
  ),
  'Name of the virtual POS, chosen by operators.',
);

const gateway = shaped('https address', 'must be an address such as https://bank.example', (text) => {
  const url = text.length > MAX_GATEWAY_LENGTH ? null : URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return undefined;
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href.replace(/\/+$/, '') : undefined;
});

/** What a virtual POS has at every kind of gateway. */
export const posFields = {
  bankCode: neededWhenNew(bankCode, 'Bank code, the PaymentType of mobile payments.'),
  bankName: neededWhenNew(freeText(100), 'Name of the bank.'),
  group: optional(
    freeText(30),
    'Installment programme of its cards, written as in the BIN records, such as BONUS: shops find the counts of a card by it. Shown, decides nothing.',
  ),
  kind: defaulted(choice(gatewayKinds), 'nestpay', {
    meaning: "Kind of the bank's gateway. It never changes: another kind is another virtual POS.",
  }),
  gateway: neededWhenNew(
    gateway,
    "Address that the gateway's own paths are appended to: /fim of NestPay, /VPServlet and /servlet of Garanti. It is https at a host of the stage's gatewayHosts; sandbox stages also accept a loopback address over http.",
  ),
  currencies: defaulted(list(currencyChoice, 4), ['TL'], { meaning: 'Currencies that the bank takes.' }),
  installmentCounts: defaulted(installmentCounts, ALL_COUNTS, {
    meaning: 'Installment counts that the bank takes; a single payment always is possible.',
    shown: '2 to 12',
  }),
  rates: neededWhenNew(
    ratesByCount,
    'The bank\'s commission by count, "1" for the single payment. A count without a rate cannot be used.',
  ),
  isDefault: defaulted(flag, false, { meaning: 'Used for cards of banks without a virtual POS of their own.' }),
  attemptedThreeDAllowed: defaulted(flag, false, {
    meaning: 'Charge when 3D was only attempted (mdStatus 2 to 4).',
  }),
  serverStart: defaulted(flag, false, {
    meaning:
      "Post the 3D form of a stored card to the bank's gate from here. Without it stored cards pay without 3D only. Try it at the bank's test system first.",
    shown: 'true at the embedded bank, else false',
  }),
  withoutCvc: defaulted(flag, true, {
    meaning: 'Whether the bank charges a card without its CVC. Payment plans need it.',
    shown: 'true with kind nestpay, else false',
  }),
  noRecordHorizonHours: defaulted(whole(1, 240), 24, {
    meaning: 'Hours after which the bank\'s "no record" is believed.',
  }),
  dayEndsAt: defaulted(timeOfDay, '22:00', {
    meaning: 'When the bank closes its day, in Istanbul: a charge is voided before it and refunded after it.',
  }),
  enabled: defaulted(flag, true, { meaning: 'Whether new payments may use it. Payments that have begun still do.' }),
};
