/** Works on items in groups of `size`, each group side by side. Answers their values in the order of the items. */
export const inGroups = async <Item, Value>(
  items: readonly Item[],
  size: number,
  work: (item: Item) => Promise<Value>,
): Promise<readonly Value[]> => {
  const values: Value[] = [];
  for (let first = 0; first < items.length; first += size) {
    values.push(...(await Promise.all(items.slice(first, first + size).map(work))));
  }
  return values;
};
