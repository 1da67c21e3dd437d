import { expect, test } from 'vitest';
import { dealersOrderId } from '../../../../functions/operator/operate/commands/fields-in-common.ts';
import { optional, readInput, required } from '../../../../functions/operator/operate/fields.ts';
import { freeText } from '../../../../functions/operator/operate/kinds.ts';

const FIELDS = { dealerCode: required(freeText(32), 'The dealer.'), name: optional(freeText(32), 'Its name.') };

test.each<readonly [what: string, input: unknown, sentence: string]>([
  ['missing', { name: 'Store' }, 'dealerCode is required.'],
  ['missing beside another slip', { nam: 'Store' }, 'dealerCode is required.'],
  ['misspelt', { dealercode: '1001' }, 'dealercode is not a field of this command; did you mean dealerCode?'],
  ['unknown', { dealerCode: '1001', colour: 1 }, 'colour is not a field of this command.'],
  [
    'a name that reads as another',
    { dealerCode: '1001', name: 'Shop \u202Eknab' },
    'name must not hold marks that change the direction of text.',
  ],
])('a field that is %s is told', (_what, input, sentence) => {
  expect(() => readInput(FIELDS, input)).toThrow(expect.objectContaining({ sentence }));
});

const ORDER_ID = 'ORDER-en3qlwzgcililbgp43isuzjq76-01';
const OF_ORDER = { dealerCode: required(freeText(32), 'The dealer.'), orderId: dealersOrderId('The order.') };

test.each(['orderId', 'VirtualPosOrderId', 'virtualPosOrderId'])('the order of a payment is taken as %s', (name) => {
  expect(readInput(OF_ORDER, { dealerCode: '1001', [name]: ORDER_ID })).toEqual({
    dealerCode: '1001',
    orderId: ORDER_ID,
  });
});

test('a field that is given under two names is refused', () => {
  const twice = { dealerCode: '1001', orderId: ORDER_ID, VirtualPosOrderId: ORDER_ID };
  const sentence = 'VirtualPosOrderId is not a field of this command.';
  expect(() => readInput(OF_ORDER, twice)).toThrow(expect.objectContaining({ sentence }));
});
