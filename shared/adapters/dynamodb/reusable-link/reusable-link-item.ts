import * as z from 'zod/mini';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import { addressOf } from '../../../domain/payment/payment-name.ts';
import type { ReusableLinkName } from '../../../domain/reusable-link/link-name.ts';
import type { PlaceShard } from '../../../domain/reusable-link/places.ts';
import { askableFields, type ReusableLink } from '../../../domain/reusable-link/reusable-link.ts';
import type { LinkWithPlaces } from '../../../ports/reusable-links.ts';
import {
  objectRow,
  optionalText,
  optionalWhole,
  parseRow,
  storedAmount,
  storedFlag,
  storedId,
  storedRate,
  storedText,
  storedWhole,
} from '../engine/row.ts';
import type { Row } from '../engine/writes.ts';
import { basketRow, buyerRow, splitEntryRow } from '../payment/call-part.ts';
import {
  isPlaces,
  nameOfPartition,
  reusableLinkIndexKeys,
  reusableLinkKeys,
  shardOfPlaces,
} from './reusable-link-keys.ts';

/*
 * `1#LINK`: a reusable link, and the idempotency record of its LinkCode. Payments never write it, so that any number of
 * them meet in no item of it.
 */

const amountRow = objectRow(() => ({
  kind: z.enum(['fixed', 'open']),
  amount: z.optional(storedAmount),
  min: z.optional(storedAmount),
  max: z.optional(storedAmount),
  suggested: z.optional(z.array(storedAmount)),
}));

const questionRow = objectRow(() => ({ field: z.enum(askableFields), required: storedFlag, label: optionalText }));

const templateRow = objectRow(() => ({
  dealerCustomerTypeId: z.optional(storedId),
  isPoolPayment: optionalWhole,
  isPreAuth: optionalWhole,
  isThreeD: optionalWhole,
  currency: optionalText,
  installmentNumber: optionalWhole,
  setInstallmentBy: optionalWhole,
  commissionByDealer: optionalWhole,
  isCommissionDiffByDealer: optionalWhole,
  description: optionalText,
  returnHash: optionalWhole,
  redirectUrl: optionalText,
  language: optionalText,
  commissionScenario: optionalWhole,
  buyer: buyerRow(),
  basket: basketRow(),
  subDealers: z.array(splitEntryRow()),
}));

const linkRow = objectRow(() => ({
  pk: storedText,
  secret: storedText,
  userPosLinkId: storedId,
  dealerCode: storedText,
  dealerName: storedText,
  linkCode: storedText,
  version: storedWhole,
  createdAtMs: storedWhole,
  listingShards: storedWhole,
  fingerprint: storedText,
  active: storedFlag,
  expiresAtMs: optionalWhole,
  maxPayments: optionalWhole,
  title: storedText,
  description: optionalText,
  amount: amountRow(),
  questions: z.array(questionRow()),
  template: templateRow(),
  rates: z.optional(z.array(z.object({ dealerId: storedId, rate: storedRate }))),
  formKey: storedText,
}));

const placesRow = objectRow(() => ({ sk: storedText, free: storedWhole, held: storedWhole, paid: storedWhole }));

const pointerRow = objectRow(() => ({ link: storedText }));

const missing = (name: string): never => {
  throw new TypeError(`a reusable link without ${name}`);
};

const readLinkRow = (row: Row): ReusableLink => {
  const { pk, secret, amount, questions, template, ...link } = parseRow('reusable link', linkRow, row);
  const name = nameOfPartition(pk);
  const { kind, min, max, suggested = [] } = amount;
  return omitUndefined({
    ...link,
    name,
    token: addressOf(name, secret),
    amount:
      kind === 'fixed'
        ? { kind, amount: amount.amount ?? missing('amount') }
        : { kind, min: min ?? missing('least amount'), max: max ?? missing('largest amount'), suggested },
    questions: questions.map(omitUndefined),
    template: {
      ...omitUndefined(template),
      buyer: omitUndefined(template.buyer),
      basket: template.basket.map(omitUndefined),
      subDealers: template.subDealers.map(omitUndefined),
    },
  });
};

export const readPlacesRow = (row: Row): PlaceShard => {
  const { sk, ...counts } = parseRow('places of a link', placesRow, row);
  return { shard: shardOfPlaces(sk), ...counts };
};

/** Shards in their order: rows that were read by their keys come in any. */
const placesIn = (rows: readonly Row[]): readonly PlaceShard[] =>
  rows
    .filter(({ sk }) => isPlaces(String(sk)))
    .map(readPlacesRow)
    .toSorted((one, other) => one.shard - other.shard);

/** A link from all rows of its partition; undefined where there are none. */
export const linkInRows = (rows: readonly Row[]): LinkWithPlaces | undefined => {
  const link = rows.find(({ sk }) => !isPlaces(String(sk)));
  if (link === undefined) return undefined;
  return { link: readLinkRow(link), places: placesIn(rows) };
};

export const reusableLinkItem = ({ name, token, ...link }: ReusableLink) => ({
  ...reusableLinkKeys.link(name),
  ...reusableLinkIndexKeys({ ...link, name }),
  entity: 'reusable-link',
  secret: token.slice(name.length + 1),
  ...link,
});

export const placesItem = (name: ReusableLinkName, { shard, ...counts }: PlaceShard) => ({
  ...reusableLinkKeys.places(name, shard),
  entity: 'places',
  ...counts,
});

export const pointerItem = ({ dealerCode, userPosLinkId, name }: ReusableLink) => ({
  ...reusableLinkKeys.pointer(dealerCode, userPosLinkId),
  entity: 'reusable-link-pointer',
  link: name,
});

export const readPointer = (row: Row): ReusableLinkName => parseRow('reusable link pointer', pointerRow, row).link;
