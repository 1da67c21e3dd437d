/** How long a card may wait in its box for the payer. Opening checks this; afterwards the sweeper deletes the box. */
export const BOX_LIFE_MS = 15 * 60_000;

/** Whether a box may still be opened. */
export const isBoxAlive = ({ madeAtMs }: { readonly madeAtMs: number }, nowMs: number): boolean =>
  nowMs - madeAtMs < BOX_LIFE_MS;

/** `<payment>.<nn>.<secret>`, and `.<key>` in the address that the dealer gets: 128 and 256 random bits. */
const ADDRESS = /^([a-z2-7]{26}\.\d{2}\.[A-Za-z0-9_-]{22})(?:\.([A-Za-z0-9_-]{43}))?$/;

/** What the address of a dealer's own 3D payment carries. */
export interface BoxAddress {
  /** Names the payment and the dealer's call, and opens the page. */
  readonly token: string;
  /** Opens the box, and is stored nowhere. The callback address has no key. */
  readonly key?: string;
}

/** The parts of an address; undefined for any other text, which nobody looks up. */
export const readBoxAddress = (text: string): BoxAddress | undefined => {
  const [, token, key] = ADDRESS.exec(text) ?? [];
  if (token === undefined) return undefined;
  return key === undefined ? { token } : { token, key };
};
