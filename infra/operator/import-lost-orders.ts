import { importLostOrders, MAX_LOST_ORDERS } from '../../functions/operator/operate/commands/lost-orders.ts';
import type { CommandFailure } from '../../functions/operator/operate/contract.ts';
import { type Invocation, UsageError } from './arguments.ts';
import { csvTableIn } from './import-bins.ts';
import { invokeOperate } from './invoke.ts';
import { partId } from './part-id.ts';
import { type ProgressOutput, progressOn } from './progress.ts';

const COLUMNS = ['orderId', 'amount', 'currency'];

export interface LostOrdersOutcome {
  readonly orders: number;
  /** What the last part that was applied answered. */
  readonly result: Readonly<Record<string, unknown>>;
  /** Lost orders that this run imported. */
  readonly lost: number;
  /** Why the run ended early. The same command with the same id goes on. */
  readonly error?: CommandFailure;
}

/** True for an import from a file of the bank, which is carried out in parts. */
export const isLostOrdersFile = ({ command, file }: Invocation): boolean =>
  command.name === importLostOrders.name && file?.toLowerCase().endsWith('.csv') === true;

type Entry = Readonly<Record<string, string>>;

const entriesIn = (path: string): readonly Entry[] => {
  const [header, ...rows] = csvTableIn(path);
  const columns = header?.cells ?? [];
  if (!columns.includes('orderId') || !columns.includes('amount') || columns.some((name) => !COLUMNS.includes(name))) {
    throw new UsageError(`${path}: the first line must name the columns orderId, amount and, if it has one, currency.`);
  }
  const seen = new Set<string>();
  return rows.map(({ line, cells }) => {
    if (cells.length !== columns.length) {
      throw new UsageError(`${path}: line ${line} has ${cells.length} cells, and the first line ${columns.length}.`);
    }
    const entry = Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? '']));
    if (seen.has(entry.orderId ?? '')) throw new UsageError(`${path}: the order of line ${line} stands there twice.`);
    seen.add(entry.orderId ?? '');
    return entry;
  });
};

/**
 * Imports the bank's list of a virtual POS in parts. Each part is a command with an id of its own that follows from the
 * run's, so that a repeat with the same id goes on behind the last part that was applied. The last part, and no other,
 * says that the list is complete.
 */
export const importLostOrdersInParts = async (
  invocation: Invocation,
  output: ProgressOutput,
  send = invokeOperate,
): Promise<LostOrdersOutcome> => {
  const { commandId, file = '', pairs } = invocation;
  const entries = entriesIn(file);
  const progress = progressOn(output, 'orders looked up');
  let result: Readonly<Record<string, unknown>> = {};
  let lost = 0;
  try {
    for (let first = 0; first === 0 || first < entries.length; first += MAX_LOST_ORDERS) {
      const orders = entries.slice(first, first + MAX_LOST_ORDERS);
      const handled = first + orders.length;
      const part = { ...invocation, commandId: partId(commandId, `part ${first}`) };
      const answer = await send(part, { ...pairs, orders, complete: handled === entries.length });
      if (!answer.ok) return { orders: first, lost, result, error: answer.error };
      ({ result } = answer);
      lost += Number(result.lost);
      progress.show({ done: handled, total: entries.length, handled });
    }
  } finally {
    progress.end();
  }
  return { orders: entries.length, lost, result };
};
