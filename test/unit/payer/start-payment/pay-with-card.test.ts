import { describe, expect, test } from 'vitest';
import { binItem } from '../../../../shared/adapters/dynamodb/card/bin-directory.ts';
import { virtualPosItems } from '../../../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import { NO_PROGRESS, type PaymentRequest } from '../../../../shared/domain/link/payment-request.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { posWith, ratesOf } from '../../../support/dealer/virtual-pos.ts';
import { type LinkInMemory, linkInMemory, TYPED } from '../../../support/payment/link-in-memory.ts';

const BIN = TYPED.number.slice(0, 8);
const ANOTHER = { kind: 'declined', advice: 'try-another-card' };
const LATER = { kind: 'declined', advice: 'try-later' };

/** What the bank was asked for, and what was written. */
const doneBy = ({ met, attempts }: LinkInMemory) => [
  met.asked.charge.length,
  met.asked.start3D.length,
  attempts().length,
];
const NOTHING = [0, 0, 0];

const totalsIn = (outcome: object) =>
  'quotes' in outcome
    ? (outcome.quotes as readonly { count: number; total: number }[]).map((one) => [one.count, one.total])
    : [];

describe('The prices of a card by its first digits (rule 16)', () => {
  test('are those of the bank of the card, the single payment first', async () => {
    const scene = await linkInMemory();
    const akbank = { posId: 'akbank', bankCode: '46', isDefault: false, rates: ratesOf({ 1: '1', 3: '3' }) };
    await scene.put(virtualPosItems(posWith({ ...scene.pos, ...akbank })).current);
    await scene.put(binItem({ bin: BIN, bankCode: '46' }));
    const shown = await scene.post({ action: 'quote', bin: BIN });
    expect(totalsIn(shown)).toEqual([
      [1, 10_100],
      [3, 10_300],
    ]);
    expect(shown).toMatchObject({ kind: 'card', chosenCount: 1, bin: BIN, problems: [], totalChanged: false });
    expect([scene.met.bins, doneBy(scene)]).toEqual([[BIN], NOTHING]);
    expect(totalsIn(await scene.post({ action: 'quote', bin: '55555555' }))[0]).toEqual([1, 10_200]);
  });

  test('are asked for again where no first digits were typed, and no bank is looked up', async () => {
    const scene = await linkInMemory();
    expect(await scene.post({ action: 'quote', bin: undefined })).toMatchObject({ kind: 'bin' });
    expect(scene.met.bins).toEqual([]);
  });

  test('are none where no virtual POS takes the card, or the dealer is gone', async () => {
    const none = await linkInMemory();
    await none.put(virtualPosItems(posWith({ ...none.pos, enabled: false })).current);
    expect(await none.post({ action: 'quote', bin: BIN })).toMatchObject(ANOTHER);
    expect(await none.pay()).toMatchObject(ANOTHER);
    const gone = await linkInMemory();
    gone.met.dealer = undefined;
    expect(await gone.post({ action: 'quote', bin: BIN })).toMatchObject(ANOTHER);
    expect([doneBy(none), doneBy(gone)]).toEqual([NOTHING, NOTHING]);
  });

  test.each<[string, 'mandatory' | 'choosable', Parameters<typeof linkInMemory>[0]]>([
    ['a link and a dealer that leave it open', 'choosable', {}],
    ['a dealer who requires 3D', 'mandatory', { dealer: { threeDRequired: true } }],
    [
      'a link after a 3D that failed (rule 20)',
      'mandatory',
      { link: { progress: { ...NO_PROGRESS, threeDOnly: true } } },
    ],
  ])('come with the question for 3D as %s: %s', async (_of, threeD, options) => {
    const scene = await linkInMemory(options);
    expect(await scene.post({ action: 'quote', bin: BIN })).toMatchObject({ threeD });
    expect(await scene.pay({ choice: undefined })).toMatchObject({ kind: 'card', threeD });
    // What a form did not ask is not taken from a post either.
    const paid = await scene.pay();
    expect(paid.kind).toBe(threeD === 'mandatory' ? 'hand-over' : 'moved');
  });
});

