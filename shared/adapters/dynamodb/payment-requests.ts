import type { OperationName } from '../../domain/dealer/dealer.ts';
import type { LinkSource } from '../../domain/link/payment-request.ts';
import type { CreateOutcome, NewPaymentRequest, PaymentRequests } from '../../ports/payment-requests.ts';
import type { Table, WriteOutcome } from './engine/table.ts';
import { ABSENT, type Row, type Write } from './engine/writes.ts';
import { type Key, keys } from './keys.ts';
import { customerItems } from './rows/customer-row.ts';
import {
  idempotencyItem,
  linkItem,
  linkPointerItem,
  readIdempotencyRow,
  readLinkRow,
} from './rows/payment-request-row.ts';

type Purpose = 'claim' | 'customer-code' | 'id';

interface PlannedWrite {
  readonly purpose: Purpose;
  readonly write: Write;
}

/** The operation that a claim is kept under, by what made the link. */
const operationOf: Readonly<Record<LinkSource, OperationName>> = {
  'payment-request': 'CreateUserPosPayment',
  'mobile-3d': 'DoDirectPaymentThreeDMobile',
};

const plan = ({ link, claim, newCustomer }: NewPaymentRequest): readonly PlannedWrite[] => {
  const owner = { dealerCode: link.dealerCode, operation: operationOf[link.source], linkToken: link.token };
  const [customerByCode, customerById] = newCustomer === undefined ? [] : customerItems(newCustomer);
  const planned: readonly (readonly [Purpose, (Row & Key) | undefined])[] = [
    ['claim', claim === undefined ? undefined : idempotencyItem({ ...claim, ...owner })],
    ['id', linkItem(link)],
    ['id', linkPointerItem(link)],
    ['customer-code', customerByCode],
    ['id', customerById],
  ];
  return planned.flatMap(([purpose, put]) => (put === undefined ? [] : [{ purpose, write: { put, onlyIf: ABSENT } }]));
};

/** The claim outranks every other refusal: a known code is answered whatever else stood in the way (rule 6). */
const outcomeOf = (planned: readonly PlannedWrite[], outcomes: readonly WriteOutcome[]): CreateOutcome => {
  const failed = (purpose: Purpose): WriteOutcome | undefined =>
    outcomes.find((outcome, index) => outcome.conditionFailed && planned[index]?.purpose === purpose);
  const claim = failed('claim');
  if (claim !== undefined) return { kind: 'code-known', claimed: readIdempotencyRow(claim.item) };
  return failed('customer-code') === undefined ? { kind: 'id-taken' } : { kind: 'customer-taken' };
};

export const dynamoPaymentRequests = (table: Table): PaymentRequests => ({
  create: async (request) => {
    const planned = plan(request);
    const outcome = await table.transact(planned.map(({ write }) => write));
    return outcome.applied ? { kind: 'created' } : outcomeOf(planned, outcome.writes);
  },

  findByToken: async (token) => {
    const row = await table.get(keys.link(token));
    return row === undefined ? undefined : readLinkRow(row);
  },
});
