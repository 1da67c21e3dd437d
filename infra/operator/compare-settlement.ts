import * as z from 'zod';
import { CommandError } from '../../functions/operator/operate/command-error.ts';
import { MAX_ORDERS_PER_CALL } from '../../functions/operator/operate/commands/settlement.ts';
import type { CommandFailure, OperateAnswer } from '../../functions/operator/operate/contract.ts';
import { readInput } from '../../functions/operator/operate/fields.ts';
import type { ComparedSide, DifferenceKind } from '../../shared/domain/comparison/difference.ts';
import {
  isSettledAlike,
  type KnownOrder,
  type OwnSettlement,
  type SettledOrder,
  settlementDifference,
} from '../../shared/domain/comparison/settlement.ts';
import { currencies, minor, toWireAmount } from '../../shared/domain/money/money.ts';
import { omitUndefined } from '../../shared/domain/omit-undefined.ts';
import { type Invocation, UsageError } from './arguments.ts';
import { invokeOperate } from './invoke.ts';
import { compareSettlementCommand, functionCommands } from './own-commands.ts';
import { partId } from './part-id.ts';
import { type ProgressOutput, progressLine } from './progress.ts';
import { readSettlementFile, type SettlementFile } from './settlement-file.ts';

type Row = Readonly<Record<string, unknown>>;
type Send = (command: string, input: Row, part?: string) => Promise<OperateAnswer>;

/** Five million payments. It ends a list that would otherwise never end. */
const MAX_PAGES = 10_000;

const amountSchema = z.int().nonnegative().transform(minor);
const pageSchema = z.object({
  movements: z.array(
    z.object({ orderId: z.string(), currency: z.enum(currencies), taken: amountSchema, refunded: amountSchema }),
  ),
  next: z.string().optional(),
});
const expectedSchema = z.union([
  z.object({ kind: z.enum(['open', 'nothing']) }),
  z.object({ kind: z.enum(['held', 'given-back']), amount: amountSchema }),
  z.object({
    kind: z.literal('taken'),
    type: z.enum(['sale', 'pre-authorisation']),
    amount: amountSchema,
    refunded: amountSchema,
  }),
]);
const ordersSchema = z.object({
  orders: z.array(
    z.object({ orderId: z.string(), currency: z.enum(currencies), isVoided: z.boolean(), expected: expectedSchema }),
  ),
});

/** A difference as it is printed and kept. */
interface FoundDifference {
  readonly orderId: string;
  readonly day: string;
  readonly kind: DifferenceKind;
  readonly currency?: string;
  readonly ours: ComparedSide;
  readonly bank: ComparedSide;
}

/** What a comparison tells. */
export interface ComparedSettlement {
  readonly from?: string;
  readonly until?: string;
  readonly lines?: number;
  readonly orders?: number;
  readonly same?: number;
  readonly differences: readonly object[];
  readonly error?: CommandFailure;
}

class Failed extends Error {
  override readonly name = 'Failed';
  readonly failure: CommandFailure;

