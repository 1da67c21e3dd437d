/** What a transaction of an order amounts to, whichever question told it. */
export type ChargeMeaning = 'authorised' | 'captured' | 'settled' | 'voided' | 'declined' | 'pending';
export type CreditMeaning = 'credited' | 'credit-failed' | 'pending';

/** `TRANS_STAT` of a sale or pre-authorisation (`CHARGE_TYPE_CD` S). */
const chargeMeanings: ReadonlyMap<string, ChargeMeaning> = new Map<string, ChargeMeaning>([
  // The bank's day is open. Some banks show a whole sale so.
  ['A', 'authorised'],
  ['C', 'captured'],
  // The bank's day is closed. Some banks show a sale so at once.
  ['S', 'settled'],
  ['V', 'voided'],
  ['R', 'voided'],
  ['CNCL', 'voided'],
  ['D', 'declined'],
  ['ERR', 'declined'],
  ['PN', 'pending'],
  ['NW', 'pending'],
]);

/**
 * `TRANS_STAT` of a credit (`CHARGE_TYPE_CD` C). A credit that was declined, reversed or cancelled gave no money back:
 * it says nothing of the charge, which stands.
 */
const creditMeanings: ReadonlyMap<string, CreditMeaning> = new Map<string, CreditMeaning>([
  ['C', 'credited'],
  ['S', 'credited'],
  ['D', 'credit-failed'],
  ['V', 'credit-failed'],
  ['R', 'credit-failed'],
  ['CNCL', 'credit-failed'],
  ['ERR', 'credit-failed'],
  ['PN', 'pending'],
  ['NW', 'pending'],
]);

/** What the state of a sale or pre-authorisation means; undefined for a state that the gateway does not document. */
export const chargeMeaningOf = (state: string): ChargeMeaning | undefined => chargeMeanings.get(state);

/** What the state of a credit means; undefined for a state that no credit has. */
export const creditMeaningOf = (state: string): CreditMeaning | undefined => creditMeanings.get(state);

/** Whether the charge stands: the bank holds money, or a reservation of it. */
export const isStanding = <Meaning extends string>(
  meaning: Meaning,
): meaning is Meaning & ('authorised' | 'captured' | 'settled') =>
  ['authorised', 'captured', 'settled'].includes(meaning);
