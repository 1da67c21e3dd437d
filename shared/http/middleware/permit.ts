import type { Channel, OperationName } from '../../domain/dealer/dealer.ts';
import { Refusal } from '../../domain/refusal.ts';
import { type OperationRoute, operationAt } from '../contract.ts';
import { type PipelineStep, required } from '../request-state.ts';
import { isAddressAllowed } from '../source-address.ts';

/** What is looked at of an operation's contract. */
interface PermittedContract {
  readonly operation: OperationName;
  readonly routes: readonly OperationRoute[];
  readonly channel?: Channel;
}

/** Lets a dealer call only from its addresses, as the gateway reports them and never as a header says (section 5). */
export const permittingAddress: PipelineStep = {
  before: (request) => {
    const dealer = required(request.internal.dealer, 'authenticating');
    if (isAddressAllowed(request.event.requestContext.http.sourceIp, dealer.allowedAddresses)) return;
    throw new Refusal('IpAddressNotAllowed', 'This dealer may not call from this IP address.');
  },
};

/** Lets a dealer use only the operations and channels it is permitted. */
export const permittingOperation = (contract: PermittedContract): PipelineStep => ({
  before: (request) => {
    const { channel } = contract;
    const dealer = required(request.internal.dealer, 'authenticating');
    if (dealer.barredOperations.includes(operationAt(contract, request.event.routeKey))) {
      throw new Refusal('NoAllowedToUseThisWebService', 'This dealer may not use this operation.');
    }
    if (channel !== undefined && !dealer.channels.includes(channel)) {
      throw new Refusal('ChannelPermissionNotAvailable', 'This dealer has no permission for this payment channel.');
    }
  },
});
