import { type Item, keyOf, startTap, type WireCall, writesIn, writeUnitsOf } from '../support/wire-tap.ts';
import { aimed, print, type Row, total } from './figures.ts';
import { type Lab, startStack } from './lab.ts';
import { newOperations, type Operations } from './operations.ts';

/** What the service is made for, in payments a second: all dealers together, and one of them. */
const PROMISED = { 'all dealers': 1000, 'one dealer': 100 };
/** DynamoDB takes a thousand write units a second for a partition key, and a write in a transaction takes two. */
const WRITES_OF_A_KEY = 500;
const DEALERS = 4;
/** The operations whose preparation and call make one whole payment, and the units that it may write. */
const PAYMENTS = [
  ['paid link (3D)', '3D finish', 36],
  ['direct payment', 'direct payment', 12],
  ['direct payment, limits set', 'direct payment, limits set', undefined],
] as const;
/** Keys of one payer or card, which all payments of the bench share and those of a service do not. */
const OF_A_PAYER = /COUNT#|#CARD-DAY#/;

/** Answers the keys that a call writes: those of the table and of indexes, which an item enters, changes in or leaves. */
const keysWritten = (): ((call: WireCall) => readonly string[]) => {
  const known = new Map<string, Item>();
  return ({ body }) =>
    writesIn(body).flatMap((item) => {
      const before = known.get(keyOf(item)) ?? {};
      known.set(keyOf(item), Object.keys(item).length > 2 ? item : { ...before, ...item });
      const keys = Object.entries({ ...before, ...item }).filter(([name]) => /^pk$|Pk$/.test(name));
      return keys.map(([name, value]) => `${name} ${value.S}`);
    });
};

type KeyWrite = Readonly<Record<'key', string> & Record<'dealer' | 'payment', number>>;

/** The busiest key that payments share, of several dealers or of one alone, and how often it was written. */
const busiest = (written: readonly KeyWrite[], scope: string): readonly [key: string, writes: number] => {
  const shared = [...Map.groupBy(written, ({ key }) => key)].filter(([key, uses]) => {
    const dealers = new Set(uses.map(({ dealer }) => dealer)).size;
    const payments = new Set(uses.map(({ payment }) => payment)).size;
    return !OF_A_PAYER.test(key) && payments > 1 && (scope === 'one dealer' ? dealers === 1 : dealers > 1);
  });
  const counted = shared.map(([key, uses]) => [key, uses.length] as const);
  return counted.toSorted(([, one], [, other]) => other - one)[0] ?? ['-', 0];
};

/** Prints the write units of a payment, and how many of its writes meet on one key at the promised rates. */
export const writes = async (lab: Lab): Promise<void> => {
  const countedPayments = lab.amount(400);
  const tap = lab.resources.use(await startTap());
  const stack = await startStack(lab, tap);
  const dealers: Operations[] = [];
  while (dealers.length < DEALERS) dealers.push(await newOperations(stack));
  const keysOf = keysWritten();
  const [unitRows, keyRows]: [Row[], Row[]] = [[], []];
  for (const [name, operation, aim] of PAYMENTS) {
    const written: KeyWrite[] = [];
    const units: Record<string, number> = {};
    for (let payment = 0; payment < countedPayments; payment += 1) {
      const dealer = payment % DEALERS;
      tap.takeCalls();
      await (await dealers[dealer]?.[operation]())?.();
      for (const call of tap.takeCalls()) {
        if (writeUnitsOf(call).length === 0) continue;
        written.push(...keysOf(call).map((key) => ({ key, dealer, payment })));
        for (const [place, one] of writeUnitsOf(call)) units[place] = (units[place] ?? 0) + one / countedPayments;
      }
    }
    const all = total(Object.values(units));
    const places = Object.entries(units).map(([place, ofIt]) => `${place} ${ofIt.toFixed(1)}`);
    unitRows.push([name, all.toFixed(1), ...aimed(all, aim), places.join(', ')]);
    for (const [scope, rate] of Object.entries(PROMISED)) {
      const [key, most] = busiest(written, scope);
      const perSecond = (most / countedPayments) * rate * (scope === 'one dealer' ? DEALERS : 1);
      const shown = key.replace(/DEALER#[^#]+/, 'DEALER#*');
      const figures = [perSecond.toFixed(0), ...aimed(perSecond, WRITES_OF_A_KEY)];
      keyRows.push([`${name}, ${scope}`, `${rate}/s`, shown, ...figures]);
    }
  }
  print(
    'Write request units of a payment',
    `As the engine counts them: mean of ${countedPayments} payments, without the embedded bank's rows.`,
    'payment, WRU, aim, met, of it',
    unitRows,
  );
  print(
    'Writes a second of the busiest partition key at the promised rates',
    `Of the ${countedPayments} payments, as many as would meet on a key of table or index at these rates: a key that payments of\n` +
      `several dealers share, or those of one. Keys of a payer or a card are left out.`,
    'payments of, rate, busiest key, writes/s, aim, met',
    keyRows,
  );
};
