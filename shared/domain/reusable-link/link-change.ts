import { istanbulMomentOf } from '../calendar.ts';
import { askedCurrency, askedInstallmentCount } from '../money/asked-terms.ts';
import { omitUndefined } from '../omit-undefined.ts';
import type { OutboxEvent } from '../outbox/event.ts';
import { linkUsedUp } from '../outbox/event-of-reusable-link.ts';
import { Refusal } from '../refusal.ts';
import type { QuestionFields, ReusableLinkFields } from './link-fields.ts';
import { checkChangeable, hasOpenAmount } from './link-rules.ts';
import { type PlaceShard, type PlaceShift, placeCounts, shiftsFor } from './places.ts';
import type { Question, ReusableLink } from './reusable-link.ts';

/** What a dealer asks to change of a link. A member that is absent stays; any other member may only repeat the link. */
export interface ReusableLinkChangeFields extends Omit<ReusableLinkFields, 'linkCode'> {
  readonly isActive?: number | undefined;
}

/** A change that is to be written; undefined shifts where the places stay. */
export interface PlannedLinkChange {
  readonly after: ReusableLink;
  readonly shifts: readonly PlaceShift[];
}

/** What a link says in the form in which a request is compared with it; undefined: the request does not say it. */
type Compared = readonly [member: string, asked: unknown, stored: unknown];

const whenGiven = <Value>(value: Value | undefined, form: (given: Value) => unknown): unknown =>
  value === undefined ? undefined : form(value);

const same = (value: unknown): unknown => value;
const lower = (text: string): string => text.trim().toLowerCase();

const amountsCompared = (fields: ReusableLinkChangeFields, { amount, template }: ReusableLink): readonly Compared[] => {
  const { min, max, suggested } = fields.openAmount;
  const open = amount.kind === 'open' ? [amount.min, amount.max, ...amount.suggested] : [];
  return [
    ['CurrencyCode', fields.currency, askedCurrency(template)],
    ['Amount', fields.amount, amount.kind === 'fixed' ? amount.amount : 'open'],
    ['OpenAmount', hasOpenAmount({ ...fields }) ? [min, max, ...suggested] : undefined, open],
  ];
};

const termsCompared = (fields: ReusableLinkChangeFields, { template }: ReusableLink): readonly Compared[] => [
  ['DealerCustomerTypeId', fields.dealerCustomerTypeId, template.dealerCustomerTypeId],
  ['Language', whenGiven(fields.language, lower), whenGiven(template.language, lower)],
  ['RedirectUrl', fields.redirectUrl, template.redirectUrl],
  ['ReturnHash', fields.returnHash, template.returnHash],
  ['IsThreeD', fields.isThreeD, template.isThreeD],
  ['IsPreAuth', fields.isPreAuth, template.isPreAuth ?? 0],
  ['IsPoolPayment', fields.isPoolPayment, template.isPoolPayment ?? 0],
  [
    'InstallmentNumber',
    whenGiven(fields.installmentNumber, () => askedInstallmentCount(fields)),
    askedInstallmentCount(template),
  ],
  ['SetInstallmentBy', fields.setInstallmentBy, template.setInstallmentBy],
  ['CommissionByDealer', fields.commissionByDealer, template.commissionByDealer],
  ['IsCommissionDiffByDealer', fields.isCommissionDiffByDealer, template.isCommissionDiffByDealer ?? 0],
  ['CommissionScenario', fields.commissionScenario, template.commissionScenario],
];

/** The members that an entry of a list names, whatever their order. */
const membersOf = (entry: object): readonly (readonly [name: string, value: unknown])[] =>
  Object.entries(omitUndefined(entry)).toSorted(([one], [other]) => (one < other ? -1 : 1));

const entriesOf = (entries: readonly object[]): unknown => entries.map(membersOf);

const asRead = ({ field, required, label }: Question): QuestionFields => ({
  field,
  need: required ? 'required' : 'optional',
  label,
});

/** Lists by all that their entries name. An empty list says nothing. */
const listsCompared = (
  { questions, subDealers }: ReusableLinkChangeFields,
  link: ReusableLink,
): readonly Compared[] => [
  ['Ask', questions.length === 0 ? undefined : entriesOf(questions), entriesOf(link.questions.map(asRead))],
  [
    'SubDealer',
    subDealers.length === 0 ? undefined : entriesOf(subDealers),
    entriesOf(link.rates ?? link.template.subDealers),
  ],
];

