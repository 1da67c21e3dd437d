import { readFileSync } from 'node:fs';
import { App } from 'aws-cdk-lib';
import * as z from 'zod';
import type { StageMessaging } from '../../shared/domain/message/messaging-settings.ts';
import type { HandOutSettings } from '../../shared/domain/sale/hand-out.ts';
import { HIGHEST_PROMISED_RATE, type Throttle, throttleFor } from '../capacity/promised-rate.ts';
import { allRouteKeys, deskRouteKeys, functionDefinitions } from '../functions/all-functions.ts';
import { type AddressSettings, addressContradiction, addressSettings } from './address-settings.ts';
import { type BankSettings, bankContradiction, bankSettings } from './bank-settings.ts';
import { type DeployedStages, readDeployedStages } from './deployed-stages.ts';
import { type DeskSettings, deskContradiction, deskSchema } from './desk-settings.ts';
import { messagingSchema, stageMessaging } from './messaging-settings.ts';
import { recurringSchema } from './recurring-settings.ts';

/**
 * The stage of `cdk synth` and `cdk deploy` without `-c stage=NAME`, so that nobody deploys to production by omission.
 */
export const DEFAULT_STAGE_NAME = 'sandbox';

const throttleSchema = z.strictObject({
  ratePerSecond: z.number().positive().max(10_000),
  burst: z.int().positive().max(5_000),
});

// CloudWatch accepts only these numbers of days.
const RETENTION_DAYS = [1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922];

const settingsSchema = z.strictObject({
  // A stage is production unless its settings say sandbox: a forgotten line must not open a sandbox (rule 22).
  kind: z.enum(['production', 'sandbox']).default('production'),
  serviceName: z.string().min(1).max(60),
  dealerCacheMs: z.int().min(0).max(60_000),
  logRetentionDays: z.int().refine((days) => RETENTION_DAYS.includes(days), {
    error: `must be one of ${RETENTION_DAYS.join(', ')}`,
  }),
  logLevel: z.enum(['DEBUG', 'INFO', 'WARN', 'ERROR']).default('INFO'),
  // Payments a second that routes' throttles and the warm throughput of a new table are made for.
  promisedPaymentsPerSecond: z.int().min(1).max(HIGHEST_PROMISED_RATE).default(10),
  throttling: throttleSchema.extend({ routes: z.record(z.string(), throttleSchema).default({}) }),
  ...bankSettings,
  // Addresses that dealers name: hosts of the service itself beside its API's, which are never called, and whether
  // receivers on the machine itself may be named (rule 41).
  outgoing: z
    .strictObject({
      ownHosts: z.array(z.string().regex(/^[a-z0-9.-]+$/, { error: 'must be host names' })).default([]),
      loopback: z.boolean().default(false),
    })
    .default({ ownHosts: [], loopback: false }),
  reservedConcurrency: z.record(z.string(), z.int().min(1).max(100_000)).default({}),
  // When the day of the embedded bank ends, in Istanbul. A production stage has no such bank.
  bankDayEnd: z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time of the day, as 22:00' })
    .default('22:00'),
  // The vault's keys by number: `current` encrypts, and all from `oldest` on decrypt. Each number is a key of its own,
  // made by the data stack and kept for ever.
  vaultKeys: z
    .strictObject({ current: z.int().min(1).max(99), oldest: z.int().min(1) })
    .refine(({ current, oldest }) => oldest <= current, { error: 'oldest must not be above current' })
    .default({ current: 1, oldest: 1 }),
  // A restored table that the functions use instead of the data stack's own, and its stream (rule 47).
  tableName: z
    .string()
    .regex(/^[A-Za-z0-9_.-]{3,255}$/, { error: 'must be the name of a table' })
    .optional(),
  tableStreamArn: z
    .string()
    .regex(/^arn:aws[a-z-]*:dynamodb:[a-z0-9-]+:\d{12}:table\/[A-Za-z0-9_.-]{3,255}\/stream\/[0-9T:.-]+$/, {
      error: 'must be the ARN of a stream of a table',
    })
    .optional(),
  // Whether the KMS keys may be replicated to other regions: fixed by the first deployment.
  keys: z.strictObject({ multiRegion: z.boolean().default(false) }).default({ multiRegion: false }),
  // A daily backup of the table, and a vault of another account or region that it is copied to.
  backup: z
    .strictObject({
      keepDays: z.int().min(7).max(3_650),
      copyTo: z
        .string()
        .regex(/^arn:aws[a-z-]*:backup:[a-z0-9-]+:\d{12}:backup-vault:[A-Za-z0-9_-]{2,50}$/, {
          error: 'must be the ARN of a backup vault',
        })
        .optional(),
    })
    .optional(),
  // Most attempts in doubt that are asked about in a second, for each gateway.
  reconcileInquiriesPerSecond: z.int().min(1).max(500).default(25),
  // Whether shares of payments may be changed. Off until every function of the stage reads such steps (rule 50).
  shareChanges: z.boolean().default(false),
  // Whether new cards are kept beside their customers. Off until every function of the stage finds them there (rule 50).
  cardsBesideCustomers: z.boolean().default(false),
  joinedDeliveries: z.boolean().default(false),
  // Most requests that payers make of one reusable link in a minute, before they are told to come back (rule 52).
  linkRequestsPerMinute: z.int().min(8).max(1_000_000).default(10_000),
  recurring: recurringSchema.prefault({}),
  messaging: messagingSchema.prefault({}),
  // Concurrent executions that Lambda grants the account, as Service Quotas shows them: an alarm rings at 80 % of it.
  accountConcurrency: z.int().min(10).max(100_000).optional(),
  // What the whole account may cost in a month. The receivers of alarms hear at 80 % of it, and when it will not do.
  monthlyBudgetUsd: z.int().min(1).max(10_000_000).optional(),
  // Whether X-Ray times the functions that neither see cards nor run without a caller (rule 30).
  tracing: z.boolean().default(false),
  ...addressSettings,
  // The pages for dealers' people; a stage without it has none.
  desk: deskSchema.optional(),
  // How new versions take over: a tenth of the calls first, or all calls at once.
  deployments: z.enum(['canary', 'all-at-once']).optional(),
  alarmEmail: z.email().optional(),
  alarmTopicArn: z
    .string()
    .regex(/^arn:aws[a-z-]*:sns:/, { error: 'must be the ARN of an SNS topic' })
    .optional(),
});

