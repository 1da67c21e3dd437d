/**
 * How the embedded bank authenticates a payer; absent: a challenge page with a one-time code. `none`: the card takes no
 * part in 3D, and the payment is declined with 013 before its payer is sent to the gate.
 */
export type TestThreeD =
  | 'challenge'
  | 'none'
  | 'frictionless'
  | 'abandoned'
  | { readonly mdStatus: '0' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' };

/**
 * How the gate answers a post of a merchant's server; absent: with the form for the challenge page, or for the callback
 * where nobody is asked. A browser meets none of these.
 * - `cookie`: with a cookie that the challenge page wants to see again.
 * - `script`: with a form that only a script fills.
 * - `latin-5`: with a page in ISO-8859-9, whose form must arrive in the same bytes.
 * - `echo...`: with the card number among the fields, as such, with hyphens, percent-encoded, in base64.
 */
export type TestGateAnswer =
  | 'silent'
  | 'redirect'
  | 'cookie'
  | 'script'
  | 'latin-5'
  | 'echo'
  | 'echo-separated'
  | 'echo-percent'
  | 'echo-base64';

/** A refusal by the gateway's request checks, before the issuer is asked, and the requests that it applies to. */
export interface TestRefusal {
  readonly code:
    | 'CORE-2010'
    | 'CORE-2011'
    | 'CORE-2012'
    | 'CORE-2105'
    | 'CORE-2204'
    | 'CORE-2208'
    | 'CORE-2515'
    | 'CORE-2603';
  readonly of: 'every charge' | 'installments' | 'no CVC' | 'foreign currency';
}

/** What the embedded bank does with a charge; absent: it approves. */
export type TestCharge =
  | 'approved'
  | { readonly declined: string }
  | 'time-out-before-charge'
  | 'time-out-after-charge'
  | 'error-before-charge'
  | 'error-after-charge'
  | 'approved-with-99'
  | 'error-with-00'
  | 'declined-with-99'
  | 'other-order'
  | 'other-amount'
  | 'truncated'
  | 'entity-bomb'
  | 'oversize'
  | 'redirect';

/**
 * How inquiry and history show a charge; absent: as captured until the bank's day ends, then as settled.
 * - `authorised`: as authorised until the day ends.
 * - `settled`: as settled from the start; it can be voided until the day ends, and credited from then on.
 * - `settled-at-once`: as settled from the start, and treated so: no void, a credit at once.
 * - `pending-then-charged`, `pending-then-reversed`: as pending until the day ends.
 * - `reversed`: a decline that is shown as reversed once the day has ended.
 * - `reversal-fails`: a decline although the bank holds the money; shown as settled once the day has ended.
 * - `charged-with-decline-code`: a decline although the bank holds the money; shown as charged, with the return code of the
 *   decline beside it until the second day end.
 */
export type TestView =
  | 'captured'
  | 'authorised'
  | 'settled'
  | 'settled-at-once'
  | 'pending-then-charged'
  | 'pending-then-reversed'
  | 'reversed'
  | 'reversal-fails'
  | 'charged-with-decline-code';

export type TestCallback = 'once' | 'twice' | 'wrong-hash' | 'wrong-amount' | 'wrong-order' | 'repeated-field';
/**
 * `unclear`: the bank does it, and answers that it failed. `capture-void-takes-hold`: the Void of a capture voids the
 * pre-authorisation too; with every other card it leaves the hold. `credit-twice`: each Credit is carried out twice, and
 * answered as one.
 */
export type TestTakeBack =
  | 'possible'
  | 'capture-void-takes-hold'
  | 'void-unclear'
  | 'credit-twice'
  | 'void-refused'
  | 'void-refused-credit-unclear'
  | 'void-refused-first-credit-declined'
  | 'void-and-credit-refused';

/**
 * A fault that the first capture, the first Void and the first Credit of an order meet, each once.
 * - `slow`: answered late, before the caller's time is up.
 * - `truncated`: done, and half of the answer arrives, as when the connection breaks.
 * - `duplicate`: the request arrives twice; the first is carried out, and the caller hears the refusal of the second.
 * - `declined`: declined by the issuer.
 */
export type TestFollowUpFault =
  | 'slow'
  | 'time-out-before'
  | 'time-out-after'
  | 'error-before'
  | 'error-after'
  | 'truncated'
  | 'duplicate'
  | 'declined';

/**
 * What Garanti's bank alone can do; absent: nothing of it.
 * - `two-charges`: the sale is booked twice, and answered as one.
 * - `settlement-error`: the history shows the charge with the Settlement of an error, which no client can read.
 * - `other-sum`: the history shows another amount than the one that was charged.
 * - `latin-5`: every answer about the order is in ISO-8859-9, and says so.
 * - `refused-...`: the gateway refuses the charge with this ReasonCode before the issuer is asked.
 * - `steps-refused-...`: it refuses captures, voids and refunds so.
 * - `gate-refuses-unsigned`: the gate refuses the form, and nothing signs that.
 * - `moved-boundary`: a callback whose values moved into their neighbours, so that its hash is still right.
 */
export type TestGarantiBehaviour =
  | 'two-charges'
  | 'settlement-error'
  | 'other-sum'
  | 'latin-5'
  | 'refused-0002'
  | 'refused-0651'
  | 'refused-0752'
  | 'steps-refused-0208'
  | 'steps-refused-0214'
  | 'gate-refuses-unsigned'
  | 'moved-boundary';
