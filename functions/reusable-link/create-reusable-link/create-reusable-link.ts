import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import type { ReusableLinkFields } from '../../../shared/domain/reusable-link/link-fields.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { type CreateReusableLinkDependencies, createReusableLink } from '../../../shared/links/create-reusable-link.ts';
import { reusableLinkUrlIn } from '../../../shared/payment-flow/addresses.ts';
import type { ReusableLinkRequest } from './contract.ts';
import { fieldsOf } from './read-fields.ts';

export interface MakeReusableLinkDependencies extends CreateReusableLinkDependencies {
  readonly baseUrl: string;
}

/** A dealer who is barred from payment requests with sub-dealers may not have payers make them either. */
const refuseBarredSplits = ({ barredOperations }: Dealer, { subDealers }: ReusableLinkFields): void => {
  if (subDealers.length === 0 || !barredOperations.includes('CreateUserPosPaymentMarketPlace')) return;
  throw new Refusal('NoAllowedToUseThisWebService', 'This dealer may not use this operation with sub-dealers.');
};

/** Creates a reusable link, or gives the one of an earlier request with the same LinkCode again (rules 6 and 13). */
export const makeReusableLink =
  (deps: MakeReusableLinkDependencies): UseCase<ReusableLinkRequest> =>
  async ({ dealer, read }) => {
    const fields = fieldsOf(readValue(read));
    refuseBarredSplits(dealer, fields);
    const { link, replayed } = await createReusableLink({ dealer, fields }, deps);
    const data = { UserPosLinkId: link.userPosLinkId, Url: reusableLinkUrlIn(deps.baseUrl)(link) };
    return { data, ...(replayed ? { replayed } : {}) };
  };
