import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { dynamoOperatorRecords } from '../../../shared/adapters/dynamodb/operator/operator-records.ts';
import { istanbulDayOf } from '../../../shared/domain/calendar.ts';
import type { AuditEntry } from '../../../shared/ports/operator-changes.ts';
import { type NewDealerOptions, newDealer, type TestDealer } from '../dealer/dealers.ts';
import { putRows } from '../store/store.ts';
import { type PersonOptions, signedInAt } from './desk-people.ts';

/** More entries than the tests of a day write. */
const MOST_ENTRIES = 1000;

/** Lets the desk offer the definition of a dealer, and signs somebody of it in. */
export const deskSceneOf = async <Made extends TestDealer>(dealer: Made, person: PersonOptions) => {
  const { dealerCode, dealerCustomerTypeId } = dealer.definition;
  const listed = { entity: 'definition-of-dealer', dealerCode, dealerCustomerTypeId };
  await putRows(dealer.store, [{ ...keys.definitionOfDealer(dealerCode, dealerCustomerTypeId), ...listed }]);
  const { browser, user } = await signedInAt(dealer, person);
  /** The audit entries of a command about this dealer, of today. */
  const audit = async (command: string): Promise<readonly AuditEntry[]> => {
    const records = dynamoOperatorRecords(dealer.store);
    const entries = await records.auditOfDay({ day: istanbulDayOf(Date.now()), limit: MOST_ENTRIES });
    return entries.map(({ entry }) => entry).filter((one) => one.dealerCode === dealerCode && one.command === command);
  };
  return { dealer, browser, user, audit };
};

/** A new dealer whose definition the desk offers, and somebody of it who is signed in. */
export const deskScene = async (options: NewDealerOptions = {}, person: PersonOptions = { role: 'cashier' }) =>
  deskSceneOf(await newDealer(options), person);
