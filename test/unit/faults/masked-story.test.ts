import { expect, test } from 'vitest';
import { maskedStory, maskedText } from '../../faults/all/masked-story.ts';
import { FAKE_ACCOUNT } from '../../faults/bank/fake-bank.ts';
import { CVC } from '../../support/payment/payer.ts';

test('a story holds no card number, no CVC and no key of a merchant', () => {
  const story = { card: '4111110000000013', cvc: CVC, keys: { ...FAKE_ACCOUNT }, amount: 94_700, id: `x-${CVC}1` };
  const text = maskedStory(story);
  expect(text).not.toMatch(/4111110000000013|fake-api-password|fake-store-key|'947'/);
  expect(text).toContain("card: '411111******0013'");
  expect(text).toContain('amount: 94700');
  expect(maskedText(`a log line holds 5555555555554444`)).toBe('a log line holds 555555******4444');
});
