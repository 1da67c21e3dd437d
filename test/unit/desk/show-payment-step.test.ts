import { describe, expect, test } from 'vitest';
import { locationOf, pageOf } from '../../support/desk/desk-calls.ts';
import { PRE_AUTHORISED, paymentAtDesk } from '../../support/desk/payment-at-desk.ts';
import { splitWith } from '../../support/payment/attempts.ts';

const SPLIT = { splits: [splitWith(11), splitWith(12)] };
const DAY_MS = 86_400_000;

/** What a page shows: its text without markup. */
const textOf = (markup: string): string => markup.replaceAll(/<[^>]*>/g, '');

describe('the pages before a step (rule 54)', () => {
  test('none of them writes anything', async () => {
    const { confirm, store } = await paymentAtDesk({ direct: { ...SPLIT, pooled: true } });
    const rows = store.rows();
    for (const action of ['void', 'refund', 'capture', 'approve', 'undo', 'receipt', 'none']) {
      for (const query of [{}, { go: 'yes' }, { go: 'yes', amount: '5', 'share-11': '5' }])
        await confirm(action, query);
    }
    expect(store.rows()).toEqual(rows);
  });

  test('a refund asks how much first, and names what is left', async () => {
    const { confirm, formOf, post, stored } = await paymentAtDesk();
    expect(textOf(pageOf(await confirm('refund', {})).markup)).toContain('At most ₺100.00.');
    await post('refund', await formOf('refund', { go: 'yes', amount: '40' }));
    expect(textOf(pageOf(await confirm('refund', {})).markup)).toContain('Another step of this payment is running');
    expect((await stored()).steps).toHaveLength(1);
  });

  test.each([
    ['abc', 'could not be read'],
    ['0', 'above zero'],
    ['1.250.', 'could not be read'],
  ])('what was typed as %j stands there again with what is wrong with it', async (amount, says) => {
    const { confirm } = await paymentAtDesk();
    const { statusCode, markup } = pageOf(await confirm('refund', { go: 'yes', amount }));
    expect([statusCode, markup.includes(`value="${amount}"`), markup.includes(says)]).toEqual([400, true, true]);
  });

  test('more than is left is refused before anything is asked of the bank', async () => {
    const { confirm } = await paymentAtDesk();
    const { statusCode, markup } = pageOf(await confirm('refund', { go: 'yes', amount: '100.01' }));
    expect([statusCode, markup.includes('No money moved. This amount is not possible')]).toEqual([409, true]);
  });

  test('a whole refund of an open day leaves at once, a part after the bank’s day end', async () => {
    const { confirm } = await paymentAtDesk();
    expect(textOf(pageOf(await confirm('refund', { go: 'yes', amount: '' })).markup)).toContain('within a minute');
    expect(textOf(pageOf(await confirm('refund', { go: 'yes', amount: '5' })).markup)).toMatch(
      /after the bank’s day end, from \d+ \w{3} 22:00 GMT\+3 on/,
    );
  });

  test('a capture says until when it can be voided, and how much a dealer may take above', async () => {
    const above = await paymentAtDesk({ attempt: PRE_AUTHORISED, dealer: { captureAbove: true } });
    const plain = await paymentAtDesk({ attempt: PRE_AUTHORISED, dealer: { captureAbove: false } });
    expect(textOf(pageOf(await above.confirm('capture', {})).markup)).toContain('At most ₺115.00.');
    expect(textOf(pageOf(await plain.confirm('capture', {})).markup)).toContain('At most ₺100.00.');
    const text = textOf(pageOf(await above.confirm('capture', { go: 'yes', amount: '110' })).markup);
    expect(text).toMatch(/₺110\.00 is taken from the card .*: more than the ₺100\.00 that are held/);
    const part = textOf(pageOf(await above.confirm('capture', { go: 'yes', amount: '90' })).markup);
    expect(part).toContain('₺90.00 of the ₺100.00 that are held is taken');
    expect(text).toMatch(/Until \d+ \w{3} 22:00 GMT\+3 it can be undone by a void/);
  });

  test('a void of a hold says that it is released, and of a later day that a refund is needed', async () => {
    const held = await paymentAtDesk({ attempt: PRE_AUTHORISED });
    expect(textOf(pageOf(await held.confirm('void', {})).markup)).toContain('The hold is released');
    const { confirm, clock } = await paymentAtDesk();
    clock.advance(DAY_MS);
    const { statusCode, markup } = pageOf(await confirm('void', {}));
    expect([statusCode, markup.includes('If the bank’s day is over, refund it.')]).toEqual([409, true]);
  });

  test('an approval of split money asks whose, then says whose; none chosen means all', async () => {
    const { confirm } = await paymentAtDesk({ direct: { ...SPLIT, pooled: true } });
    expect(pageOf(await confirm('approve', {})).markup).toContain('name="part-12"');
    const one = textOf(pageOf(await confirm('approve', { go: 'yes', 'part-12': 'yes' })).markup);
    expect(one).toContain('Sub-merchant 12');
    expect(one).not.toContain('Sub-merchant 11');
    const all = textOf(pageOf(await confirm('approve', { go: 'yes' })).markup);
    expect(all).toMatch(/Sub-merchant 11.*Sub-merchant 12/);
    expect(all).toMatch(/undone until the statement of that day is made, at \d+ \w{3} 01:00 GMT\+3/);
  });

  test('a page that is none of a payment’s is not there', async () => {
    const { confirm } = await paymentAtDesk();
    expect(await confirm('unknown')).toBeUndefined();
    expect(locationOf(await confirm('toString'))).toBeUndefined();
  });
});