const isSame = ([, asked, stored]: Compared): boolean =>
  asked === undefined || (!Number.isNaN(asked) && JSON.stringify(asked) === JSON.stringify(stored));

/** The first member that never changes and differs from the link. */
const differingMember = (fields: ReusableLinkChangeFields, link: ReusableLink): string | undefined => {
  const compared: readonly Compared[] = [
    ['Title', whenGiven(fields.title, same), link.title],
    ...amountsCompared(fields, link),
    ...termsCompared(fields, link),
    ...listsCompared(fields, link),
  ];
  return compared.find((one) => !isSame(one))?.[0];
};

const invalid = (sentence: string): Refusal => new Refusal('InvalidRequest', sentence);

const refuseUnchangeable = (fields: ReusableLinkChangeFields, link: ReusableLink): void => {
  const member = differingMember(fields, link);
  if (member !== undefined) throw invalid(`${member} of a link never changes: make another link.`);
  if (fields.maxPayments !== undefined && link.maxPayments === undefined) {
    throw invalid('MaxPayments is refused: this link was made without it, and takes any number of payments.');
  }
};

const tooFew = (places: readonly PlaceShard[]): Refusal => {
  const { held, paid } = placeCounts(places);
  return new Refusal(
    'MaxPaymentsNotAvailable',
    `MaxPayments must not be below what is paid or being paid: ${paid} are paid, and ${held} are being paid.`,
  );
};

const changedLink = (fields: ReusableLinkChangeFields, link: ReusableLink): ReusableLink => ({
  ...link,
  version: link.version + 1,
  active: fields.isActive === undefined ? link.active : fields.isActive === 1,
  ...omitUndefined({
    description: fields.description ?? link.description,
    expiresAtMs: istanbulMomentOf(fields.expireDate ?? '') ?? link.expiresAtMs,
    maxPayments: fields.maxPayments ?? link.maxPayments,
  }),
});

/** True of the link's own expiry: to repeat it is no error, though its time may have passed. */
const isExpiryRepeated = ({ expireDate }: ReusableLinkChangeFields, { expiresAtMs }: ReusableLink): boolean =>
  expireDate !== undefined && expiresAtMs !== undefined && istanbulMomentOf(expireDate) === expiresAtMs;

/** Members that a dealer can change. */
const changeable = ({ active, description, expiresAtMs, maxPayments }: ReusableLink): string =>
  JSON.stringify([active, description, expiresAtMs, maxPayments]);

/**
 * What a request changes of a link; undefined where the link is so already (decisions: reusable links). Refuses a value that no
 * link may have, any other member that differs from the link, and fewer places than are taken.
 */
export const plannedLinkChange = (
  fields: ReusableLinkChangeFields,
  { link, places }: { readonly link: ReusableLink; readonly places: readonly PlaceShard[] },
  nowMs: number,
): PlannedLinkChange | undefined => {
  if (fields.isActive !== undefined && fields.isActive !== 0 && fields.isActive !== 1) {
    throw invalid('IsActive must be 0 or 1.');
  }
  refuseUnchangeable(fields, link);
  checkChangeable({ fields: isExpiryRepeated(fields, link) ? { ...fields, expireDate: undefined } : fields, nowMs });
  const after = changedLink(fields, link);
  if (changeable(after) === changeable(link)) return undefined;
  const { maxPayments } = after;
  if (maxPayments === undefined || maxPayments === link.maxPayments) return { after, shifts: [] };
  const shifts = shiftsFor(places, maxPayments);
  if (shifts === undefined) throw tooFew(places);
  return { after, shifts };
};

interface LinkAndPlaces {
  readonly link: ReusableLink;
  readonly places: readonly PlaceShard[];
}

/** The link and its places once a change is written. */
export const linkAfter = ({ after, shifts }: PlannedLinkChange, { places }: LinkAndPlaces): LinkAndPlaces => ({
  link: after,
  places: places.map((one) => ({
    ...one,
    free: one.free + (shifts.find(({ shard }) => shard === one.shard)?.by ?? 0),
  })),
});

/** The event of a change that leaves no place to take, where there was one before. */
export const usedUpBy = (
  after: LinkAndPlaces,
  before: LinkAndPlaces,
  nowMs: number,
): { readonly event?: OutboxEvent } =>
  linkUsedUp(before, nowMs) === undefined ? omitUndefined({ event: linkUsedUp(after, nowMs) }) : {};
