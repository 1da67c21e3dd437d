import { BOX_LIFE_MS } from '../../../domain/three-d-payment/box.ts';
import type { Boxes, StoredBox } from '../../../ports/boxes.ts';
import { objectRow, parseRow, storedText, storedWhole } from '../engine/row.ts';
import type { Table } from '../engine/table.ts';
import type { BoxKey, Row, Write } from '../engine/writes.ts';

// Rows of the table of boxes. The sweeper deletes them; TTL does where the sweeper could not.

const TTL_MARGIN_MS = 15 * 60_000;

const boxRow = objectRow(() => ({ pk: storedText, number: storedWhole, sealed: storedText, madeAtMs: storedWhole }));

const boxItem = ({ payment: pk, number, sealed, madeAtMs }: StoredBox): Row & BoxKey => ({
  pk,
  number,
  sealed,
  madeAtMs,
  expiresAt: Math.ceil((madeAtMs + BOX_LIFE_MS + TTL_MARGIN_MS) / 1000),
});

/** A new box. It replaces the payment's box of an earlier call, whose address opens nothing from then on. */
export const boxMade = (box: StoredBox): Write => ({ putBox: boxItem(box) });

/** The box goes, on condition that it is the one that was read: a newer call may have replaced it. */
export const boxOpened = ({ payment: pk, sealed }: Pick<StoredBox, 'payment' | 'sealed'>): Write => ({
  removeBox: { pk },
  onlyIf: { expression: '#sealed = :sealed', names: { '#sealed': 'sealed' }, values: { ':sealed': sealed } },
});

/** The box goes unread, on condition that no newer call replaced it. A box that is gone already is no reason to refuse. */
export const boxSwept = ({ payment: pk, madeAtMs }: Pick<StoredBox, 'payment' | 'madeAtMs'>): Write => ({
  removeBox: { pk },
  onlyIf: {
    expression: 'attribute_not_exists(#madeAtMs) OR #madeAtMs <= :madeAtMs',
    names: { '#madeAtMs': 'madeAtMs' },
    values: { ':madeAtMs': madeAtMs },
  },
});

/** Boxes as one function reads them, from the table of boxes. */
export const dynamoBoxes = (boxes: Pick<Table, 'get'>): Boxes => ({
  find: async (payment) => {
    const row = await boxes.get({ pk: payment });
    if (row === undefined) return undefined;
    const { number, sealed, madeAtMs } = parseRow('box', boxRow, row);
    return { payment, number, sealed, madeAtMs };
  },
});
