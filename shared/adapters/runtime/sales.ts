import { blockIdentifiers } from '../dynamodb/identifiers.ts';
import { dynamoSaleReferences } from '../dynamodb/sale/sale-references.ts';
import { dynamoSaleBook } from '../dynamodb/sale/sales.ts';
import type { OperationRuntime } from './operation.ts';
import { systemRandomness } from './system.ts';

/** What the operations that change recurring sales are composed from. */
export const salesRuntime = ({ store, events, clock }: OperationRuntime) => ({
  sales: dynamoSaleBook(store, events),
  references: dynamoSaleReferences(store),
  identifiers: blockIdentifiers(store),
  randomness: systemRandomness,
  clock,
});
