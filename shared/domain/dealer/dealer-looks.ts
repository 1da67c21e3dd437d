/** Most bytes of a logo as it is stored: a page with it stays within 12 kB. */
export const MAX_LOGO_BYTES = 1900;

/** Largest file that a logo is made of, and its largest side in pixels. */
export const MAX_LOGO_FILE_BYTES = 300_000;
export const MAX_LOGO_SIDE = 512;

/** Why a file makes no logo. */
export type LogoProblem =
  | 'too-large'
  | 'not-png'
  | 'too-many-pixels'
  | 'interlaced'
  | 'unreadable'
  | 'too-many-colours';

/** How a payer reaches the dealer. Plain texts; `site` is an https address. */
interface DealerContact {
  readonly phone?: string;
  readonly email?: string;
  readonly address?: string;
  readonly site?: string;
}

/** What payers see of a dealer beyond its name. Texts and one picture, never markup or style (decisions: what payers see of a dealer). */
export interface DealerLooks {
  readonly displayName?: string;
  /** A PNG of at most MAX_LOGO_BYTES, made anew from the pixels that were given, in base64. */
  readonly logo?: string;
  /** `#rrggbb`, as it was given; pages correct its contrast. */
  readonly accent?: string;
  readonly contact?: DealerContact;
  /** What the law has the dealer say, in the dealer's own words. */
  readonly legalText?: string;
  /** An https address. */
  readonly termsUrl?: string;
}
