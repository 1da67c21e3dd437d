import type { Route } from '../../shared/http/contract.ts';
import type { VaultPurpose } from '../../shared/ports/vault.ts';

/** DynamoDB actions by their IAM names. A transaction needs the actions of its parts and none of its own. */
type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem';

/** Rights on the table of boxes. A transaction over both tables needs them beside those on the first. */
type BoxAction = Extract<TableAction, 'GetItem' | 'PutItem' | 'DeleteItem'>;

/** The table's secondary indexes. */
type IndexName = 'listing' | 'due';

/** The workers that another function starts. */
export type WorkerName = 'deliver' | 'charge-plans';

/** Everything that the deployment needs to know about one Lambda. `name` is its folder under a subject of functions/. */
export interface FunctionDefinition {
  readonly name: string;
  readonly routes: readonly Route[];
  /**
   * `records`: it stands in the records stack, which is deployed before the API. So it must call no bank, serve no page and
   * need no address of the stage. Any other function stands in the api stack, or in the events stack where something other
   * than a caller starts it. `desk`: it serves a page of the desk, and stands in the stack of that name with an API of its own.
   */
  readonly stack?: 'records' | 'desk';
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
  /** Actions on the table itself. */
  readonly table: readonly TableAction[];
  /** Patterns of the partitions that it may write, with `*` for any text; absent: all (rule 55). */
  readonly writes?: readonly string[];
  /** Patterns of the partitions that it may neither read nor write, whatever else it may; absent: none. */
  readonly closedPartitions?: readonly string[];
  /** Patterns of the partitions that it may read and never write, whatever else it may; absent: none. */
  readonly unwrittenPartitions?: readonly string[];
  /** Indexes that it queries. It may not read any other index. */
  readonly indexes: readonly IndexName[];
  /** Actions on the table of boxes; most functions have none (rule 24). */
  readonly boxes?: readonly BoxAction[];
  /** Vault purposes that it encrypts for. */
  readonly seals: readonly VaultPurpose[];
  /** Vault purposes that it encrypts for in sandbox stages alone. */
  readonly sealsInSandbox?: readonly VaultPurpose[];
  /** Vault purposes that it decrypts. */
  readonly opens: readonly VaultPurpose[];
  /** True if it hashes card numbers for counting (rule 26). */
  readonly hashesCards?: true;
  /** True if it calls the gateways of banks that the stage allows (rule 22). */
  readonly callsBanks?: true;
  /** True if it writes virtual POS, of the kinds that the stage's hosts may have (rule 50). */
  readonly putsVirtualPos?: true;
  /** `calls`: it calls addresses that dealers named; `checks`: it says whether they may be called (rule 41). */
  readonly outgoing?: 'calls' | 'checks';
  /** `sends`: it hands SMS and e-mails to their services. `knows`: it only knows which the stage has. */
  readonly messaging?: 'sends' | 'knows';
  /** True if reports of the message services are its events. */
  readonly consumesReports?: true;
  /** True for the embedded bank, whose day ends at a time that the stage sets. */
  readonly hasBankDay?: true;
  /** True if it writes changes of shares, where the stage says so (rule 50). */
  readonly changesShares?: true;
  /** True if it has deliveries or messages stand in the rows of their events, where the stage says so (rule 50). */
  readonly joinsDeliveries?: true;
  /** True if it counts the requests of reusable links, up to the stage's number a minute (rule 52). */
  readonly countsLinkRequests?: true;
  /** Minutes between its runs. A scheduled function has no route. */
  readonly everyMinutes?: number;
  /** True if new events of the outbox start it, by the table's stream. It has no route. */
  readonly consumesEvents?: true;
  /** True if new payments with sub-dealers and new steps start it, by the table's stream. It has no route. */
  readonly consumesPayments?: true;
  /** True of a worker: other functions of the events stack start it, and do not wait for it. */
  readonly isWorker?: true;
  /** The worker that it starts. */
  readonly starts?: WorkerName;
  /** True if it hands work on to itself when its time is over. */
  readonly startsItself?: true;
  /** True if it exists in sandbox stages only: a production stage must not contain it (rule 22). */
  readonly sandboxOnly?: true;
  /** True if its sources import some of themselves dynamically: each is bundled as a file that is read at its first use. */
  readonly inParts?: true;
  /** Files that stand compressed beside its code, by their names there: paths from the project's folder. */
  readonly files?: Readonly<Record<string, string>>;
  /** Limit of each of its routes, where the stage sets none for the route. */
  readonly throttle?: { readonly ratePerSecond: number; readonly burst: number };
  /** True if it answers paths that no route names, and passes a known path with `//` on to its function. */
  readonly answersUnmatchedPaths?: true;
}

// 28 s: less than the gateway's 30 s, so that the caller gets our answer and not a 503.
export const LONGEST_TIMEOUT_SECONDS = 28;

// For functions that wait for the bank in every payment: memory is paid for while they wait. Measured in a process whose heap
// has the limits that Lambda sets by the memory: 61 MB with its bundle loaded, 81 MB after the first payment, 132 MB at most in
// 800 with 192 MB and 115 MB with 160, so 128 could end one in the middle of a charge. A process has a tenth of a processor
// here: 11 ms of its own become 110 ms, and the 150 ms of its first payment 1.5 s, so that less would ring the alarm OwnTime.
export const WAITS_FOR_BANK_MB = 176;
