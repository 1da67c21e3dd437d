import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { hmacPaymentNames } from '../../../shared/adapters/dynamodb/payment/payment-names.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { addressOf } from '../../../shared/domain/payment/payment-name.ts';
import type {
  LinkAmount,
  Question,
  RequestTemplate,
  ReusableLink,
} from '../../../shared/domain/reusable-link/reusable-link.ts';

const templateWith = (changes: Partial<RequestTemplate> = {}): RequestTemplate => ({
  dealerCustomerTypeId: 7,
  currency: 'TL',
  returnHash: 1,
  buyer: {},
  basket: [],
  subDealers: [],
  ...changes,
});

/** An amount of the dealer's own. */
export const fixedAmount = (amount: number): LinkAmount => ({ kind: 'fixed', amount: minor(amount) });

/** An amount that the payer chooses: from 10.00 to 5,000.00 where no limits are named. */
export const openAmount = ({
  min = 1000,
  max = 500_000,
  suggested = [],
}: {
  readonly min?: number;
  readonly max?: number;
  readonly suggested?: readonly number[];
} = {}): LinkAmount => ({ kind: 'open', min: minor(min), max: minor(max), suggested: suggested.map(minor) });

/** A question of a link, required unless the test says otherwise. */
export const asks = (field: Exclude<Question['field'], 'Note'>, required = true): Question => ({ field, required });
export const asksNote = (label: string, required = true): Question => ({ field: 'Note', required, label });

/** A reusable link for 25 lira that never expires and takes any number of payments. */
export const reusableLinkWith = ({
  template,
  ...changes
}: Partial<Omit<ReusableLink, 'template'>> & { readonly template?: Partial<RequestTemplate> } = {}): ReusableLink => {
  const { dealerCode = `T${randomBytes(6).toString('hex')}`, linkCode = `Link ${randomUUID()}` } = changes;
  const name = changes.name ?? hmacPaymentNames('test').nameOfLink(dealerCode, linkCode);
  return {
    name,
    token: addressOf(name, randomBytes(16).toString('base64url')),
    userPosLinkId: randomInt(1, 2_147_483_647),
    dealerCode,
    dealerName: 'Test Store',
    linkCode,
    version: 1,
    createdAtMs: Date.UTC(2026, 0, 15, 12),
    listingShards: 1,
    fingerprint: 'fingerprint',
    active: true,
    title: 'Seramik atölyesi',
    amount: { kind: 'fixed', amount: minor(2500) },
    questions: [],
    formKey: randomBytes(32).toString('base64url'),
    ...changes,
    template: templateWith(template),
  };
};
