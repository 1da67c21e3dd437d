import type { DealerMessaging } from '../domain/message/messaging-settings.ts';

export interface DealerMessagingDirectory {
  /** A dealer's settings for messages; the defaults where the dealer gave none. One trip. Throws StoreUnavailable. */
  of(dealerCode: string): Promise<DealerMessaging>;
}
