import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import { DEALER_CODE } from '../../../shared/domain/dealer/dealer.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { wholeNumberIn } from '../../../shared/http/values.ts';
import type { SubDealers } from '../../../shared/ports/sub-dealers.ts';
import type { VirtualPosDirectory } from '../../../shared/ports/virtual-pos-directory.ts';
import type { DealerRequest } from './contract.ts';
import { dealerMembers, subDealerMembers } from './dealer-record.ts';

export interface GetDealerDependencies {
  readonly subDealers: SubDealers;
  readonly virtualPosDirectory: VirtualPosDirectory;
}

const notFound = (): Refusal =>
  new Refusal('DealerNotFound', 'DealerCode or SubDealerCode names neither this dealer nor a sub-dealer of it.');

/**
 * The number of the sub-dealer that a request names; undefined for the caller itself. Both members name either, because
 * clients send the code of a sub-dealer in both.
 */
const subDealerIdIn = (request: DealerRequest, { dealerCode }: Dealer): number | undefined => {
  const code = request.SubDealerCode ?? request.DealerCode;
  if (code === undefined || code === dealerCode) return undefined;
  const id = DEALER_CODE.test(code) ? wholeNumberIn(code) : undefined;
  if (id === undefined || id <= 0) throw notFound();
  return id;
};

/** Reads the dealer who calls, or one of its sub-dealers (decisions: get dealer). It tells no password. */
export const getDealer =
  ({ subDealers, virtualPosDirectory }: GetDealerDependencies): UseCase<DealerRequest> =>
  async ({ dealer, username = '', read }) => {
    const request = readValue(read);
    const subDealerId = subDealerIdIn(request, dealer);
    if (subDealerId === undefined) {
      const ofDealer = await virtualPosDirectory.ofDealer(dealer.dealerCode);
      return { data: dealerMembers(dealer, { username, ofDealer }) };
    }
    // A sub-dealer's own code beside the code of another dealer names nobody.
    const isOwn =
      request.DealerCode === undefined || [dealer.dealerCode, String(subDealerId)].includes(request.DealerCode);
    const [found] = isOwn ? await subDealers.find(dealer.dealerCode, [subDealerId]) : [];
    if (found === undefined) throw notFound();
    return { data: subDealerMembers(found) };
  };
