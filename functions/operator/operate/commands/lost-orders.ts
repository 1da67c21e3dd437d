import { isRecovering, isRestored, type StageRecord } from '../../../../shared/domain/dealer/stage.ts';
import type { Currency, MinorUnits } from '../../../../shared/domain/money/money.ts';
import {
  type LostOrder,
  type LostOrdersOfPos,
  lostKindOf,
  marksIn,
} from '../../../../shared/domain/payment/lost-order.ts';
import { attemptOfOrder } from '../../../../shared/domain/payment/payment-name.ts';
import type { VirtualPos } from '../../../../shared/domain/virtual-pos/virtual-pos.ts';
import { isJsonObject } from '../../../../shared/http/body.ts';
import { type CommandCall, changeCommand, type Result, showCommand } from '../command.ts';
import { notFound, notPossible } from '../command-error.ts';
import { defaulted, required } from '../fields.ts';
import { amountAboveZero, code, flag, type Kind, list, problemAt, whole } from '../kinds.ts';
import { shownAmount, shownTime } from '../values-in-views.ts';
import { currencyChoice, cursorOf, dealerCodeField } from './fields-in-common.ts';
import { posId } from './virtual-pos-fields.ts';

/** As many as one transaction takes, beside the mark of their virtual POS, the stage and the audit entry. */
export const MAX_LOST_ORDERS = 16;
const MAX_PAGE = 200;
const DEFAULT_PAGE = 50;

interface ListedOrder {
  readonly orderId: string;
  readonly amount: MinorUnits;
  readonly currency: Currency;
}

/** A list of the bank may hold orders of other programs too. */
const bankOrderId = code(64);

const listedOrder: Kind<ListedOrder> = {
  type: '{orderId, amount, currency}',
  read: (raw) => {
    if (!isJsonObject(raw)) return { problem: 'must be an object with orderId and amount' };
    const { orderId, amount, currency = 'TL', ...others } = raw;
    const [unknown] = Object.keys(others);
    if (unknown !== undefined) return problemAt(unknown, { problem: 'is not a member of an order' });
    const id = bankOrderId.read(orderId);
    if ('problem' in id) return problemAt('orderId', id);
    const charged = amountAboveZero.read(amount);
    if ('problem' in charged) return problemAt('amount', charged);
    const money = currencyChoice.read(currency);
    if ('problem' in money) return problemAt('currency', money);
    return { value: { orderId: id.value, amount: charged.value, currency: money.value } };
  },
};

export const existingPos = async (
  { dealerCode, posId: id }: { readonly dealerCode: string; readonly posId: string },
  { deps }: CommandCall,
): Promise<VirtualPos> => {
  const pos = await deps.records.virtualPos(dealerCode, id);
  if (pos === undefined) throw notFound(`virtual POS ${id} of dealer ${dealerCode}`);
  return pos;
};

/** The stage between the adoption of a restored table and its resumption; at no other time are there lost orders. */
export const recoveringStage = async ({ deps }: CommandCall): Promise<StageRecord> => {
  const stage = await deps.records.stage();
  if (stage === undefined || !isRecovering(stage, deps.tableName)) {
    throw notPossible('The stage does not recover from a restore, so no orders are lost.');
  }
  if (isRestored(stage, deps.tableName))
    throw notPossible('The table was restored and not adopted: run adopt-table first.');
  return stage;
};

/** An order of the list as a lost one; a word where it is none. */
const lostOrderOf = async (
  { orderId, amount, currency }: ListedOrder,
  pos: VirtualPos,
  { deps, nowMs }: CommandCall,
): Promise<LostOrder | 'not-ours' | 'known'> => {
  const name = attemptOfOrder(orderId);
  if (name === undefined) return 'not-ours';
  const { dealerCode, posId: id } = pos;
  if ((await deps.lostOrders.find(dealerCode, id, orderId)) !== undefined) return 'known';
  // Of any dealer: several may share an account at the bank.
  const payment = await deps.wholePayments.find(name.payment);
  if (payment !== undefined && payment.dealerCode !== dealerCode) return 'known';
  const kind = lostKindOf(payment?.attempts.find(({ number }) => number === name.number));
  if (kind === undefined) return 'known';
  const base = { dealerCode, posId: id, orderId, amount, currency, kind, version: 1 } as const;
  return { ...base, state: 'undecided', importedAtMs: nowMs, sent: {} };
};

