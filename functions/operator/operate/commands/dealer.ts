import type { CardLimit, Dealer } from '../../../../shared/domain/dealer/dealer.ts';
import type { DealerLooks } from '../../../../shared/domain/dealer/dealer-looks.ts';
import {
  changeLimits,
  type LimitSettings,
  type LimitValues,
  limitsInForce,
} from '../../../../shared/domain/limit/limits.ts';
import { type Currency, currencies } from '../../../../shared/domain/money/money.ts';
import { omitUndefined } from '../../../../shared/domain/omit-undefined.ts';
import { noticeEvents, planNoticeEvents } from '../../../../shared/domain/outbox/event.ts';
import { type CommandCall, changeCommand, type Result, showCommand } from '../command.ts';
import { invalidField, notFound } from '../command-error.ts';
import { type InputOf, optional } from '../fields.ts';
import { canonical, changedFieldNames, nextVersion, putValues, versionField } from '../put.ts';
import { shownUsers } from '../user-views.ts';
import { shownAmount, shownLimit, shownRates } from '../values-in-views.ts';
import { dealerFields, limitFields } from './dealer-fields.ts';
import { dealerCodeField } from './fields-in-common.ts';
import { firmIn } from './firm-fields.ts';
import { looksFields } from './looks-fields.ts';
import { outgoingAddress, wishesAfter } from './outgoing-fields.ts';

const MAX_LISTED = 200;

/** The dealer of a command; throws a CommandError if it does not exist. */
export const existingDealer = async (dealerCode: string, { deps }: CommandCall): Promise<Dealer> => {
  const account = await deps.dealers.load(dealerCode);
  if (account === undefined) throw notFound(`dealer ${dealerCode}`);
  return account.dealer;
};

const putFields = {
  dealerCode: dealerCodeField,
  version: versionField,
  ...dealerFields,
  ...limitFields,
  ...looksFields,
};
type PutDealer = InputOf<typeof putFields>;

const isSameLimit = (a: LimitValues, b: LimitValues): boolean => canonical(a) === canonical(b);

/** The limits after a put, each currency by itself (rule 18). */
const limitsAfter = (
  stored: LimitSettings,
  given: PutDealer['limits'],
  { today, tomorrow }: CommandCall,
): LimitSettings => {
  if (given === null) throw invalidField('limits', 'cannot be removed');
  const limits: Partial<Record<Currency, LimitSettings[Currency]>> = { ...stored };
  for (const currency of currencies) {
    const values = given?.[currency];
    if (values === undefined) continue;
    // Limits cannot be removed: setting one again would then take effect at once, as a first setting does.
    if (values === null) {
      throw invalidField(`limits.${currency}`, 'cannot be removed: take the currency out of currencies instead');
    }
    const wanted = limitValuesOf(values, currency);
    const current = stored[currency];
    const latest = current?.upcoming?.values ?? current?.values;
    const unchanged = latest !== undefined && isSameLimit(latest, wanted);
    limits[currency] = unchanged ? current : changeLimits(current, wanted, { today, tomorrow });
  }
  return limits as LimitSettings;
};

type GivenLimit = NonNullable<NonNullable<PutDealer['limits']>['TL']>;

const limitValuesOf = ({ daily, monthly, shards }: GivenLimit, currency: Currency): LimitValues => {
  if (daily === undefined || daily === null) throw invalidField(`limits.${currency}.daily`, 'is required');
  if (monthly === undefined || monthly === null) throw invalidField(`limits.${currency}.monthly`, 'is required');
  return { daily, monthly, shards: shards ?? 1 };
};

const cardLimitOf = (given: PutDealer['cardLimit']): CardLimit | null | undefined => {
  if (given === undefined || given === null) return given;
  const { count, amount } = given;
  if (count === undefined || count === null) throw invalidField('cardLimit.count', 'is required');
  if (amount === undefined || amount === null) throw invalidField('cardLimit.amount', 'is required');
  return { count, amount };
};

const refuseCurrencyWithoutLimit = (dealer: Dealer): void => {
  const missing = dealer.currencies.find((currency) => dealer.limits[currency] === undefined);
  if (missing !== undefined) throw invalidField(`limits.${missing}`, 'is required, because currencies names it');
};

const refuseFewerListingShards = ({ listingShards: wanted }: Dealer, stored: Dealer | undefined): void => {
  if (stored === undefined || wanted >= stored.listingShards) return;
  throw invalidField(
    'listingShards',
    `never goes down, and is ${stored.listingShards}: what was listed stays where it is`,
  );
};

/** The first day of each limit that is changed and does not hold yet. */
const limitsFrom = (dealer: Dealer, today: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(dealer.limits).flatMap(([currency, { upcoming }]) =>
      upcoming !== undefined && upcoming.from > today ? [[currency, upcoming.from]] : [],
    ),
  );

/** The address of plain notices, and what the dealer wants to be told: other settings keep their wishes. */
const notices = (
  { noticeAddress: address, planNotice }: Pick<Dealer, 'noticeAddress' | 'planNotice'>,
  stored: Dealer | undefined,
  call: CommandCall,
): Pick<Dealer, 'noticeAddress' | 'wantedEvents'> => {
  const noticeAddress =
    address === undefined || address === stored?.noticeAddress
      ? address
      : outgoingAddress('noticeAddress', address, call);
  const told = planNotice ? [...noticeEvents, ...planNoticeEvents] : noticeEvents;
  const wantedEvents = wishesAfter(stored ?? {}, 'notice', noticeAddress === undefined ? [] : told);
  return omitUndefined({ noticeAddress, wantedEvents });
};