  constructor(failure: CommandFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

const resultOf = (answer: OperateAnswer): Row => {
  if (!answer.ok) throw new Failed(answer.error);
  return answer.result;
};

const senderOf = (invocation: Invocation): Send => {
  const byName = new Map(functionCommands.map((command) => [command.name, command]));
  return (name, input, part = name) => {
    const command = byName.get(name);
    if (command === undefined) throw new Error(`there is no command ${name}`);
    return invokeOperate({ ...invocation, command, commandId: partId(invocation.commandId, part) }, input);
  };
};

/** What our records say that was settled in the days of the file, by order. */
const ownSettlements = async (query: Row, send: Send, progress: ProgressOutput) => {
  const own = new Map<string, OwnSettlement>();
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await send('list-settled', cursor === undefined ? query : { ...query, cursor });
    const { movements, next } = z.parse(pageSchema, resultOf(answer));
    for (const { orderId, currency, taken, refunded } of movements) {
      const before = own.get(orderId) ?? { taken: 0, refunded: 0, currency };
      own.set(orderId, { ...before, taken: before.taken + taken, refunded: before.refunded + refunded });
    }
    if (next === undefined) return own;
    cursor = next;
    progressLine(progress, `${own.size} orders of our records`);
  }
  throw new Failed({ code: 'Unexpected', message: 'The list does not end.' });
};

/** How orders stand here that differ, some at a time. */
const knownOrders = async (dealerCode: unknown, orderIds: readonly string[], send: Send) => {
  const known = new Map<string, KnownOrder>();
  for (let first = 0; first < orderIds.length; first += MAX_ORDERS_PER_CALL) {
    const some = orderIds.slice(first, first + MAX_ORDERS_PER_CALL);
    const { orders } = z.parse(ordersSchema, resultOf(await send('show-orders', { dealerCode, orderIds: some })));
    for (const { orderId, ...order } of orders) known.set(orderId, order);
  }
  return known;
};

const side = (state: string, amount: number, refunded: number): ComparedSide => ({
  state,
  ...(amount === 0 ? {} : { amount: minor(amount) }),
  ...(refunded === 0 ? {} : { refunded: minor(refunded) }),
});

const sideOfFile = (file: SettledOrder | undefined): ComparedSide =>
  file === undefined
    ? { state: 'not in the file' }
    : side(file.voided > 0 ? 'voided' : 'settled', file.taken, file.refunded);

const sideOfOurs = (known: KnownOrder | undefined, own: OwnSettlement | undefined): ComparedSide => {
  if (known === undefined) return { state: 'unknown' };
  const { expected } = known;
  const [amount, refunded] = [
    'amount' in expected ? expected.amount : (own?.taken ?? 0),
    'refunded' in expected ? expected.refunded : 0,
  ];
  return side(expected.kind, amount, refunded);
};

const compare = (
  file: SettlementFile,
  own: ReadonlyMap<string, OwnSettlement>,
  known: ReadonlyMap<string, KnownOrder>,
  orderIds: readonly string[],
): readonly FoundDifference[] =>
  orderIds.flatMap((orderId) => {
    const facts = { file: file.orders.get(orderId), own: own.get(orderId), known: known.get(orderId) };
    const kind = settlementDifference(facts);
    if (kind === undefined) return [];
    const currency = facts.known?.currency ?? facts.file?.currency;
    return [
      {
        orderId,
        day: file.orders.get(orderId)?.day ?? file.until,
        kind,
        ...omitUndefined({ currency }),
        ours: sideOfOurs(facts.known, facts.own),
        bank: sideOfFile(facts.file),
      },
    ];
  });

/** Amounts as the command reads them, and as people do: in units. */
const inUnits = ({ state, amount, refunded }: ComparedSide) =>
  omitUndefined({
    state,
    amount: amount === undefined ? undefined : toWireAmount(amount),
    refunded: refunded === undefined ? undefined : toWireAmount(refunded),
  });

const shown = ({ ours, bank, ...one }: FoundDifference) => ({ ...one, ours: inUnits(ours), bank: inUnits(bank) });

const record = async (about: Row, differences: readonly object[], send: Send): Promise<void> => {
  for (let first = 0; first < differences.length; first += MAX_ORDERS_PER_CALL) {
    const some = differences.slice(first, first + MAX_ORDERS_PER_CALL);
    resultOf(await send('record-differences', { ...about, differences: some }, `differences ${first}`));
  }
};

const settingsIn = (input: Row) => {
  try {
    const { dealerCode, posId, days } = readInput(compareSettlementCommand.fields, input);
    return { dealerCode, posId, days: days ?? undefined };
  } catch (error) {
    if (error instanceof CommandError) return error.failure;
    throw error;
  }
};

/**
 * Compares a settlement file whole with our records of its days: what is missing at the bank or here, and what has
 * another amount, type or currency. Differences are kept for list-differences; nothing else is changed.
 */
export const compareSettlement = async (
  invocation: Invocation,
  input: Row,
  progress: ProgressOutput,
  send: Send = senderOf(invocation),
): Promise<ComparedSettlement> => {
  if (invocation.file === undefined) throw new UsageError('compare-settlement takes --file F.csv.');
  const settings = settingsIn(input);
  if ('code' in settings) return { differences: [], error: settings };
  const { dealerCode, posId, days } = settings;
  const about = { dealerCode, posId };
  const file = await readSettlementFile(invocation.file);
  const { lines, from, until, orders } = file;
  try {
    const own = await ownSettlements({ ...about, from, until, ...omitUndefined({ days }) }, send, progress);
    const all = [...new Set([...orders.keys(), ...own.keys()])];
    const unlike = all.filter((orderId) => {
      const [inFile, here] = [orders.get(orderId), own.get(orderId)];
      return inFile === undefined || here === undefined || !isSettledAlike(inFile, here);
    });
    const found = compare(file, own, await knownOrders(dealerCode, unlike, send), unlike).map(shown);
    if (!invocation.dryRun) await record(about, found, send);
    return { from, until, lines, orders: all.length, same: all.length - found.length, differences: found };
  } catch (error) {
    if (error instanceof Failed) return { from, until, lines, differences: [], error: error.failure };
    throw error;
  }
};
