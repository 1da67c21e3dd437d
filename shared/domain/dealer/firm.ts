/** The firm behind a dealer or sub-dealer, as its operators recorded it. It decides nothing. */
export interface Firm {
  /** Registered name. */
  readonly title?: string;
  readonly contactName?: string;
  readonly phoneNumber?: string;
  readonly email?: string;
  /** Tax or identity number. */
  readonly identityNumber?: string;
  readonly webSite?: string;
  /** Code of its trade. */
  readonly naceCode?: string;
}
