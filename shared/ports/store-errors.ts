/**
 * The store failed. `outcome` tells what is known of a write: `not-applied` if the store refused it as a whole,
 * `unknown` if its answer never came. Holds no row, no key and no message of the store (rule 29).
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  readonly outcome: 'not-applied' | 'unknown';
  /** The store's own error name, such as `ThrottlingException`: safe to log. */
  readonly errorName: string;

  constructor(outcome: 'not-applied' | 'unknown', errorName: string) {
    super(`the store failed (${errorName}), outcome ${outcome}`);
    this.outcome = outcome;
    this.errorName = errorName;
  }
}

/** A stored row that breaks its schema: a defect or damage, never the caller's fault. */
export class UnreadableRow extends Error {
  override readonly name = 'UnreadableRow';

  constructor(entity: string, field: string) {
    super(`a stored ${entity} cannot be read: ${field}`);
  }
}
