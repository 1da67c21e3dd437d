import { describe, expect, test } from 'vitest';
import { dynamoReusableLinks } from '../../../../shared/adapters/dynamodb/reusable-link/reusable-links.ts';
import { MAX_ATTEMPTS_PER_LINK } from '../../../../shared/domain/link/attempt-count.ts';
import { NO_PROGRESS } from '../../../../shared/domain/link/payment-request.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { madeOf } from '../../../../shared/domain/reusable-link/reusable-link.ts';
import { testCard } from '../../../../shared/nestpay/test-cards.ts';
import { BankCallNotAllowed } from '../../../../shared/ports/bank-gateway.ts';
import { termsWith } from '../../../support/dealer/virtual-pos.ts';
import { lockedPlace } from '../../../support/link/places-by-hand.ts';
import { reusableLinkWith } from '../../../support/link/reusable-links.ts';
import { BASE_URL, linkInMemory } from '../../../support/payment/link-in-memory.ts';
import { paymentNames } from '../../../support/payment/stored-payments.ts';

const ANOTHER = { kind: 'declined', advice: 'try-another-card' };
const DECLINED = { kind: 'declined', code: '004', procReturnCode: '05' } as const;
const limitOf = (daily: number, monthly = 1_000_000) => ({
  limits: { TL: { values: { daily: minor(daily), monthly: minor(monthly), shards: 1 } } },
});
const OTHER_CARD = '4242424242424242';

describe('A card that is charged without 3D', () => {
  test('leads to the result of the link, in the payer’s language', async () => {
    const scene = await linkInMemory();
    const outcome = await scene.pay();
    const { progress, state } = await scene.linkNow();
    const location = `${BASE_URL}/result/${progress.result?.resultReference}?lang=en`;
    expect([outcome, state]).toEqual([{ kind: 'moved', location }, 'paid']);
    expect(scene.ends()).toEqual([['approved', undefined, 'paid']]);
  });

  test('uses the dealer’s budget of the day and of the month, from the moment of its intent', async () => {
    const scene = await linkInMemory({ dealer: limitOf(1_000_000) });
    await scene.pay();
    expect(await scene.used()).toEqual({ daily: 10_200, monthly: 10_200 });
    scene.met.charge = DECLINED;
    const other = await linkInMemory({ dealer: limitOf(1_000_000) });
    other.met.charge = DECLINED;
    await other.pay();
    expect(await other.used()).toEqual({ daily: 0, monthly: 0 });
  });

  test.each([
    ['day', limitOf(10_199)],
    ['month', limitOf(1_000_000, 10_199)],
  ])(
    'is declined as 000 where the budget of the %s is short, and no bank hears of it (rule 17)',
    async (_period, dealer) => {
      const scene = await linkInMemory({ dealer });
      expect(await scene.pay()).toMatchObject({ kind: 'link', passOn: false });
      expect(scene.ends()).toEqual([['declined', '000', 'failed']]);
      expect([scene.met.asked.charge, await scene.used()]).toEqual([[], { daily: 0, monthly: 0 }]);
    },
  );

  test.each([
    ['another attempt is left', MAX_ATTEMPTS_PER_LINK - 2, false],
    ['it was the last one (rule 33)', MAX_ATTEMPTS_PER_LINK - 1, true],
  ])('and declined leads to the link, and on to the dealer only where %s', async (_what, attempts, passOn) => {
    const scene = await linkInMemory({ link: { progress: { ...NO_PROGRESS, attempts } } });
    scene.met.charge = DECLINED;
    expect(await scene.pay()).toMatchObject({ kind: 'link', passOn });
    expect(scene.ends()).toEqual([['declined', '004', 'failed']]);
  });

  test('whose answer is unknown stays the active attempt, and nobody is told anything', async () => {
    const scene = await linkInMemory();
    scene.met.charge = { kind: 'unknown', cause: 'time-out' };
    expect(await scene.pay()).toMatchObject({ kind: 'link', passOn: false });
    expect(scene.ends()).toEqual([['charging', undefined, 'nobody']]);
    expect((await scene.linkNow()).progress.activeAttempt).toBe(scene.attempts()[0]?.reference);
  });

  test('and refused by a gateway that the stage does not allow asks for another card; a defect is not hidden', async () => {
    const scene = await linkInMemory();
    scene.met.charge = new BankCallNotAllowed('not this card');
    expect(await scene.pay()).toMatchObject(ANOTHER);
    const failing = await linkInMemory();
    failing.met.charge = new TypeError('a defect');
    await expect(failing.pay()).rejects.toThrow('a defect');
  });
});

