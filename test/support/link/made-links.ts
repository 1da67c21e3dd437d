import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { hmacPaymentNames } from '../../../shared/adapters/dynamodb/payment/payment-names.ts';
import { dynamoReusableLinks } from '../../../shared/adapters/dynamodb/reusable-link/reusable-links.ts';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import type { Definition } from '../../../shared/domain/link/definition.ts';
import { addressWindowOf } from '../../../shared/domain/reusable-link/request-limits.ts';
import type { RequestTemplate, ReusableLink } from '../../../shared/domain/reusable-link/reusable-link.ts';
import { rememberMade } from '../store/made-codes.ts';
import { putRows } from '../store/store.ts';
import { reusableLinkWith } from './reusable-links.ts';

// Reusable links in the running app, written as its operation writes them.

/** The stage of the running app, which names links (rule 47). */
const names = hmacPaymentNames('local');

/** Whose link it is: a dealer of the running app, with the definition that its requests name. */
export interface LinkOwner {
  readonly store: Table;
  readonly dealer: Pick<Dealer, 'dealerCode' | 'name' | 'listingShards'>;
  readonly definition: Pick<Definition, 'dealerCustomerTypeId'>;
  readonly stack: { readonly baseUrl: string };
}

/** Changes of a link; those of its template are taken one by one. */
export type LinkChanges = Partial<Omit<ReusableLink, 'template' | 'name' | 'dealerCode'>> & {
  readonly template?: Partial<RequestTemplate>;
};

/** A link of this dealer for 25 lira, paid at once with 3D, without commission of the payer; nothing is written. */
const linkOf = ({ dealer, definition }: Pick<LinkOwner, 'dealer' | 'definition'>, changes: LinkChanges = {}) => {
  const { dealerCode, name: dealerName, listingShards } = dealer;
  const linkCode = changes.linkCode ?? `COURSE-${crypto.randomUUID()}`;
  const single = { isThreeD: 1, installmentNumber: 1, setInstallmentBy: 1, commissionByDealer: 1 };
  const { dealerCustomerTypeId } = definition;
  return reusableLinkWith({
    dealerName,
    listingShards,
    createdAtMs: Date.now(),
    ...changes,
    linkCode,
    dealerCode,
    name: names.nameOfLink(dealerCode, linkCode),
    template: { dealerCustomerTypeId, ...single, ...changes.template },
  });
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
  const link = linkOf(owner, changes);
  const outcome = await dynamoReusableLinks(owner.store, names).create(link);
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
  const isChanged = await dynamoReusableLinks(store, names).change({ after, shifts: [] });
  if (!isChanged) throw new Error('the link was not changed');
  return after;
};
