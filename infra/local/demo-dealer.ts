import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { checkKeyOf } from '../../shared/http/check-key.ts';
import { writePrivateFile } from './data-folder.ts';
import {
  DEMO_DEALER_CODE,
  DEMO_SUB_DEALERS,
  type DemoRecord,
  demoBins,
  demoCustomer,
  demoDefinitions,
  demoRecords,
  demoSale,
  demoVirtualPos,
  LENIENT_DEFINITION,
  SECOND_DEALER_CODE,
  SECOND_DEALERS_DEFINITION,
  virtualPosRecords,
} from './demo-records.ts';

/** What the demo dealer is set up with. */
export interface DemoDealerOptions {
  /** Invokes the operators' function with an event. */
  readonly invokeOperate: (payload: unknown) => Promise<unknown>;
  readonly dataDir: string;
  readonly baseUrl: string;
}

const accountSchema = z.object({ DealerCode: z.string(), Username: z.string(), Password: z.string() });

const demoSchema = accountSchema.extend({
  BaseUrl: z.string(),
  DealerCustomerTypeId: z.int(),
  CustomerCode: z.string(),
  DealerCustomerId: z.int(),
  SaleCode: z.string(),
  DealerSaleId: z.int(),
  SubDealers: z.array(z.int()),
  VirtualPos: z.record(z.string(), z.string()),
  Definitions: z.record(z.string(), z.int()),
  SecondDealer: accountSchema.extend({ DealerCustomerTypeId: z.int() }),
});

/** What demo-dealer.json holds. */
export type DemoDealer = z.output<typeof demoSchema>;

const USERNAME = 'apiuser';

/**
 * Sets up two dealers to try things with, by operators' commands alone, and writes their accounts to demo-dealer.json
 * in the data folder. Safe to run again, also after a crash half-way: records that exist are put anew, credentials are
 * issued only when the file or the dealers are missing, and a run on another port moves the gateway addresses along.
 * Refuses a damaged file by a sentence.
 */
export const setUpDemoDealer = async (options: DemoDealerOptions): Promise<DemoDealer> => {
  const { dataDir, baseUrl } = options;
  const path = join(dataDir, 'demo-dealer.json');
  const written = existsSync(path) ? readDemo(path) : undefined;
  // The engine's data may have been deleted while this file stayed.
  const known = written !== undefined && (await areStored(options)) ? written : undefined;
  if (known?.BaseUrl === baseUrl) return known;
  const records = known === undefined ? demoRecords(baseUrl) : virtualPosRecords(baseUrl);
  for (const record of records) await putRecord(options, record);
  if (known === undefined) resultOf(await run(options, 'import-bins', { bins: demoBins }), 'import-bins');
  const demo = known === undefined ? await newDemo(options) : { ...known, BaseUrl: baseUrl };
  writePrivateFile(path, `${JSON.stringify(demo, undefined, 2)}\n`);
  return demo;
};

const readDemo = (path: string): DemoDealer => {
  try {
    return demoSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new Error(`${path} cannot be read: delete it, and the demo dealers get new passwords.`, { cause: error });
  }
};

const areStored = async (options: DemoDealerOptions): Promise<boolean> => {
  for (const dealerCode of [DEMO_DEALER_CODE, SECOND_DEALER_CODE]) {
    const shown = await run(options, 'show-dealer', { dealerCode });
    if (!shown.ok && shown.error.code === 'NotFound') return false;
    resultOf(shown, 'show-dealer');
  }
  return true;
};

/** A curl command that creates a payment request of the demo dealer. Pasted again, it gets the same link again. */
export const demoCurl = (demo: DemoDealer, baseUrl: string): string => {
  const { DealerCode, Username, Password, DealerCustomerTypeId } = demo;
  const CheckKey = checkKeyOf({ dealerCode: DealerCode, username: Username, password: Password });
  const body = {
    DealerAuthentication: { DealerCode, Username, Password, CheckKey },
    PaymentUserPosRequest: {
      OtherTrxCode: `demo-${randomUUID()}`,
      DealerCustomerTypeId,
      Amount: 27.5,
      Description: 'Demo payment',
      ReturnHash: 1,
      RedirectUrl: 'https://shop.example/result',
    },
  };
  const address = `${baseUrl}/PaymentUserPos/CreateUserPosPayment`;
  return `curl -s -H 'Content-Type: application/json' ${address} -d '${JSON.stringify(body)}'`;
};

const newDemo = async (options: DemoDealerOptions): Promise<DemoDealer> => ({
  ...(await newAccount(options, DEMO_DEALER_CODE)),
  BaseUrl: options.baseUrl,
  DealerCustomerTypeId: LENIENT_DEFINITION,
  CustomerCode: demoCustomer.customerCode,
  DealerCustomerId: demoCustomer.dealerCustomerId,
  SaleCode: demoSale.saleCode,
  DealerSaleId: demoSale.dealerSaleId,
  SubDealers: [...DEMO_SUB_DEALERS],
  VirtualPos: { ...demoVirtualPos },
  Definitions: { ...demoDefinitions },
  SecondDealer: {
    ...(await newAccount(options, SECOND_DEALER_CODE)),
    DealerCustomerTypeId: SECOND_DEALERS_DEFINITION,
  },
});

const answerSchema = z.union([
  z.object({ ok: z.literal(true), result: z.record(z.string(), z.unknown()) }),
  z.object({ ok: z.literal(false), error: z.object({ code: z.string(), message: z.string() }) }),
]);
type Answer = z.output<typeof answerSchema>;

const run = async ({ invokeOperate }: DemoDealerOptions, command: string, input: unknown): Promise<Answer> =>
  answerSchema.parse(await invokeOperate({ command, commandId: randomUUID(), stage: 'local', input }));

const resultOf = (answer: Answer, command: string): Record<string, unknown> => {
  if (answer.ok) return answer.result;
  throw new Error(
    `The demo dealer cannot be set up: ${command} answered ${answer.error.code}: ${answer.error.message}`,
  );
};

/** Puts a record, over the version that is there: what an earlier run left half-way is no obstacle. */
const putRecord = async (options: DemoDealerOptions, { put, show, key, fields }: DemoRecord): Promise<void> => {
  const shown = await run(options, show, key);
  const isNew = !shown.ok && shown.error.code === 'NotFound';
  const version = isNew ? {} : { version: resultOf(shown, show).version };
  resultOf(await run(options, put, { ...key, ...version, ...fields }), put);
};

const newAccount = async (options: DemoDealerOptions, dealerCode: string): Promise<z.output<typeof accountSchema>> => {
  const user = { dealerCode, username: USERNAME };
  // Passwords of a run that crashed before it wrote them down are of no use to anyone.
  const revoked = await run(options, 'revoke-credential', user);
  if (!revoked.ok && revoked.error.code !== 'NotFound') resultOf(revoked, 'revoke-credential');
  const issued = resultOf(await run(options, 'issue-credential', user), 'issue-credential');
  return { DealerCode: dealerCode, Username: USERNAME, Password: z.string().parse(issued.password) };
};
