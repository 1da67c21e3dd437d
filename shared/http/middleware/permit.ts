import type { Channel, OperationName } from '../../domain/dealer/dealer.ts';
import { requirePermitted } from '../../domain/dealer/permitted-operation.ts';
import { Refusal } from '../../domain/refusal.ts';
import { type OperationRoute, operationAt } from '../contract.ts';
import { type PipelineStep, required } from '../request-state.ts';
import { isAddressAllowed } from '../source-address.ts';

/** The part of a contract that permissions look at. */
interface PermittedContract {
  readonly operation: OperationName;
  readonly routes: readonly OperationRoute[];
  readonly channel?: Channel;
}

/**
 * Lets a dealer call only from its addresses, as the gateway reports them and never as a header says (dealer interface
 * 5).
 */
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
    const dealer = required(request.internal.dealer, 'authenticating');
    requirePermitted(dealer, {
      operation: operationAt(contract, request.event.routeKey),
      channel: contract.channel,
    });
  },
});