/** What payers see after a put. Members of the contact that were removed are left out. */
const looksAfter = (input: PutDealer, stored: DealerLooks | undefined): DealerLooks => {
  const { contact } = input;
  const given = contact && Object.fromEntries(Object.entries(contact).filter(([, value]) => value !== null));
  return putValues<DealerLooks, typeof looksFields>(looksFields, { ...input, contact: given }, stored);
};

export const putDealer = changeCommand(
  {
    name: 'put-dealer',
    group: 'Dealers',
    summary: 'Create or change a dealer: permissions, channels, addresses, limits, rates, what payers see.',
    notes: [
      'Changes of permissions and addresses reach running functions within a minute.',
      'Changed limits hold from the next midnight in Istanbul; "paused" stops new charges at once.',
    ],
    fields: putFields,
    example: {
      dealerCode: '2001',
      name: 'Example Store',
      allowedAddresses: ['192.0.2.0/24', '2001:db8::1'],
      allowedRedirectHosts: 'any host',
      channels: ['paymentRequest'],
      limits: { TL: { daily: '50000.00', monthly: 'unlimited' } },
      cardLimit: { count: 5, amount: 10000 },
    },
  },
  async (input, call) => {
    const { dealerCode } = input;
    const [account, storedLooks] = await Promise.all([
      call.deps.dealers.load(dealerCode),
      call.deps.looks.of(dealerCode),
    ]);
    const stored = account?.dealer;
    const version = nextVersion(`dealer ${dealerCode}`, stored?.version, input.version);
    const values = putValues<Omit<Dealer, 'dealerCode' | 'version' | 'limits' | 'wantedEvents'>, typeof dealerFields>(
      dealerFields,
      { ...input, cardLimit: cardLimitOf(input.cardLimit), firm: firmIn(input) },
      stored,
    );
    if (stored === undefined && input.limits === undefined)
      throw invalidField('limits', 'is required for a new record');
    const record = {
      ...values,
      ...notices(values, stored, call),
      limits: limitsAfter(stored?.limits ?? {}, input.limits, call),
      dealerCode,
      version,
    };
    refuseCurrencyWithoutLimit(record);
    refuseFewerListingShards(record, stored);
    const looks = looksAfter(input, storedLooks);
    const changed = [...changedFieldNames(stored, record), ...changedFieldNames(storedLooks, looks)];
    const later = limitsFrom(record, call.today);
    return {
      dealerCode,
      change: { kind: 'dealer', record, looks },
      changed,
      result: { dealerCode, version, changed, ...(Object.keys(later).length === 0 ? {} : { limitsFrom: later }) },
    };
  },
);

const shownLimits = (limits: LimitSettings, today: string): Result =>
  Object.fromEntries(
    Object.entries(limits).map(([currency, setting]) => {
      const pending = setting.upcoming !== undefined && setting.upcoming.from > today;
      return [currency, shownLimit(pending ? setting : { values: limitsInForce(setting, today) })];
    }),
  );

/** The logo is shown by its size: nobody reads base64. */
const shownLooks = (looks: DealerLooks = {}): Result => {
  const { logo, ...plain } = looks;
  return logo === undefined ? plain : { ...plain, logo: `${Buffer.from(logo, 'base64').length} bytes` };
};

export const showDealer = showCommand(
  {
    name: 'show-dealer',
    group: 'Dealers',
    summary: 'Show a dealer with its users, definitions, sub-dealers and virtual POS.',
    notes: [`Lists hold the first ${MAX_LISTED} entries; "more" tells which lists are longer.`],
    fields: { dealerCode: dealerCodeField },
    example: { dealerCode: '1001' },
  },
  async ({ dealerCode }, call) => {
    const { dealers, records } = call.deps;
    const [account, looks, definitions, subDealers, virtualPos] = await Promise.all([
      dealers.load(dealerCode),
      call.deps.looks.of(dealerCode),
      records.definitionIds(dealerCode, MAX_LISTED),
      records.subDealers(dealerCode, MAX_LISTED),
      records.virtualPosList(dealerCode, MAX_LISTED),
    ]);
    if (account === undefined) throw notFound(`dealer ${dealerCode}`);
    const { dealer, credentials } = account;
    const { cardLimit, limits, topDealerRates, fixedAmount, ...plain } = dealer;
    return {
      ...plain,
      limits: shownLimits(limits, call.today),
      cardLimit: { count: cardLimit.count, amount: shownAmount(cardLimit.amount) },
      fixedAmount: shownAmount(fixedAmount),
      topDealerRates: shownRates(topDealerRates),
      ...shownLooks(looks),
      users: shownUsers(credentials),
      definitions: definitions.records,
      subDealers: subDealers.records.map(({ subDealerId, name, enabled }) => ({ subDealerId, name, enabled })),
      virtualPos: virtualPos.records.map(({ posId, version, bankCode, bankName, enabled, isDefault }) => ({
        posId,
        version,
        bankCode,
        bankName,
        enabled,
        isDefault,
      })),
      more: Object.entries({ definitions, subDealers, virtualPos }).flatMap(([name, { more }]) => (more ? [name] : [])),
    };
  },
);

const MAX_DEALERS_LISTED = 500;

export const listDealers = showCommand(
  {
    name: 'list-dealers',
    group: 'Dealers',
    summary: 'List the dealers of the stage by their codes.',
    notes: [`At most ${MAX_DEALERS_LISTED} a call; "next" of an answer is the "after" of the next call.`],
    fields: { after: optional(dealerCodeField.kind, 'Begin behind this dealer code.') },
    example: {},
  },
  async ({ after }, { deps }) => {
    const found = await deps.dealerDirectory.page({ after: after ?? undefined, limit: MAX_DEALERS_LISTED });
    const last = found.length === MAX_DEALERS_LISTED ? found.at(-1) : undefined;
    return { dealers: found, ...(last === undefined ? {} : { next: last.dealerCode }) };
  },
);
