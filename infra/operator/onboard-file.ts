import type { DescribedCommand } from '../../functions/operator/operate/command.ts';
import { putDealer } from '../../functions/operator/operate/commands/dealer.ts';
import { putDefinition } from '../../functions/operator/operate/commands/definition.ts';
import { dealerCodeField } from '../../functions/operator/operate/commands/fields-in-common.ts';
import { putSubDealer } from '../../functions/operator/operate/commands/sub-dealer.ts';
import { putVirtualPos } from '../../functions/operator/operate/commands/virtual-pos.ts';
import { putWebhook } from '../../functions/operator/operate/commands/webhook.ts';
import {
  defaulted,
  type Fields,
  objectOf,
  optional,
  required,
  secret,
} from '../../functions/operator/operate/fields.ts';
import { code, flag, type Kind, list } from '../../functions/operator/operate/kinds.ts';

type Row = Readonly<Record<string, unknown>>;

const MAX_RECORDS = 50;
export const DEFAULT_USER = 'apiuser';

/** The record of a put, whose fields the put's own help tells: dealer and version are known without it. */
const recordOf = ({ name, fields }: DescribedCommand): Kind<unknown> => {
  const own = Object.entries(fields).filter(([field]) => field !== 'dealerCode' && field !== 'version');
  return { type: `fields of ${name}`, read: objectOf(Object.fromEntries(own) as Fields).read };
};

const records = (put: DescribedCommand): Kind<readonly unknown[]> => list(recordOf(put), MAX_RECORDS);

/** Carried out by the command line: each record is put by its own command. */
export const onboardDealer = {
  name: 'onboard-dealer',
  group: 'Dealers',
  summary: 'Set a dealer up from one file, or bring it to what the file says, with a link to try.',
  notes: [
    'Puts the dealer with its permissions and rates, its sub-dealers, virtual POS, definitions and webhooks, and issues a credential where the user has none. The answer says of each what was done, and shows the new password and webhook secrets once.',
    'It can be run again with the same or a changed file: what is so already is left alone, and what differs becomes a new version. Nothing is removed. With --dry-run it says what it would do.',
    'In a sandbox stage a virtual POS of the embedded bank needs no gateway and no keys, and the answer ends with a link to pay.',
  ],
  fields: {
    dealerCode: dealerCodeField,
    dealer: required(recordOf(putDealer), 'The dealer: name, addresses, channels, limits, rates, what payers see.'),
    subDealers: optional(records(putSubDealer), 'Its sub-dealers with their commission rates.'),
    virtualPos: secret(optional(records(putVirtualPos), 'Its virtual POS with the commission rates of the bank.')),
    definitions: optional(records(putDefinition), 'Its definitions; the first one is tried.'),
    webhooks: optional(records(putWebhook), 'Its webhook endpoints.'),
    username: defaulted(code(64), DEFAULT_USER, { meaning: 'The API user that gets a credential.' }),
    testLink: defaulted(flag, true, { meaning: 'Whether a link is made in a sandbox stage.' }),
  },
  changes: true,
  example: {
    dealerCode: '3001',
    dealer: {
      name: 'New Store',
      allowedAddresses: 'any address',
      allowedRedirectHosts: 'any host',
      channels: ['paymentRequest', 'directPayment'],
      limits: { TL: { daily: '50000.00', monthly: 'unlimited' } },
      cardLimit: { count: 20, amount: '20000.00' },
    },
    virtualPos: [
      {
        posId: 'isbank',
        bankCode: '64',
        bankName: 'Isbank',
        clientId: '190103001',
        rates: { '1': 1.79, '2': 3.85, '3': 4.2 },
        isDefault: true,
      },
    ],
    definitions: [{ dealerCustomerTypeId: 3001, displayName: 'Links of New Store', deliveryMode: 'none' }],
  },
} as const satisfies DescribedCommand;

/** A record of the file, with the commands that put and show it. */
export interface OnboardedRecord {
  /** Its place in the file, for errors. */
  readonly place: string;
  readonly what: string;
  readonly put: DescribedCommand;
  readonly show: string;
  /** Names the record, also to the command that shows it. */
  readonly key: Row;
  readonly fields: Row;
}

interface Sort {
  readonly member: 'subDealers' | 'virtualPos' | 'definitions' | 'webhooks';
  readonly what: string;
  readonly put: DescribedCommand;
  readonly show: string;
  readonly id: string;
}

/** In the order in which they refer to each other. */
const sorts: readonly Sort[] = [
  { member: 'subDealers', what: 'sub-dealer', put: putSubDealer, show: 'show-sub-dealer', id: 'subDealerId' },
  { member: 'virtualPos', what: 'virtual POS', put: putVirtualPos, show: 'show-virtual-pos', id: 'posId' },
  {
    member: 'definitions',
    what: 'definition',
    put: putDefinition,
    show: 'show-definition',
    id: 'dealerCustomerTypeId',
  },
  { member: 'webhooks', what: 'webhook', put: putWebhook, show: 'list-webhooks', id: 'endpointId' },
];

const rowsIn = (value: unknown): readonly Row[] => (Array.isArray(value) ? (value as readonly Row[]) : []);

/** The records of a file, each behind those that it refers to. The file was read by the command's fields before. */
export const recordsOf = (input: Row): readonly OnboardedRecord[] => {
  const { dealerCode } = input;
  const dealer: OnboardedRecord = {
    place: 'dealer',
    what: `dealer ${String(dealerCode)}`,
    put: putDealer,
    show: 'show-dealer',
    key: { dealerCode },
    fields: input.dealer as Row,
  };
  const others = sorts.flatMap(({ member, what, put, show, id }) =>
    rowsIn(input[member]).map((fields, index) => ({
      place: `${member}.${index}`,
      what: `${what} ${String(fields[id])}`,
      put,
      show,
      key: { dealerCode, [id]: fields[id] },
      fields,
    })),
  );
  return [dealer, ...others];
};

/** Id of the definition that the test link uses: the first of the file. */
export const triedDefinition = ({ definitions }: Row): unknown => rowsIn(definitions)[0]?.dealerCustomerTypeId;
