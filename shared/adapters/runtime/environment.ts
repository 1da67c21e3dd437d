import * as z from 'zod/mini';
import type { OutgoingRules } from '../../domain/outgoing/outgoing-address.ts';
import type { HandOutSettings } from '../../domain/sale/hand-out.ts';

/** Variables that a production function must not start with: each redirects or weakens its connections (rule 22). */
const FORBIDDEN_IN_PRODUCTION =
  /^(?:AWS_ENDPOINT_URL.*|NODE_OPTIONS|NODE_TLS.*|NODE_EXTRA_CA_CERTS|OUTGOING_LOOPBACK)$/;

const text = z.string().check(z.minLength(1));

const settings = z.object({
  STAGE: text,
  STAGE_KIND: z.enum(['production', 'sandbox']),
  TABLE_NAME: text,
  BOXES_TABLE_NAME: z.optional(text),
  SERVICE_NAME: text,
  DEALER_CACHE_MS: z.pipe(
    z.string().check(z.regex(/^\d{1,5}$/)),
    z.transform((value) => Math.min(Number(value), 60_000)),
  ),
  EDGE_SECRET_HASHES: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}(?:,[0-9a-f]{64})?$/))),
});

export interface Environment {
  readonly stage: string;
  readonly sandbox: boolean;
  readonly tableName: string;
  /** Name of the table of boxes, in functions that have rights on it. */
  readonly boxesTableName?: string | undefined;
  readonly serviceName: string;
  readonly dealerCacheMs: number;
  /** SHA-256 of each valid secret of the edge in front of the stage; none without an edge (rule 44). */
  readonly edgeSecretHashes: readonly string[];
}

/** Refuses to start a production function whose environment redirects or weakens its connections (rule 22). */
export const refuseUnsafeEnvironment = (variables: NodeJS.ProcessEnv): void => {
  if (variables.STAGE_KIND === 'sandbox') return;
  const found = Object.keys(variables).find((name) => FORBIDDEN_IN_PRODUCTION.test(name));
  if (found !== undefined) throw new Error(`${found} must not be set in a production stage`);
};

/** The settings of a function from its environment. Throws when one is missing, which stops the function's start. */
export const readEnvironment = (variables: NodeJS.ProcessEnv): Environment => {
  refuseUnsafeEnvironment(variables);
  const read = z.safeParse(settings, variables);
  if (!read.success)
    throw new Error(`environment variable ${read.error.issues[0]?.path.join('.')} is missing or wrong`);
  const { STAGE, STAGE_KIND, TABLE_NAME, BOXES_TABLE_NAME, SERVICE_NAME, DEALER_CACHE_MS } = read.data;
  const { EDGE_SECRET_HASHES } = read.data;
  return {
    stage: STAGE,
    sandbox: STAGE_KIND === 'sandbox',
    tableName: TABLE_NAME,
    boxesTableName: BOXES_TABLE_NAME,
    serviceName: SERVICE_NAME,
    dealerCacheMs: DEALER_CACHE_MS,
    edgeSecretHashes: EDGE_SECRET_HASHES?.split(',') ?? [],
  };
};

/**
 * The stage's own address without a slash at its end, for the functions that make links, callbacks and pages. Functions of the
 * records stack have none, since that stack is deployed before the API.
 */
export const readBaseUrl = ({ BASE_URL }: NodeJS.ProcessEnv): string => {
  const read = z.safeParse(z.url(), BASE_URL);
  if (!read.success) throw new Error('environment variable BASE_URL is missing or wrong');
  return read.data.replace(/\/+$/, '');
};

/** ARN of the vault's key, for the functions that seal or open. */
export const readVaultKeyArn = (variables: NodeJS.ProcessEnv): string => {
  const key = variables.VAULT_KEY_ARN;
  if (key === undefined || key === '') throw new Error('environment variable VAULT_KEY_ARN is missing');
  return key;
};

/** ARNs of the vault's keys, the newest first, for the functions that open. */
export const readVaultKeys = (
  variables: NodeJS.ProcessEnv,
): { readonly keyArn: string; readonly previousKeyArns: readonly string[] } => ({
  keyArn: readVaultKeyArn(variables),
  previousKeyArns: (variables.PREVIOUS_VAULT_KEY_ARNS ?? '').split(',').filter((arn) => arn !== ''),
});

/** ARN of the key for card hashes, for the functions that count attempts by card. */
export const readCardHashKey = (variables: NodeJS.ProcessEnv): string => {
  const key = variables.CARD_HASH_KEY_ARN;
  if (key === undefined || key === '') throw new Error('environment variable CARD_HASH_KEY_ARN is missing');
  return key;
};

/** Host of the embedded bank, which is the stage's own; undefined in production, which has none (rule 22). */
export const readEmbeddedBankHost = ({ STAGE_KIND, BASE_URL = '' }: NodeJS.ProcessEnv): string | undefined =>
  STAGE_KIND === 'sandbox' && URL.canParse(BASE_URL) ? new URL(BASE_URL).host : undefined;

/**
 * Hosts of the gateways that the stage allows, for the functions that call banks or show which are called (rule 22). In
 * a sandbox stage the embedded bank has the stage's own address.
 */
