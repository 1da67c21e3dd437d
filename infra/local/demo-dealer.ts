import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { writePrivateFile } from './data-folder.ts';
import { demoBins } from './demo-bins.ts';
import {
  DEMO_DEALER_CODE,
  DEMO_SUB_DEALERS,
  type DemoRecord,
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

/** Inputs of the set-up of the demo dealer. */
export interface DemoDealerOptions {
  /** Invokes the operators' function. */
  readonly invokeOperate: (payload: unknown) => Promise<unknown>;
  readonly dataDir: string;
  readonly baseUrl: string;
}

const accountSchema = z.object({ DealerCode: z.string(), Username: z.string(), Password: z.string() });

const personSchema = z.object({ Email: z.string(), Password: z.string() });

/** The demo dealer's people at the desk. They are made after the start. */
const deskSchema = z.object({ Manager: personSchema.extend({ CodeSecret: z.string() }), Cashier: personSchema });
export type DemoDesk = z.output<typeof deskSchema>;

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
  Desk: deskSchema.optional(),
});

/** Content of demo-dealer.json. */
export type DemoDealer = z.output<typeof demoSchema>;

const USERNAME = 'apiuser';

/**
 * Sets up two demo dealers by operators' commands alone, and writes their accounts to demo-dealer.json in the data
 * folder. It can be run again, also after a crash half-way. Existing records are replaced. Credentials are issued only
 * if the file or the dealers are missing. A run on another port updates the gateway addresses. Refuses a damaged file
 * with a sentence.
 */
export const setUpDemoDealer = async (options: DemoDealerOptions): Promise<DemoDealer> => {
  const { dataDir, baseUrl } = options;
  const path = join(dataDir, 'demo-dealer.json');
  const written = existsSync(path) ? readDemo(path) : undefined;
  // The engine's data may have been deleted and this file kept.
  const known = written !== undefined && (await areStored(options)) ? written : undefined;
  if (known?.BaseUrl === baseUrl) return withShop(options, known);
  const records = known === undefined ? demoRecords(baseUrl) : virtualPosRecords(baseUrl);
  for (const record of records) await putRecord(options, record);
  if (known === undefined) resultOf(await run(options, 'import-bins', { bins: demoBins }), 'import-bins');
  const demo = known === undefined ? await newDemo(options) : { ...known, BaseUrl: baseUrl };
  writePrivateFile(path, `${JSON.stringify(demo, undefined, 2)}\n`);
  return withShop(options, demo);
};

/** The demo shop sells for the demo dealer, where nobody gave it another one. */
const withShop = async (options: DemoDealerOptions, demo: DemoDealer): Promise<DemoDealer> => {
  const shown = await run(options, 'show-shop', {});
  if (shown.ok || shown.error.code !== 'NotFound') return demo;
  const { DealerCode: dealerCode, DealerCustomerTypeId: dealerCustomerTypeId, VirtualPos } = demo;
  const bankCode = Object.keys(VirtualPos)[0];
  resultOf(await run(options, 'put-shop', { dealerCode, dealerCustomerTypeId, bankCode }), 'put-shop');
  return demo;
};

/** Reads the text of demo-dealer.json. Throws on a damaged one. */
export const readDemoDealer = (text: string): DemoDealer => demoSchema.parse(JSON.parse(text));

const readDemo = (path: string): DemoDealer => {
  try {
    return readDemoDealer(readFileSync(path, 'utf8'));
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

/** Writes a record over the stored version, so that an earlier run that stopped half-way does no harm. */
const putRecord = async (options: DemoDealerOptions, { put, show, key, fields }: DemoRecord): Promise<void> => {
  const shown = await run(options, show, key);
  const isNew = !shown.ok && shown.error.code === 'NotFound';
  const version = isNew ? {} : { version: resultOf(shown, show).version };
  resultOf(await run(options, put, { ...key, ...version, ...fields }), put);
};

const newAccount = async (options: DemoDealerOptions, dealerCode: string): Promise<z.output<typeof accountSchema>> => {
  const user = { dealerCode, username: USERNAME };
  // If a run crashed before it wrote the new passwords down, nobody knows them.
  const revoked = await run(options, 'revoke-credential', { ...user, all: true });
  if (!revoked.ok && revoked.error.code !== 'NotFound') resultOf(revoked, 'revoke-credential');
  const issued = resultOf(await run(options, 'issue-credential', user), 'issue-credential');
  return { DealerCode: dealerCode, Username: USERNAME, Password: z.string().parse(issued.password) };
};
