import type { Key } from '../keys.ts';
import type { Table } from './table.ts';

interface TwoKeys {
  readonly byId: Key | undefined;
  readonly byCode: Key | undefined;
}

/** Reads a record that is written whole under two keys: one trip, whichever of them is given. */
export const findByTwo = async <Entity>(
  table: Table,
  read: (row: unknown) => Entity,
  { byId, byCode }: TwoKeys,
): Promise<{ readonly byId?: Entity; readonly byCode?: Entity }> => {
  const wanted = [byId, byCode].filter((key) => key !== undefined);
  const [only] = wanted;
  const single = wanted.length === 1 && only !== undefined ? await table.get(only) : undefined;
  const rows = wanted.length === 2 ? await table.getMany(wanted) : [single];
  const at = (key: Key | undefined): Entity | undefined => {
    const row = key === undefined ? undefined : rows.find((one) => one?.pk === key.pk && one.sk === key.sk);
    return row === undefined ? undefined : read(row);
  };
  const [foundById, foundByCode] = [at(byId), at(byCode)];
  return {
    ...(foundById === undefined ? {} : { byId: foundById }),
    ...(foundByCode === undefined ? {} : { byCode: foundByCode }),
  };
};