export const importLostOrders = changeCommand(
  {
    name: 'import-lost-orders',
    group: 'Stage',
    summary: 'Import orders that a bank charged after the point to which the table was restored.',
    notes: [
      "Give every charge of a virtual POS since the restore point, from the bank's own list. Orders that the table knows as charged, and those of other programs, are left out.",
      'A file with the columns orderId, amount and currency is imported in parts: import-lost-orders dealerCode=1001 posId=isbank --file orders.csv. Its last part says that the list is complete.',
      'Each virtual POS needs a complete list before resume-stage, an empty one where the bank charged nothing.',
    ],
    fields: {
      dealerCode: dealerCodeField,
      posId,
      orders: required(list(listedOrder, MAX_LOST_ORDERS), 'Charges of the bank, each once.'),
      complete: defaulted(flag, false, { meaning: "Whether this ends the bank's list." }),
    },
    example: { dealerCode: '1001', posId: 'isbank', orders: [], complete: true },
  },
  async ({ dealerCode, posId: id, orders, complete }, call) => {
    const stage = await recoveringStage(call);
    const pos = await existingPos({ dealerCode, posId: id }, call);
    const { tableName, lostOrders } = call.deps;
    const before = marksIn(await lostOrders.ofPos(dealerCode, id), { dealerCode, posId: id, tableName });
    // A list may name an order twice; one transaction writes it once.
    const listed = new Map(orders.map((one) => [one.orderId, one])).values();
    const read = await Promise.all([...listed].map((one) => lostOrderOf(one, pos, call)));
    const lost = read.filter((one): one is LostOrder => typeof one !== 'string');
    const count = (word: string): number => read.filter((one) => one === word).length;
    const ofPos: LostOrdersOfPos = {
      ...before,
      version: before.version + 1,
      imported: before.imported + lost.length,
      undecided: before.undecided + lost.length,
      complete: before.complete || complete === true,
    };
    return {
      dealerCode,
      // The next version of the stage: a resumption that looked before this import is refused.
      change: { kind: 'lost-orders', record: { orders: lost, ofPos, stage: { ...stage, version: stage.version + 1 } } },
      changed: lost.map(({ orderId }) => orderId),
      result: {
        dealerCode,
        posId: id,
        lost: lost.length,
        known: count('known'),
        notOurs: count('not-ours'),
        undecided: ofPos.undecided,
        complete: ofPos.complete,
      },
    };
  },
);

export const shownLostOrder = ({
  amount,
  importedAtMs,
  decidedAtMs,
  sent: _sent,
  version: _version,
  ...order
}: LostOrder): Result => ({
  ...order,
  amount: shownAmount(amount),
  importedAt: shownTime(importedAtMs),
  ...(decidedAtMs === undefined ? {} : { decidedAt: shownTime(decidedAtMs) }),
});

export const listLostOrders = showCommand(
  {
    name: 'list-lost-orders',
    group: 'Stage',
    summary: 'List the lost orders of a virtual POS, and what was decided on them.',
    notes: [
      '"kind" is what the restored table knows: unknown (nothing), open (an attempt without an end), ended (an attempt that ended without a charge).',
      'With "next" in the answer there is more: give it as cursor.',
    ],
    fields: {
      dealerCode: dealerCodeField,
      posId,
      limit: defaulted(whole(1, MAX_PAGE), DEFAULT_PAGE, { meaning: 'Most orders in the answer.' }),
      cursor: cursorOf(/^ORDER-[a-z2-7]{26}-\d{2}$/),
    },
    example: { dealerCode: '1001', posId: 'isbank' },
  },
  async ({ dealerCode, posId: id, limit, cursor }, { deps }) => {
    const most = limit ?? DEFAULT_PAGE;
    const place = { after: cursor ?? undefined, limit: most };
    const orders = await deps.lostOrders.page({ dealerCode, posId: id }, place);
    const last = orders.at(-1);
    const ofPos = await deps.lostOrders.ofPos(dealerCode, id);
    return {
      orders: orders.map(shownLostOrder),
      undecided: ofPos?.undecided ?? 0,
      complete: ofPos?.complete ?? false,
      ...(last === undefined || orders.length < most ? {} : { next: last.orderId }),
    };
  },
);

const DEALERS_PER_PAGE = 100;
/** A hundred thousand dealers. */
const MAX_DEALER_PAGES = 1_000;
const MAX_POS = 100;
/** Dealers that are looked at side by side. */
const DEALERS_AT_ONCE = 20;

/** Virtual POS of a dealer whose lost orders are not all imported and decided on, in words. */
const openPosOf = async (dealerCode: string, { deps }: CommandCall): Promise<readonly string[]> => {
  const { records, more } = await deps.records.virtualPosList(dealerCode, MAX_POS);
  const marks = await Promise.all(records.map(({ posId: id }) => deps.lostOrders.ofPos(dealerCode, id)));
  const unread = more ? [`${dealerCode} (more than ${MAX_POS} virtual POS)`] : [];
  const open = records.flatMap(({ posId: id }, index) => {
    const { complete, undecided } = marksIn(marks[index], { dealerCode, posId: id, tableName: deps.tableName });
    if (!complete) return [`${dealerCode}/${id} (no complete list)`];
    return undecided === 0 ? [] : [`${dealerCode}/${id} (${undecided} undecided)`];
  });
  return [...open, ...unread];
};

const MOST_NAMED = 5;

/** Refuses while any virtual POS has lost orders that are not imported or not decided on (rule 47). */
export const refuseUndecided = async (call: CommandCall): Promise<void> => {
  const open: string[] = [];
  let [after, isWhole]: [string | undefined, boolean] = [undefined, false];
  for (let page = 0; page < MAX_DEALER_PAGES && !isWhole && open.length < MOST_NAMED; page += 1) {
    const dealers = await call.deps.dealerDirectory.page({ after, limit: DEALERS_PER_PAGE });
    for (let first = 0; first < dealers.length; first += DEALERS_AT_ONCE) {
      const some = dealers.slice(first, first + DEALERS_AT_ONCE);
      open.push(...(await Promise.all(some.map(({ dealerCode }) => openPosOf(dealerCode, call)))).flat());
    }
    after = dealers.at(-1)?.dealerCode;
    isWhole = dealers.length < DEALERS_PER_PAGE;
  }
  if (open.length === 0 && isWhole) return;
  if (open.length === 0) throw notPossible('There are more dealers than one command looks at: nothing is resumed.');
  const named = open.slice(0, MOST_NAMED).join(', ');
  throw notPossible(`Lost orders are open (rule 47): ${named}${open.length > MOST_NAMED ? ' and more' : ''}.`);
};
