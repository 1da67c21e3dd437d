import type * as z from 'zod/mini';
import type { BinRecord } from '../domain/card/bin-record.ts';
import type { KeptCard, StoredCard } from '../domain/card/stored-card.ts';
import type { Customer } from '../domain/customer/customer.ts';
import type { Dealer, OperationName } from '../domain/dealer/dealer.ts';
import type { SubDealer } from '../domain/dealer/sub-dealer.ts';
import type { FunnelRow } from '../domain/funnel/funnel-group.ts';
import type { Definition } from '../domain/link/definition.ts';
import type { PaymentPlan, PlanTry } from '../domain/sale/payment-plan.ts';
import type { Product } from '../domain/sale/product.ts';
import type { Sale } from '../domain/sale/sale.ts';
import type { SaleSchedule } from '../domain/sale/schedule-rules.ts';
import type { Statement } from '../domain/statement/statement.ts';
import type { VirtualPos } from '../domain/virtual-pos/virtual-pos.ts';

/** A JSON Schema of the published document. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The description of a field. Its type and bounds come from the field's reader, unless `schema` narrows them. */
export interface FieldText {
  readonly description: string;
  readonly required?: true;
  /** Replaces the bounds that the reader publishes. */
  readonly schema?: JsonSchema;
  /** The fields of a nested object, or of the entries of a list. */
  readonly members?: Readonly<Record<string, FieldText>>;
}

/** One step of the order of refusals: the conditions of its codes, in the order in which they are checked. */
export interface RefusalStep<Reason extends string> {
  readonly step: string;
  readonly conditions: Readonly<Partial<Record<Reason, string>>>;
}

/** The words of one operation in the published document, which its contract does not hold. */
export interface OperationDocument<Field extends string, Reason extends string> {
  readonly title: string;
  readonly description: string;
  /** Title and description of the operations that the contract serves at further paths. */
  readonly further?: Readonly<Partial<Record<OperationName, { readonly title: string; readonly description: string }>>>;
  readonly fields: Readonly<Record<Field, FieldText>>;
  /** Fields of which at least one is needed. */
  readonly anyOfFields?: readonly Field[];
  /** `Data` of a successful answer. */
  readonly data: JsonSchema;
  readonly order: readonly RefusalStep<Reason>[];
  readonly examples: readonly OperationExample<Reason>[];
}

interface UsedByExample {
  readonly usedBySale?: number;
}

/** The state of the service that an example needs, as data, so that a test can set it up. */
export interface ExampleSetUp {
  readonly dealer?: Partial<Dealer>;
  readonly definition?: Partial<Definition>;
  readonly customers?: readonly (Omit<Customer, 'dealerCode' | 'version' | 'sealedPassword'> & {
    readonly password?: string;
  })[];
  readonly sales?: readonly Omit<Sale, 'dealerCode' | 'version'>[];
  /** Payment plans of the sales, and their tries. */
  readonly plans?: readonly Omit<PaymentPlan, 'dealerCode'>[];
  readonly planTries?: readonly Omit<PlanTry, 'dealerCode'>[];
  /** Products, each with a sale that uses it, by its id. */
  readonly products?: readonly (Omit<Product, 'dealerCode'> & UsedByExample)[];
  /** Schedules, each with a sale that uses it, by its id. */
  readonly schedules?: readonly (Omit<SaleSchedule, 'dealerCode'> & UsedByExample)[];
  /** Cards that are stored for customers of the example. */
  readonly storedCards?: readonly (Pick<StoredCard, 'token' | 'customer'> & { readonly card: KeptCard })[];
  /** Records of the BIN directory, which all dealers share. */
  readonly bins?: readonly BinRecord[];
  /** Virtual POS of the dealer; one by default. A setting that is left out permits everything. */
  readonly virtualPos?: readonly (Pick<VirtualPos, 'bankCode'> & Partial<VirtualPos>)[];
  /** Sub-dealers of the dealer. A setting that is left out lets payments name them. */
  readonly subDealers?: readonly (Pick<SubDealer, 'subDealerId'> & Partial<SubDealer>)[];
  /** Minor units of TL that count against the limit already, today or this month. */
  readonly usedMinor?: { readonly kind: 'day' | 'month'; readonly amount: number };
  /** How many rounds of SMS went out today for the payment request that was made first. */
  readonly smsRounds?: number;
  /** How many places are paid of the reusable link that was made first. */
  readonly paidPlaces?: number;
  /** Statements of the dealer and its sub-dealers. */
  readonly statements?: readonly Omit<Statement, 'dealerCode'>[];
  /** Rows that nights have counted of the dealer's payment requests. */
  readonly funnel?: readonly FunnelRow[];
  /** A request that succeeded before. */
  readonly earlier?: ExampleFields;
  /** Calls of other operations that succeeded before, in their order. */
  readonly before?: readonly EarlierCall[];
}

/** A call of another operation that an example builds on. */
export interface EarlierCall {
  readonly operation: OperationName;
  readonly request: ExampleFields;
}

export type ExampleFields = Readonly<Record<string, unknown>>;

interface AnyExample {
  /** Its name in the document. */
  readonly name: string;
  readonly summary: string;
  readonly setUp?: ExampleSetUp;
  /** The operation that is called, where it is one at a further path of the contract. */
  readonly operation?: OperationName;
  /** The members of the request block. */
  readonly request: ExampleFields;
  readonly authentication?: 'wrong CheckKey' | 'wrong password' | 'empty password';
}

export interface SuccessExample extends AnyExample {
  readonly data: Readonly<Record<string, unknown>> | true;
  /** Members of `data` that are different in every answer. */
  readonly generated?: readonly string[];
  readonly replayed?: true;
  /** Set if the request is accepted although its spelling breaks the schema. */
  readonly spelling?: 'tolerated';
}

/** A fault around an example's call. */
export type ExampleFault =
  | 'the store does not answer'
  | 'the store refuses the write of customer and link'
  | 'two other calls wait for the first one'
  | 'another request with the code is being charged'
  | 'ten attempts with the code were declined'
  | 'the payer has paid'
  | 'the charge waits for the bank'
  | 'the payer has given up';

export interface RefusalExample<Reason extends string> extends AnyExample {
  readonly reason: Reason | 'EX';
  readonly message: string;
  /** Set if only a fault or a race leads to the answer; such an example is executed by the tests of faults. */
  readonly fault?: ExampleFault;
}

export type OperationExample<Reason extends string> = SuccessExample | RefusalExample<Reason>;

/** The id of the caller's own definition in examples, and the id of another dealer's. */
export const OWN_DEFINITION_ID = 26;
export const FOREIGN_DEFINITION_ID = 27;

/** In examples, the order of the first payment that was made before. */
export const OWN_ORDER_ID = 'ORDER-k3v7q2mzt5w4y6xa2bcdefgh3i-01';

/** In examples, the id of the first payment request that was made before. */
export const OWN_LINK_ID = 100_000;

/** In examples, the id of the first reusable link that was made before. */
export const OWN_REUSABLE_LINK_ID = 100_200;

type FieldOf<Contract> = Contract extends { readonly request: infer Request extends z.ZodMiniType }
  ? Extract<keyof z.output<Request>, string>
  : never;
type ReasonOf<Contract> = Contract extends { readonly codes: infer Codes } ? Extract<keyof Codes, string> : never;

/** Types a document by its contract: a field without words does not compile, nor does an unknown reason. */
export type DocumentOf<Contract> = OperationDocument<FieldOf<Contract>, ReasonOf<Contract>>;
