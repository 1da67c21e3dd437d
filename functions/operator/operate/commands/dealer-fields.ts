import {
  channels,
  DEFAULT_PRE_AUTHORISATION_DAYS,
  MAX_LISTING_SHARDS,
  MAX_PRE_AUTHORISATION_DAYS,
  operationNames,
  poolSettings,
} from '../../../../shared/domain/dealer/dealer.ts';
import { MAX_LIMIT_SHARDS } from '../../../../shared/domain/limit/limits.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { isAddressOrBlock } from '../../../../shared/http/source-address.ts';
import { defaulted, neededWhenNew, objectOf, optional } from '../fields.ts';
import {
  amount,
  anyId,
  choice,
  day,
  flag,
  freeText,
  installmentCounts,
  list,
  orWord,
  ratesByCount,
  shaped,
  whole,
} from '../kinds.ts';
import { ALL_COUNTS, currencyChoice } from './fields-in-common.ts';
import { firmField } from './firm-fields.ts';
import { addressKind } from './outgoing-fields.ts';

const address = shaped(
  'address or CIDR block, IPv4 or IPv6',
  'must be an IP address, or a CIDR block whose address has no bits set behind its prefix (192.0.2.0/24)',
  (text) => (isAddressOrBlock(text) ? text : undefined),
);

const MAX_INTEGRATORS = 100;

/** Longest host name: 253 characters. */
const MAX_HOST_LENGTH = 253;

const host = shaped('host name', 'must be a host name without scheme, port or path', (text) => {
  if (text.length > MAX_HOST_LENGTH) return undefined;
  const parsed = URL.parse(`https://${text}`);
  return parsed !== null && parsed.hostname === text.toLowerCase() && parsed.pathname === '/'
    ? parsed.hostname
    : undefined;
});

const limitAmount = orWord('unlimited', amount);

const limitValues = objectOf({
  daily: neededWhenNew(limitAmount, 'Most per day of Istanbul.'),
  monthly: neededWhenNew(limitAmount, 'Most per month of Istanbul.'),
  shards: defaulted(whole(1, MAX_LIMIT_SHARDS), 1, { meaning: 'Over how many counters a busy dealer is spread.' }),
});

const limitsByCurrency = objectOf({
  TL: optional(limitValues, 'Limits in Turkish lira.'),
  USD: optional(limitValues, 'Limits in US dollars.'),
  EUR: optional(limitValues, 'Limits in euros.'),
  GBP: optional(limitValues, 'Limits in pounds.'),
});

const cardLimit = objectOf({
  count: neededWhenNew(orWord('unlimited', whole(1, 100_000)), 'Most attempts with one card a day.'),
  amount: neededWhenNew(limitAmount, 'Most taken from one card a day.'),
});

/** The limits of a dealer. They change by a rule of their own (rule 18). */
export const limitFields = {
  limits: neededWhenNew(
    {
      ...limitsByCurrency,
      type: 'object by currency of {"daily": "unlimited" or amount, "monthly": the same, "shards": 1 to 8, default 1}',
    },
    'What the dealer may take. Currencies that are left out stay as they are; a first setting holds at once, a change from the next midnight in Istanbul. A currency without limits is refused to the dealer.',
  ),
};

/** A list of channels; none by default. */
const channelList = (meaning: string) =>
  defaulted(list(choice(channels), channels.length), [], { meaning, shown: 'none' });