describe('A request of a reusable link with places (rule 51)', () => {
  const withPlaces = async (taken: number) => {
    const course = reusableLinkWith({ dealerCode: 'D1', maxPayments: 2 });
    const scene = await linkInMemory({ link: { madeOf: madeOf(course, 1) } });
    await dynamoReusableLinks(scene.table, paymentNames).create(course);
    scene.met.beforeWrite = async () => {
      scene.met.beforeWrite = async () => undefined;
      for (let place = 0; place < taken; place += 1) await lockedPlace(scene.table, course, 'paid');
    };
    const places = async () => (await dynamoReusableLinks(scene.table, paymentNames).placesOf(course.name))[0];
    return { scene, places };
  };

  test('takes one with its charge', async () => {
    const { scene, places } = await withPlaces(1);
    expect(await scene.pay()).toMatchObject({ kind: 'moved' });
    expect(await places()).toMatchObject({ free: 0, held: 0, paid: 2 });
  });

  test('begins nothing where others took the last one just before', async () => {
    const { scene, places } = await withPlaces(2);
    expect(await scene.pay()).toMatchObject({ kind: 'link', passOn: false });
    expect([scene.attempts(), scene.met.asked.charge]).toEqual([[], []]);
    expect(await places()).toMatchObject({ free: 0, held: 0, paid: 2 });
  });
});

describe('The card of an attempt', () => {
  test.each([
    ['without 3D', true],
    ['with 3D', false],
  ])(
    '%s must be a test card in a sandbox stage, and nothing is written for another one (rule 22)',
    async (_way, withoutThreeD) => {
      const scene = await linkInMemory();
      expect(await scene.pay({ withoutThreeD, card: { number: OTHER_CARD } })).toMatchObject(ANOTHER);
      expect([scene.attempts(), scene.met.asked.charge, scene.met.asked.start3D]).toEqual([[], [], []]);
      const real = await linkInMemory({ changes: { sandbox: false } });
      expect((await real.pay({ withoutThreeD, card: { number: OTHER_CARD } })).kind).toBe(
        withoutThreeD ? 'moved' : 'hand-over',
      );
    },
  );

  test.each([
    ['of a sandbox stage', true, 'troy', undefined],
    ['of American Express', false, 'american-express', '1234'],
  ])(
    '%s of a brand without 3D is declined as 013 with 3D, and charged without',
    async (_of, sandbox, id, cvc = '123') => {
      const scene = await linkInMemory({ changes: { sandbox } });
      const card = { number: testCard(id).number, cvc };
      expect(await scene.pay({ withoutThreeD: false, card })).toMatchObject({ kind: 'link' });
      expect([scene.ends(), scene.met.asked.start3D]).toEqual([[['declined', '013', 'failed']], []]);
      expect(await scene.pay({ card })).toMatchObject({ kind: 'moved' });
    },
  );

  const storing = (cardStorage: 'payer-decides' | 'never') => ({
    link: {
      dealerCustomerId: 100_001,
      customerCode: 'C-1',
      terms: termsWith({ commissionByDealer: 0, threeDMandatory: false, cardStorage }),
    },
  });
  const storedIn = ({ table }: Awaited<ReturnType<typeof linkInMemory>>) =>
    table.rows().filter(({ entity }) => entity === 'stored-card').length;

  test('is stored with the approval where its payer has ticked the box, and not without', async () => {
    const [ticked, plain] = [
      await linkInMemory(storing('payer-decides')),
      await linkInMemory(storing('payer-decides')),
    ];
    await ticked.pay({ storesCard: true });
    await plain.pay();
    expect([storedIn(ticked), storedIn(plain)]).toEqual([1, 0]);
  });

  test('with 3D waits in the attempt to be stored, and is stored once the bank has charged it', async () => {
    const scene = await linkInMemory(storing('payer-decides'));
    await scene.pay({ storesCard: true, withoutThreeD: false });
    expect(scene.attempts()).toMatchObject([{ pendingCard: { customer: { dealerCustomerId: 100_001 } } }]);
    expect(storedIn(scene)).toBe(0);
    await scene.callback();
    expect([scene.ends(), storedIn(scene)]).toEqual([[['approved', undefined, 'paid']], 1]);
  });
});
