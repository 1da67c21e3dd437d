import type { VirtualPos } from '../domain/virtual-pos/virtual-pos.ts';

/** Most virtual POS that a dealer's payments are chosen from. */
export const MAX_VIRTUAL_POS = 100;

export interface VirtualPosVersions {
  /**
   * The version that an attempt pins, with its keys. It never changes, so it is read strongly once by each instance.
   * Throws StoreUnavailable, and UnreadableRow where it is not there.
   */
  find(dealerCode: string, pin: Pick<VirtualPos, 'posId' | 'version'>): Promise<VirtualPos>;
}

export interface VirtualPosDirectory {
  /**
   * Every virtual POS of a dealer in its current version, enabled or not, ordered by id; at most MAX_VIRTUAL_POS. Empty
   * when the dealer has none. One trip. Throws StoreUnavailable.
   */
  ofDealer(dealerCode: string): Promise<readonly VirtualPos[]>;
}
