import * as z from 'zod';
import { type ListedPayment, type RunPayment, violationsOf, WrongAnswer } from './records.ts';
import type { Service } from './service.ts';
import type { Call } from './shop-calls.ts';

/** Pages of 500 payments. */
const MAX_PAGES = 1000;

const listSchema = z.object({
  ResultMessage: z.string(),
  PaymentList: z.array(z.object({ OtherTrxCode: z.string(), Amount: z.number(), PaymentStatus: z.int() })),
});

/** The payments of the run in the list of payments, read to its end. */
const listedBy = async (call: Call, prefix: string): Promise<readonly ListedPayment[]> => {
  const listed: ListedPayment[] = [];
  let until: object = {};
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await call('GetPaymentList', until).catch((error: unknown) => {
      if (error instanceof WrongAnswer && error.code.endsWith('.NoDataFound'))
        return { ResultMessage: '', PaymentList: [] };
      throw error;
    });
    const { ResultMessage, PaymentList } = z.parse(listSchema, answer);
    listed.push(...PaymentList.filter(({ OtherTrxCode }) => OtherTrxCode.startsWith(`${prefix}-`)));
    const [moment] = /\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d(?:\.\d+)?)?/.exec(ResultMessage) ?? [];
    if (moment === undefined) return listed;
    until = { PaymentEndDate: moment };
  }
  throw new Error('The list of payments does not end.');
};

const ledgerSchema = z.object({ agrees: z.boolean() });

const ledgerOf = async (service: Service, day: string): Promise<readonly string[]> => {
  try {
    const output = await service.operate('check-ledger', `day=${day}`);
    return z.parse(ledgerSchema, JSON.parse(output)).agrees ? [] : [`The ledger of ${day} disagrees: ${output}`];
  } catch (error) {
    // It prints what disagrees, and ends with 1.
    const printed = error instanceof Error && 'stdout' in error ? String(error.stdout) : '';
    return [`check-ledger of ${day} failed: ${printed === '' ? String(error) : printed}`];
  }
};

interface Checked {
  readonly service: Service;
  readonly call: Call;
  readonly prefix: string;
  readonly payments: readonly RunPayment[];
  /** The Istanbul days on which the run made payments. */
  readonly days: readonly string[];
}

/** What is lost or was charged twice, by the list of payments and by the operators' check of the ledger. */
export const finalCheck = async ({ service, call, prefix, payments, days }: Checked): Promise<readonly string[]> => {
  const violations = [...violationsOf(payments, await listedBy(call, prefix))];
  for (const day of days) violations.push(...(await ledgerOf(service, day)));
  return violations;
};