const NAME_A_RECIPIENT = 'name an "alarmEmail" or an "alarmTopicArn" in its settings in cdk.json.';

const stageNameSchema = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,15}$/, { error: 'must be 1 to 16 small letters, digits and hyphens, a letter first' });

/** One stage's settings, complete and checked. */
export interface StageSettings extends AddressSettings, BankSettings {
  readonly name: string;
  readonly kind: 'production' | 'sandbox';
  /** The name that pages show. */
  readonly serviceName: string;
  /** Life of cached dealer profiles and definitions, in milliseconds. */
  readonly dealerCacheMs: number;
  readonly logRetentionDays: number;
  readonly logLevel: 'DEBUG' | 'INFO' | 'WARN' | 'ERROR';
  /** Payments a second that throttles and tables are made for. */
  readonly promisedPaymentsPerSecond: number;
  readonly throttling: Throttle & { readonly routes: Readonly<Record<string, Throttle>> };
  /** What holds for addresses that dealers name (rule 41). */
  readonly outgoing: { readonly ownHosts: readonly string[]; readonly loopback: boolean };
  /** By function name. A function that is not named shares the account's concurrency. */
  readonly reservedConcurrency: Readonly<Record<string, number>>;
  /** When the day of the embedded bank ends, such as `22:00`, in Istanbul. */
  readonly bankDayEnd: string;
  /** Number of the vault's current key, and of the oldest one that still decrypts. */
  readonly vaultKeys: { readonly current: number; readonly oldest: number };
  /** A restored table that the functions use instead of the data stack's own, and its stream: both or neither. */
  readonly tableName?: string | undefined;
  readonly tableStreamArn?: string | undefined;
  readonly keys: { readonly multiRegion: boolean };
  readonly backup?: { readonly keepDays: number; readonly copyTo?: string | undefined } | undefined;
  /** Most attempts in doubt that are asked about in a second, for each gateway. */
  readonly reconcileInquiriesPerSecond: number;
  /** Whether shares of payments may be changed (rule 50). */
  readonly shareChanges: boolean;
  /** Whether new stored cards are kept beside their customers, under tokens that name these (rule 50). */
  readonly cardsBesideCustomers: boolean;
  /** Whether a delivery that is the only one of its event stands in the row of the event (rule 50). */
  readonly joinedDeliveries: boolean;
  /** Most requests that payers make of one reusable link in a minute. */
  readonly linkRequestsPerMinute: number;
  /** How due plans of recurring sales are handed to workers. */
  readonly recurring: HandOutSettings;
  readonly messaging: StageMessaging;
  /** Concurrent executions that Lambda grants the account. Absent: no alarm watches them. */
  readonly accountConcurrency?: number | undefined;
  /** What the account may cost in a month, in US dollars. Absent: nobody is told. */
  readonly monthlyBudgetUsd?: number | undefined;
  readonly tracing: boolean;
  /** Where the desk answers. Absent: the stage has none. */
  readonly desk?: DeskSettings | undefined;
  /** How a new version of a function that charges or shows pages takes over its calls. */
  readonly deployments: 'canary' | 'all-at-once';
  /** Who receives the alarms. A production stage names at least one of the two. */
  readonly alarmEmail?: string | undefined;
  readonly alarmTopicArn?: string | undefined;
}

/** The two context values that name a stage and hold the settings. */
export interface StageContext {
  readonly stage?: unknown;
  readonly stages?: unknown;
}

/**
 * Reads the context that the CDK command passes (`-c stage=NAME` and cdk.json), or cdk.json itself if the app runs
 * without the command.
 */
