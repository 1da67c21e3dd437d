import type { Dealer } from '../domain/dealer/dealer.ts';
import type { PaymentRequest } from '../domain/link/payment-request.ts';
import type { PaymentRequestFields } from '../domain/link/payment-request-fields.ts';
import { omitUndefined } from '../domain/omit-undefined.ts';
import { paymentRequestFingerprint } from '../http/payment-request-fingerprint.ts';
import type { Change } from '../ports/operator-changes.ts';
import type { OperatorRecords } from '../ports/operator-records.ts';
import { type LinkDraftDependencies, linkDrafting } from './create-link.ts';

const OPERATION = 'CreateUserPosPayment';

/** More than a dealer needs. Of a dealer with more, whoever makes a link names the definition that is meant. */
const MOST_DEFINITIONS = 100;

/** The definition that a link follows where none is named: with several the lowest id. Undefined for a dealer without one. */
export const usualDefinitionOf = async (
  records: Pick<OperatorRecords, 'definitionIds'>,
  dealerCode: string,
): Promise<number | undefined> => {
  const { records: ids } = await records.definitionIds(dealerCode, MOST_DEFINITIONS);
  return ids.length === 0 ? undefined : Math.min(...ids);
};

/** What a person gives who makes a link and takes it to the payer. */
type GivenByHand = Pick<
  PaymentRequestFields,
  | 'amount'
  | 'currency'
  | 'description'
  | 'otherTrxCode'
  | 'fullName'
  | 'gsmNumber'
  | 'email'
  | 'expireDate'
  | 'language'
  | 'installmentNumber'
  | 'setInstallmentBy'
>;

/** The request as the dealer's own program would send it. */
export const handedOverFields = (
  given: GivenByHand,
  { dealer, dealerCustomerTypeId }: { readonly dealer: Pick<Dealer, 'pool'>; readonly dealerCustomerTypeId: number },
): PaymentRequestFields => ({
  ...given,
  dealerCustomerTypeId,
  returnHash: 1,
  // Where the dealer's money has to wait in the pool, there is nothing to choose.
  isPoolPayment: dealer.pool === 'required' ? 1 : undefined,
  buyer: {},
  basket: [],
  subDealers: [],
});

/** A link that a person takes to its payer, drafted, with the change that writes it. */
export interface HandedOverLink {
  readonly link: PaymentRequest;
  readonly change: Extract<Change, { kind: 'link' }>;
}

/**
 * Drafts a link by the rules of the dealers' operation, but for the contacts that its definition demands: whoever makes it takes
 * it to the payer. Nothing is written. Throws the Refusal of the first broken rule, and StoreUnavailable.
 */
export const draftHandedOver = async (
  { dealer, fields }: { readonly dealer: Dealer; readonly fields: PaymentRequestFields },
  deps: LinkDraftDependencies,
): Promise<HandedOverLink> => {
  const draft = await linkDrafting({ dealer, operation: OPERATION, fields, handedOver: true }, deps);
  const { link, newCustomer } = await draft();
  const fingerprint = fields.otherTrxCode === undefined ? undefined : paymentRequestFingerprint(fields);
  return { link, change: { kind: 'link', record: { link, ...omitUndefined({ fingerprint, newCustomer }) } } };
};
