import { Refusal } from '../refusal.ts';
import type { Channel, Dealer, OperationName } from './dealer.ts';

/** An operation, and the channel that it belongs to; absent where it needs none. */
export interface PermittedOperation {
  readonly operation: OperationName;
  readonly channel?: Channel | undefined;
}

/** Lets a dealer use only the operations and channels that it is permitted, whoever asks for it. Throws a Refusal. */
export const requirePermitted = (
  { barredOperations, channels }: Pick<Dealer, 'barredOperations' | 'channels'>,
  { operation, channel }: PermittedOperation,
): void => {
  if (barredOperations.includes(operation)) {
    throw new Refusal('NoAllowedToUseThisWebService', 'This dealer may not use this operation.');
  }
  if (channel !== undefined && !channels.includes(channel)) {
    throw new Refusal('ChannelPermissionNotAvailable', 'This dealer has no permission for this payment channel.');
  }
};