/** Fields of a dealer that a put stores unchanged. */
export const dealerFields = {
  name: neededWhenNew(freeText(100), 'Name shown to payers.'),
  enabled: defaulted(flag, true, { meaning: 'A dealer that is not enabled is refused like an unknown one.' }),
  paused: defaulted(flag, false, {
    meaning: 'Charging pause: no new charges from now on. Charges that have begun are reconciled.',
  }),
  allowedAddresses: neededWhenNew(
    orWord('any address', list(address, 100)),
    'Addresses that the dealer may call from. An empty list lets nobody call.',
  ),
  channels: channelList('Ways of taking money that are permitted.'),
  captureChannels: channelList('Channels whose pre-authorised payments the dealer may capture.'),
  voidChannels: channelList('Channels whose payments the dealer may void.'),
  refundChannels: channelList('Channels whose payments the dealer may refund.'),
  poolApprovalChannels: channelList(
    'Channels whose pooled payments the dealer may approve, and whose approvals it may undo.',
  ),
  barredOperations: defaulted(list(choice(operationNames), operationNames.length), [], {
    meaning: 'Operations that the dealer may not call whatever its channels are.',
    shown: 'none',
  }),
  currencies: defaulted(list(currencyChoice, 4), ['TL'], { meaning: 'Currencies; each of them needs limits.' }),
  cardStorage: defaulted(flag, false, { meaning: 'May have cards stored.' }),
  storedCardsOnLinks: defaulted(flag, false, {
    meaning:
      'Links that name a customer offer the stored cards of the customer. Whoever has the link sees brand and last four digits.',
  }),
  storedCardsWithoutPassword: defaulted(flag, false, {
    meaning:
      'With storedCardsOnLinks: also the cards of a customer without a password, whom the link alone stands for.',
  }),
  recurring: defaulted(flag, false, { meaning: 'Its recurring sales may be charged.' }),
  threeDRequired: defaulted(flag, false, { meaning: 'Must use 3D for payments by card number.' }),
  tokenWithoutThreeD: defaulted(flag, false, { meaning: 'May pay by stored card without 3D although threeDRequired.' }),
  cvcOptional: defaulted(flag, false, {
    meaning: 'May charge a card by its number without its CVC (direct payments).',
  }),
  preferCheapest: defaulted(flag, false, {
    meaning:
      "Charges each payment where it costs the dealer least, count by count: a single payment at any of its virtual POS, installments at those of the card's bank, else of the card's programme, else at the default.",
  }),
  captureAbove: defaulted(flag, false, {
    meaning: 'May capture up to 15 % more than was pre-authorised, without sub-dealers.',
  }),
  preAuthorisationDays: defaulted(whole(1, MAX_PRE_AUTHORISATION_DAYS), DEFAULT_PRE_AUTHORISATION_DAYS, {
    meaning: 'Days after which a pre-authorisation is voided that nobody captured; of later ones.',
  }),
  unsignedResult: defaulted(flag, false, {
    meaning: 'May have the result of a 3D payment reported without a hash. Such a result proves nothing to the dealer.',
  }),
  checkBasket: defaulted(flag, false, {
    meaning: 'A basket of a 3D payment that does not add up to its amount is refused.',
  }),
  preAuthorisation: defaulted(choice(poolSettings), 'allowed', {
    meaning: 'Pre-authorisation on 3D payments from a shop.',
  }),
  pool: defaulted(choice(poolSettings), 'allowed', { meaning: 'Pooled payments.' }),
  integratorIds: defaulted(list(anyId, MAX_INTEGRATORS), [], {
    meaning: 'Ids of the integrator companies that the dealer may send as IntegratorId.',
    shown: 'none',
  }),
  installmentCounts: defaulted(installmentCounts, ALL_COUNTS, {
    meaning: 'Installment counts that the dealer may use; a single payment always is possible.',
    shown: '2 to 12',
  }),
  agreementDate: optional(
    day,
    'Day of the agreement; without one, or before it, mobile payments are refused (AgreementDateNotFound).',
  ),
  fixedAmount: defaulted(amount, minor(0), {
    meaning: 'The fixed amount of commission scenarios 4 and 5.',
    shown: '0',
  }),
  topDealerRates: defaulted(ratesByCount, {}, { meaning: 'Commission on the top dealer by count.', shown: 'none' }),
  cardLimit: neededWhenNew(
    { ...cardLimit, type: 'object of {"count": "unlimited" or 1 to 100000, "amount": "unlimited" or amount}' },
    'Most that the dealer takes from one card in one day of Istanbul.',
  ),
  allowedRedirectHosts: neededWhenNew(
    orWord('any host', list(host, 100)),
    "Hosts that a dealer's RedirectUrl may name.",
  ),
  firm: firmField,
  noticeAddress: optional(
    addressKind,
    "Where the plain notice of a result is posted: the form that a payer's browser posts to RedirectUrl. Without it there is none.",
  ),
  planNotice: defaulted(flag, false, {
    meaning: 'The ends of its payment plans are posted to noticeAddress too.',
  }),
  listingShards: defaulted(whole(1, MAX_LISTING_SHARDS), 1, {
    meaning: 'Over how many index keys the lists of a very busy dealer are spread; it never goes down.',
  }),
};
