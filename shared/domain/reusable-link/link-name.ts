/**
 * Names a reusable link in keys and addresses: 26 characters of `a-z2-7`, by an HMAC over its dealer and LinkCode. It is
 * no secret.
 */
export type ReusableLinkName = string;

/** What a payment request keeps of the reusable link that it was made of. */
export interface MadeOfLink {
  readonly name: ReusableLinkName;
  readonly userPosLinkId: number;
  readonly linkCode: string;
  /** Over how many shards the places of the link are spread; absent where it takes any number of payments. */
  readonly placeShards?: number;
}
