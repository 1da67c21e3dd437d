import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { printerOf } from '../../../infra/operator/printer.ts';

const found = [{ orderId: `ORDER-${'1'.repeat(29)}`, description: 'x'.repeat(60), payer: 'y'.repeat(40) }];

const printed = (terminal: { readonly isTTY?: boolean; readonly columns?: number }): readonly string[] => {
  const output = Object.assign(new PassThrough({ encoding: 'utf8' }), terminal);
  printerOf('table', { output, errors: new PassThrough() }).result({ found });
  return String(output.read()).trimEnd().split('\n');
};

test('a table that does not go to a terminal has a row for each record, however wide', () => {
  expect(printed({})).toHaveLength(4);
  expect(printed({})[3]).toContain('x'.repeat(60));
});

test('a terminal that is too narrow for its rows gets a line for each value', () => {
  expect(printed({ isTTY: true, columns: 100 }).map((line) => line.split(' ')[0])).toEqual([
    'found',
    'orderId',
    'description',
    'payer',
  ]);
});
