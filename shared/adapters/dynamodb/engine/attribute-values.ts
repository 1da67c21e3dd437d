import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { convertToNative } from '@aws-sdk/util-dynamodb';
import type { Row } from './writes.ts';

/*
 * Rows as the store answers them, read in one pass. The document client reads the same values, but walks each row three times
 * and makes it anew: a list of 500 payments spent a fifth of its processor time there.
 */

/** The value of an attribute, as the document client reads it. The attribute is used up. */
const valueIn = (attribute: AttributeValue): unknown => {
  if (attribute.S !== undefined) return attribute.S;
  if (attribute.N !== undefined) {
    const value = Number(attribute.N);
    return Number.isSafeInteger(value) ? value : convertToNative(attribute);
  }
  if (attribute.M !== undefined) return rowOf(attribute.M);
  if (attribute.L !== undefined) return attribute.L.map(valueIn);
  return attribute.BOOL ?? convertToNative(attribute);
};

/** An item that the store answered, as a row: the same object, in which each value takes the place of its attribute. */
export const rowOf = (item: Record<string, AttributeValue>): Row => {
  const row: Record<string, unknown> = item;
  // Attributes come in any order, and an object that grows property by property in a new order is slow.
  for (const name in item) {
    const attribute = item[name];
    if (attribute !== undefined) row[name] = valueIn(attribute);
  }
  return row;
};

/** Texts by their names, as keys and values of conditions are given to the store. */
export const textAttributes = (texts: Readonly<Record<string, string>>): Record<string, AttributeValue> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, { S: text }]));
