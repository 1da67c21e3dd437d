import { expect, test } from 'vitest';
import { gatewayKinds } from '../../../shared/domain/virtual-pos/virtual-pos.ts';
import { maskedStory, maskedText } from '../../faults/all/masked-story.ts';
import { keysOf, runAccountOf } from '../../faults/run-account.ts';
import { CVC } from '../../support/payment/payer.ts';

test('a story holds no card number, no CVC and no key of a merchant', () => {
  const keys = gatewayKinds.flatMap((kind) => keysOf(runAccountOf(kind, '')));
  const text = maskedStory({ card: '4111110000000013', cvc: CVC, keys, amount: 94_700, id: `x-${CVC}1` });
  expect(keys).toHaveLength(5);
  expect(keys.filter((key) => text.includes(key))).toEqual([]);
  expect(text).not.toMatch(/4111110000000013|'947'/);
  expect(text).toContain("card: '411111******0013'");
  expect(text).toContain('amount: 94700');
  expect(maskedText(`a log line holds 5555555555554444`)).toBe('a log line holds 555555******4444');
});
