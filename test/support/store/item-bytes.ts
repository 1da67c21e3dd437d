/** What one write unit holds. */
export const UNIT_BYTES = 1024;

/** Bytes of a value as DynamoDB counts them: two digits of a number in a byte, and a byte for each member of a list or map. */
const bytesOf = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return Math.ceil(String(Math.abs(value)).length / 2) + (value < 0 ? 2 : 1);
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + 1 + bytesOf(one), 3);
  if (typeof value === 'object' && value !== null) return 3 + Object.keys(value).length + itemBytes(value);
  return 1;
};

/** Bytes of an item as DynamoDB counts them, names of its attributes included. */
export const itemBytes = (item: object): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + bytesOf(value), 0);