describe('A post of a whole card', () => {
  test.each([
    ['another total', { count: 1, total: minor(10_199) }, 1],
    ['a count that the card has no price for', { count: 6, total: minor(10_200) }, 1],
    ['no choice', undefined, 1],
    ['another total of the count that was chosen', { count: 3, total: minor(10_499) }, 3],
  ])('with %s pays nothing, and shows the right totals first (rule 16)', async (_what, choice, chosenCount) => {
    const scene = await linkInMemory();
    const shown = await scene.pay({ choice });
    expect(shown).toMatchObject({ kind: 'card', totalChanged: true, chosenCount, problems: [], bin: BIN });
    expect(totalsIn(shown)).toEqual([
      [1, 10_200],
      [3, 10_500],
    ]);
    expect(doneBy(scene)).toEqual(NOTHING);
  });

  test('with a mistake in it pays nothing, and names the field', async () => {
    const scene = await linkInMemory();
    const shown = await scene.pay({ card: { cvc: '12' } });
    expect(shown).toMatchObject({ kind: 'card', totalChanged: false, problems: ['cvc'], chosenCount: 1, bin: BIN });
    expect(doneBy(scene)).toEqual(NOTHING);
  });

  test('is charged what was chosen, at the virtual POS that the price is of', async () => {
    const scene = await linkInMemory();
    expect(await scene.pay({ choice: { count: 3, total: minor(10_500) } })).toMatchObject({ kind: 'moved' });
    expect(scene.attempts()).toMatchObject([
      { state: 'approved', terms: { total: 10_500, installments: 3 }, pos: { posId: 'isbank' } },
    ]);
    expect(scene.met.asked.charge).toMatchObject([
      [{ posId: 'isbank' }, { amount: 10_500, installments: 3, card: TYPED, payerAddress: '203.0.113.7' }, {}],
    ]);
  });

  test('looks up the bank of its digits alone, however they were typed', async () => {
    const scene = await linkInMemory();
    await scene.pay({ card: { number: '4111 1111-1111 1111' } });
    expect(scene.met.bins).toEqual([TYPED.number]);
    await scene.pay({ card: { number: undefined } });
    await scene.pay({ card: { number: 'no digits' } });
    expect(scene.met.bins).toEqual([TYPED.number]);
  });
});

describe('A card is not tried, and no attempt is written, where', () => {
  test.each<[string, (scene: LinkInMemory) => unknown]>([
    ['the stage is paused (rule 18)', ({ met }) => Object.assign(met, { stagePaused: true })],
    ['the dealer is paused', ({ met, dealer }) => Object.assign(met, { dealer: { ...dealer, paused: true } })],
    ['the dealer is disabled', ({ met, dealer }) => Object.assign(met, { dealer: { ...dealer, enabled: false } })],
    ['the dealer is gone', ({ met }) => Object.assign(met, { dealer: undefined })],
    ['the breaker admits no charge (rule 46)', ({ met }) => Object.assign(met, { admits: false })],
  ])('%s', async (_why, change) => {
    const scene = await linkInMemory();
    change(scene);
    expect(await scene.pay()).toMatchObject(LATER);
    expect(doneBy(scene)).toEqual(NOTHING);
  });

  test('the breaker allows no start with 3D, while a charge is a probe of its own (rule 46)', async () => {
    const scene = await linkInMemory();
    scene.met.allowsStart = false;
    expect(await scene.pay({ withoutThreeD: false })).toMatchObject(LATER);
    expect(doneBy(scene)).toEqual(NOTHING);
    expect(await scene.pay()).toMatchObject({ kind: 'moved' });
    const probing = await linkInMemory();
    probing.met.admits = false;
    expect(await probing.pay({ withoutThreeD: false })).toMatchObject({ kind: 'hand-over' });
  });

  test('the reusable link of the request takes no payment any more (rule 51)', async () => {
    const madeOf = { name: 'a'.repeat(26), userPosLinkId: 7, linkCode: 'COURSE' };
    const link: Partial<PaymentRequest> = { madeOf };
    const scene = await linkInMemory({ link });
    expect(await scene.pay()).toMatchObject({ kind: 'link', passOn: false });
    expect(doneBy(scene)).toEqual(NOTHING);
  });

  test('whatever comes of a charge that was admitted, the probe of the breaker is given back', async () => {
    const scene = await linkInMemory();
    await scene.pay();
    expect(scene.met.released).toBe(1);
    const failing = await linkInMemory();
    failing.met.charge = new Error('a defect');
    await expect(failing.pay()).rejects.toThrow('a defect');
    expect(failing.met.released).toBe(1);
  });
});
