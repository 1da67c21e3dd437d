import { randomBytes, randomInt } from 'node:crypto';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { hmacPaymentNames } from '../../../shared/adapters/dynamodb/payment/payment-names.ts';
import { dynamoReusableLinks } from '../../../shared/adapters/dynamodb/reusable-link/reusable-links.ts';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import type { Definition } from '../../../shared/domain/link/definition.ts';
import { type MinorUnits, minor } from '../../../shared/domain/money/money.ts';
import { addressOf } from '../../../shared/domain/payment/payment-name.ts';
import { addressWindowOf } from '../../../shared/domain/reusable-link/request-limits.ts';
import type { LinkAmount, Question, ReusableLink } from '../../../shared/domain/reusable-link/reusable-link.ts';
import { rememberMade } from '../store/made-codes.ts';
import { putRows } from '../store/store.ts';

/** Whose link it is: a dealer of a test, with the definition that its requests name. */
export interface LinkOwner {
  readonly store: Table;
  readonly dealer: Pick<Dealer, 'dealerCode' | 'name' | 'listingShards'>;
  readonly definition: Pick<Definition, 'dealerCustomerTypeId'>;
  readonly stack: { readonly baseUrl: string; readonly stage?: string };
}

/** Changes of a link; those of its template are taken one by one. */
export type LinkChanges = Partial<Omit<ReusableLink, 'template'>> & {
  readonly template?: Partial<ReusableLink['template']>;
};

/** An amount of the dealer's own: 27.50 where none is named. */
export const fixedAmount = (amount = 2750): LinkAmount => ({ kind: 'fixed', amount: minor(amount) });

/** An amount that the payer chooses, from 10.00 to 5,000.00 where no limits are named. */
export const openAmount = ({
  min = 1000,
  max = 500_000,
  suggested = [],
}: {
  readonly min?: number;
  readonly max?: number;
  readonly suggested?: readonly number[];
} = {}): LinkAmount => ({
  kind: 'open',
  min: minor(min),
  max: minor(max),
  suggested: suggested.map((one): MinorUnits => minor(one)),
});

export const asks = (field: Exclude<Question['field'], 'Note'>, required = true): Question => ({ field, required });
export const asksNote = (label: string, required = true): Question => ({ field: 'Note', required, label });

const STAGE = 'local';

/**
 * A link that takes any number of payments of 27.50, with 3D, and asks nothing. Its name follows from dealer and LinkCode as
 * in the service, and its secrets are random.
 */
export const reusableLinkWith = (
  { dealer, definition }: Pick<LinkOwner, 'dealer' | 'definition'>,
  { template, ...changes }: LinkChanges = {},
): ReusableLink => {
  const linkCode = changes.linkCode ?? `COURSE-${randomInt(1_000_000_000)}`;
  const name = hmacPaymentNames(STAGE).nameOfLink(dealer.dealerCode, linkCode);
  return {
    name,
    token: addressOf(name, randomBytes(16).toString('base64url')),
    userPosLinkId: randomInt(1_000_000, 2_000_000_000),
    dealerCode: dealer.dealerCode,
    dealerName: dealer.name,
    linkCode,
    version: 1,
    createdAtMs: Date.now(),
    listingShards: dealer.listingShards,
    fingerprint: 'f'.repeat(64),
    active: true,
    title: 'Pottery course',
    amount: fixedAmount(),
    questions: [],
    formKey: randomBytes(32).toString('base64url'),
    ...changes,
    template: {
      dealerCustomerTypeId: definition.dealerCustomerTypeId,
      returnHash: 1,
      isThreeD: 1,
      installmentNumber: 1,
      setInstallmentBy: 1,
      commissionByDealer: 1,
      buyer: {},
      basket: [],
      subDealers: [],
      ...template,
    },
  };
};

export interface MadeLink {
  readonly link: ReusableLink;
  /** The address that its payers open. */
  readonly url: string;
}

/** Every test pays from one address, whose requests are counted: this forgets what it made. */
export const forgetRequestsOfAddress = ({ store }: Pick<LinkOwner, 'store'>, nowMs = Date.now()): Promise<void> =>
  putRows(store, [{ ...keys.counter('requests-of-address', '127.0.0.1', addressWindowOf(nowMs).startMs), count: 0 }]);

/** Writes a link as the operation does, with its places. */
export const newReusableLink = async (owner: LinkOwner, changes: LinkChanges = {}): Promise<MadeLink> => {
  const link = reusableLinkWith(owner, changes);
  const outcome = await dynamoReusableLinks(owner.store, hmacPaymentNames(STAGE)).create(link);
  if (outcome.kind !== 'created') throw new Error(`the link was not created: ${outcome.kind}`);
  rememberMade(link.name);
  await forgetRequestsOfAddress(owner);
  return { link, url: `${owner.stack.baseUrl}/link/${link.token}` };
};

/** Changes a link as its dealer does; its places stay as they are. */
export const changeReusableLink = async (
  { store }: Pick<LinkOwner, 'store'>,
  link: ReusableLink,
  changes: Partial<ReusableLink>,
): Promise<ReusableLink> => {
  const after = { ...link, ...changes, version: link.version + 1 };
  const isChanged = await dynamoReusableLinks(store, hmacPaymentNames(STAGE)).change({ after, shifts: [] });
  if (!isChanged) throw new Error('the link was not changed');
  return after;
};
