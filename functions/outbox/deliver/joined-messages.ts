import type { Message } from '../../../shared/domain/message/message.ts';
import type { Delivery } from '../../../shared/domain/outbox/delivery.ts';
import type { Messages, MessagesOfTry } from '../../../shared/ports/messages.ts';
import type { Outbox } from '../../../shared/ports/outbox.ts';

interface JoinedTry {
  /** The delivery with its lease, which is not written. */
  readonly begun: Delivery;
  /** The message that stands in the row already. */
  readonly known: Message | undefined;
}

/** What a try has written so far. `lost`: another worker has the lease. */
export type LeaseState = 'none' | 'taken' | 'lost';

/** The message of one try, in the row of its event. */
export interface JoinedMessages extends MessagesOfTry {
  leaseState(): LeaseState;
  /** What became of the message; it is written with the end of the try. Undefined where nothing did. */
  ended(): Message | undefined;
}

/**
 * Where a message stands with its delivery: beginning it, or counting one more call, is the lease of the try, one write before
 * the provider is called. What became of it is kept for the write that ends the try.
 */
export const joinedMessages = (
  { begun, known }: JoinedTry,
  { outbox, messages }: { readonly outbox: Pick<Outbox, 'writeDelivery'>; readonly messages: Pick<Messages, 'count'> },
): JoinedMessages => {
  let state: LeaseState = 'none';
  let ended: Message | undefined;
  const lease = async (message: Message): Promise<boolean> => {
    state = (await outbox.writeDelivery(begun, message)) ? 'taken' : 'lost';
    return state === 'taken';
  };
  return {
    leaseState: () => state,
    ended: () => ended,
    find: async () => known,

    begin: async (message, dealerCode, caps) => {
      if (known !== undefined) return { kind: 'known', message: known };
      const full = await messages.count(message, dealerCode, caps);
      if (full !== undefined) return { kind: 'too-many', owner: full };
      return { kind: (await lease(message)) ? 'begun' : 'taken' };
    },

    replace: async (message) => {
      if (state === 'none') return lease(message);
      ended = message;
      return true;
    },

    keepUnsent: async (message) => {
      ended ??= message;
    },
  };
};
