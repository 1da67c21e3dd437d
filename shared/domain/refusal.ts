import type { RefusalReason } from './refusal-reasons.ts';

/**
 * A request that a rule refuses. `reason` is the rule's name in the interface; each operation maps its reasons to
 * its result codes by one total table. `sentence` is written by us for the caller: plain English, names the field,
 * never holds a secret or what another system said.
 */
export class Refusal<Reason extends RefusalReason = RefusalReason> extends Error {
  override readonly name = 'Refusal';
  readonly reason: Reason;
  readonly sentence: string;

  constructor(reason: Reason, sentence: string) {
    super(reason);
    this.reason = reason;
    this.sentence = sentence;
  }
}