export const readGatewayHosts = (variables: NodeJS.ProcessEnv): readonly string[] =>
  withEmbeddedBank(variables, variables.GATEWAY_HOSTS);

/** Those of them at which a virtual POS of Garanti's kind may be put; the embedded bank is one (rule 50). */
export const readGarantiHosts = (variables: NodeJS.ProcessEnv): readonly string[] =>
  withEmbeddedBank(variables, variables.GARANTI_HOSTS);

const withEmbeddedBank = (variables: NodeJS.ProcessEnv, hosts = ''): readonly string[] => {
  const own = readEmbeddedBankHost(variables);
  const listed = hosts.split(',').filter((host) => host !== '');
  return own === undefined ? listed : [...listed, own];
};

/**
 * The IPv4 address of this service, for banks that want one where no payer is present. A sandbox stage needs none: the
 * embedded bank takes the loopback address. Empty where the stage has none, and no virtual POS that wants one.
 */
export const readOwnAddress = ({ OWN_ADDRESS = '', STAGE_KIND }: NodeJS.ProcessEnv): string =>
  OWN_ADDRESS === '' && STAGE_KIND === 'sandbox' ? '127.0.0.1' : OWN_ADDRESS;

/** Most requests that payers make of one reusable link in a minute, for the function that counts them. */
export const readLinkRequestsPerMinute = ({ LINK_REQUESTS_PER_MINUTE = '' }: NodeJS.ProcessEnv): number => {
  if (!/^[1-9]\d{0,6}$/.test(LINK_REQUESTS_PER_MINUTE))
    throw new Error('environment variable LINK_REQUESTS_PER_MINUTE is missing or wrong');
  return Number(LINK_REQUESTS_PER_MINUTE);
};

/** Name of the function that delivers, for those that start it. */
export const readDeliverFunction = (variables: NodeJS.ProcessEnv): string => {
  const name = variables.DELIVER_FUNCTION;
  if (name === undefined || name === '') throw new Error('environment variable DELIVER_FUNCTION is missing');
  return name;
};

/** Name of the function that charges payment plans, for the one that hands them out. */
export const readChargePlansFunction = (variables: NodeJS.ProcessEnv): string => {
  const name = variables.CHARGE_PLANS_FUNCTION;
  if (name === undefined || name === '') throw new Error('environment variable CHARGE_PLANS_FUNCTION is missing');
  return name;
};

/** Name of the function itself, for one that hands work on to itself. */
export const readOwnFunction = (variables: NodeJS.ProcessEnv): string => {
  const name = variables.OWN_FUNCTION;
  if (name === undefined || name === '') throw new Error('environment variable OWN_FUNCTION is missing');
  return name;
};

/**
 * Where functions may call addresses that dealers and operators named (rule 41). Receivers on the machine itself are for
 * sandbox stages that say so.
 */
export const readOutgoingRules = (variables: NodeJS.ProcessEnv): OutgoingRules => {
  const { OWN_HOSTS = '', OUTGOING_LOOPBACK, STAGE_KIND, BASE_URL = '' } = variables;
  const named = OWN_HOSTS.split(',').filter((host) => host !== '');
  return {
    ownAddresses: [BASE_URL, ...named.map((host) => `https://${host}`)],
    loopback: STAGE_KIND === 'sandbox' && OUTGOING_LOOPBACK === 'allowed',
  };
};

const handOutSettings = z.object({
  batchesAtOnce: z.int().check(z.positive()),
  plansPerBatch: z.int().check(z.positive()),
  chargesAtOncePerGateway: z.int().check(z.positive()),
});

/** How due payment plans are handed out. */
export const readHandOutSettings = ({ RECURRING = '' }: NodeJS.ProcessEnv): HandOutSettings => {
  if (RECURRING === '') throw new Error('environment variable RECURRING is missing');
  return z.parse(handOutSettings, JSON.parse(RECURRING));
};

/** Most attempts in doubt that the sweeper asks a gateway about in a second. */
export const readInquiryRate = (variables: NodeJS.ProcessEnv): number => {
  const rate = variables.INQUIRIES_PER_SECOND ?? '';
  if (!/^[1-9]\d{0,2}$/.test(rate)) throw new Error('environment variable INQUIRIES_PER_SECOND is missing or wrong');
  return Number(rate);
};

/** Whether the stage writes changes of shares: its operators say so once every function reads them (rule 50). */
export const readShareChanges = ({ SHARE_CHANGES = '' }: NodeJS.ProcessEnv): boolean => SHARE_CHANGES === 'on';

/** Whether tokens of new cards name their customer: the stage says so once every function finds such cards (rule 50). */
export const readTokensNameCustomers = ({ CARDS_BESIDE_CUSTOMERS = '' }: NodeJS.ProcessEnv): boolean =>
  CARDS_BESIDE_CUSTOMERS === 'on';

/** Whether the stage writes a lone delivery into its event's row: its operators say so once every function reads it (rule 50). */
export const readJoinedDeliveries = ({ JOINED_DELIVERIES = '' }: NodeJS.ProcessEnv): boolean =>
  JOINED_DELIVERIES === 'on';