export const readStageContext = (): StageContext => {
  const { node } = new App({ autoSynth: false, analyticsReporting: false });
  const stages: unknown = node.tryGetContext('stages');
  const stage: unknown = node.tryGetContext('stage');
  return stages === undefined ? { ...readCdkJson(), stage } : { stage, stages };
};

/** The context in cdk.json, for runs without the CDK command (`npm start`, tests). */
export const readCdkJson = (): StageContext => {
  const file = z.object({ context: z.object({ stages: z.unknown() }) });
  return file.parse(JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8'))).context;
};

/**
 * The settings of one stage. Refuses an unknown stage, an unknown key, a value out of range, and a production stage
 * without a receiver of alarms, each with a sentence that names the stage and the key.
 */
export const stageSettings = (
  context: StageContext,
  deployed: DeployedStages = readDeployedStages(),
): StageSettings => {
  const name = check(stageNameSchema, context.stage ?? DEFAULT_STAGE_NAME, 'The stage name');
  const stages = check(z.record(z.string(), z.unknown()), context.stages, 'The context value "stages" of cdk.json');
  if (stages[name] === undefined) {
    throw new Error(`Stage "${name}" has no settings in cdk.json; known stages: ${Object.keys(stages).join(', ')}.`);
  }
  const { messaging, ...checked } = check(settingsSchema, stages[name], `Stage "${name}"`);
  const { deployments = checked.kind === 'production' ? 'canary' : 'all-at-once' } = checked;
  const settings = { name, ...checked, deployments, messaging: stageMessaging(messaging, checked.kind) };
  if (settings.kind === 'production' && settings.alarmEmail === undefined && settings.alarmTopicArn === undefined) {
    throw new Error(`Stage "${name}" is production, but nobody hears its alarms: ${NAME_A_RECIPIENT}`);
  }
  if (settings.kind === 'production' && settings.outgoing.loopback) {
    throw new Error(`Stage "${name}" is production, and outgoing.loopback is for sandbox stages alone (rule 41).`);
  }
  refuseHalfATable(settings);
  refuseOtherKeys(settings, deployed[name]);
  const contradiction = bankContradiction(settings) ?? addressContradiction(settings) ?? deskContradiction(settings);
  if (contradiction !== undefined) throw new Error(`Stage "${name}" is not valid: ${contradiction}`);
  const routeKeys = [...allRouteKeys(settings.kind), ...(settings.desk === undefined ? [] : deskRouteKeys())];
  refuseUnknownNames(name, 'throttling.routes', Object.keys(settings.throttling.routes), routeKeys);
  refuseNarrowThrottles(settings);
  refuseUnknownNames(
    name,
    'reservedConcurrency',
    Object.keys(settings.reservedConcurrency),
    functionDefinitions.map((definition) => definition.name),
  );
  return settings;
};

const refuseHalfATable = ({ name, tableName, tableStreamArn }: StageSettings): void => {
  if ((tableName === undefined) !== (tableStreamArn === undefined)) {
    throw new Error(`Stage "${name}" needs both "tableName" and "tableStreamArn", or neither (rule 47).`);
  }
  if (tableName !== undefined && tableStreamArn?.includes(`:table/${tableName}/stream/`) !== true) {
    throw new Error(`Stage "${name}" names the table "${tableName}" and the stream of another one.`);
  }
};

/**
 * A key that becomes one of several regions is another key, and nothing that the old one encrypted opens with it. The
 * record of deployed stages says what the first deployment chose.
 */
const refuseOtherKeys = ({ name, keys }: StageSettings, deployed: DeployedStages[string] | undefined): void => {
  if (deployed === undefined || deployed.multiRegionKeys === keys.multiRegion) return;
  const was = deployed.multiRegionKeys ? 'with' : 'without';
  throw new Error(
    `Stage "${name}" was first deployed ${was} multi-region keys (infra/settings/deployed-stages.json): "keys.multiRegion" cannot be changed.`,
  );
};

const check = <Schema extends z.ZodType>(schema: Schema, value: unknown, subject: string): z.output<Schema> => {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const reasons = result.error.issues.map((issue) => [issue.path.join('.'), issue.message].filter(Boolean).join(': '));
  throw new Error(`${subject} is not valid: ${reasons.join('; ')}`);
};

const refuseUnknownNames = (stage: string, key: string, given: readonly string[], known: readonly string[]): void => {
  const unknown = given.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new Error(`Stage "${stage}" is not valid: ${key}: "${unknown.join('", "')}" is none of ${known.join(', ')}`);
  }
};

/** A route's own limit must let through what the stage promises. */
const refuseNarrowThrottles = ({ name, throttling, promisedPaymentsPerSecond: promised }: StageSettings): void => {
  for (const [routeKey, given] of Object.entries(throttling.routes)) {
    const needed = throttleFor(routeKey, promised);
    if (needed !== undefined && given.ratePerSecond < needed.ratePerSecond) {
      throw new Error(
        `Stage "${name}" is not valid: throttling.routes: "${routeKey}" has ${given.ratePerSecond} requests a second, and ${promised} payments a second need ${needed.ratePerSecond}.`,
      );
    }
  }
};
