import { describe, expect, test } from 'vitest';
import { secretsItem } from '../../../../shared/adapters/dynamodb/link/secrets-item.ts';
import { dynamoReusableLinks } from '../../../../shared/adapters/dynamodb/reusable-link/reusable-links.ts';
import type { LinkAttempt } from '../../../../shared/domain/attempt/attempt.ts';
import { THREE_D_LIFE_MS } from '../../../../shared/domain/attempt/timing.ts';
import { MAX_ATTEMPTS_PER_LINK } from '../../../../shared/domain/link/attempt-count.ts';
import { NO_PROGRESS } from '../../../../shared/domain/link/payment-request.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { callbackAddressOf, referenceOf } from '../../../../shared/domain/payment/payment-name.ts';
import { madeOf } from '../../../../shared/domain/reusable-link/reusable-link.ts';
import { lockedPlace } from '../../../support/link/places-by-hand.ts';
import { reusableLinkWith } from '../../../support/link/reusable-links.ts';
import { linkAttemptWith } from '../../../support/payment/attempts.ts';
import { BASE_URL, type LinkInMemory, linkInMemory } from '../../../support/payment/link-in-memory.ts';
import { itemsOfAttempt, newPaymentName, paymentNames } from '../../../support/payment/stored-payments.ts';

const DECLINED = { kind: 'declined', code: '004', procReturnCode: '05' } as const;
const limitOf = (daily: number, monthly = 1_000_000) => ({
  limits: { TL: { values: { daily: minor(daily), monthly: minor(monthly), shards: 1 } } },
});

const SECRET = 'S'.repeat(22);

/** A link whose payer is at the bank. */
const atBank = async (options: Parameters<typeof linkInMemory>[0] = {}) => {
  const scene = await linkInMemory(options);
  await scene.pay({ withoutThreeD: false });
  return scene;
};

const pageOf = ({ link }: LinkInMemory, more = '') => ({ location: `${BASE_URL}/pay/${link.token}?lang=en${more}` });

/** What the bank was asked to charge, and the budget that is used. */
const charged = async ({ met, used }: LinkInMemory) => [met.asked.provision.length, await used()];
const NOTHING = [0, { daily: 0, monthly: 0 }];

describe('A callback that the bank proves (rules 1, 2, 19)', () => {
  test('is compared with all that was sent to the gate, within three seconds', async () => {
    const scene = await linkInMemory();
    const { begins } = scene.met;
    scene.met.begins = { ...begins, gatewayState: 'state of the gate' } as typeof begins;
    await scene.pay({ withoutThreeD: false });
    scene.clock.advance(60_000);
    await scene.callback();
    const [[account, expected, posted, time] = []] = scene.met.asked.verifyCallback;
    const [[, sent] = []] = scene.met.asked.start3D;
    const { card: _card, payerAddress: _address, ...echoed } = sent ?? expect.unreachable();
    expect(expected).toEqual({ ...echoed, gatewayState: 'state of the gate' });
    expect(expected?.okUrl).toBe(`${BASE_URL}/3d/${callbackAddressOf(scene.attempts()[0] ?? expect.unreachable())}`);
    expect([account?.posId, posted, time]).toEqual(['isbank', [['md', 'MD']], { answerBy: scene.clock.now() + 3000 }]);
  });

  test('is charged once, with what the authentication proved, and leads to the result', async () => {
    const scene = await atBank({ dealer: limitOf(1_000_000) });
    const outcome = await scene.callback();
    const { progress, state } = await scene.linkNow();
    const location = `${BASE_URL}/result/${progress.result?.resultReference}?lang=en`;
    expect([outcome, state]).toEqual([{ location }, 'paid']);
    expect(scene.attempts()).toMatchObject([{ state: 'approved', mdStatus: 1 }]);
    expect(scene.met.asked.provision).toMatchObject([
      [{ posId: 'isbank' }, { amount: 10_200, authentication: { cavv: 'CAVV' }, payerAddress: '203.0.113.7' }, {}],
    ]);
    expect(await scene.used()).toEqual({ daily: 10_200, monthly: 10_200 });
    // Posted again, it shows the link as it is, and neither verifies nor charges.
    expect(await scene.callback()).toEqual(pageOf(scene));
    expect([scene.met.asked.verifyCallback.length, scene.met.asked.provision.length]).toEqual([1, 1]);
  });

  test('of which two come at once is charged once', async () => {
    const scene = await atBank();
    const outcomes = await Promise.all([scene.callback(), scene.callback()]);
    expect(outcomes.filter((one) => one?.location === pageOf(scene).location)).toHaveLength(1);
    expect([scene.met.asked.provision.length, scene.ends()]).toEqual([1, [['approved', undefined, 'paid']]]);
  });

  test.each([
    ['an attempt is left', MAX_ATTEMPTS_PER_LINK - 2, ''],
    ['it was the last one (rule 33)', MAX_ATTEMPTS_PER_LINK - 1, '&then=report'],
  ])(
    'and whose charge is declined leads to the link, and on to the dealer only where %s',
    async (_what, attempts, more) => {
      const scene = await atBank({ link: { progress: { ...NO_PROGRESS, attempts } } });
      scene.met.charge = DECLINED;
      expect(await scene.callback()).toEqual(pageOf(scene, more));
      expect(scene.ends()).toEqual([['declined', '004', 'failed']]);
    },
  );

  test('and whose charge has no answer leads to the link, and the attempt stays open', async () => {
    const scene = await atBank();
    scene.met.charge = { kind: 'unknown', cause: 'time-out' };
    expect(await scene.callback()).toEqual(pageOf(scene));
    expect(scene.ends()).toEqual([['charging', undefined, 'nobody']]);
  });

  test('leads where the attempt began, also once the stage has another address (rule 45)', async () => {
    const scene = await atBank();
    const [attempt] = scene.attempts();
    await scene.put(...itemsOfAttempt({ ...attempt, baseUrl: 'https://former.example' } as LinkAttempt));
    expect((await scene.callback())?.location).toMatch(/^https:\/\/former\.example\/result\//);
    const [[, expected] = []] = scene.met.asked.verifyCallback;
    expect(expected).toMatchObject({ okUrl: expect.stringMatching(/^https:\/\/former\.example\/3d\//) });
    const older = await atBank();
    const { baseUrl: _none, ...without } = older.attempts()[0] ?? expect.unreachable();
    await older.put(...itemsOfAttempt(without));
    expect((await older.callback())?.location).toMatch(/^https:\/\/pay\.example\/result\//);
  });
});

describe('A callback that changes nothing', () => {
  test('is one to an address that no attempt has', async () => {
    const scene = await atBank();
    expect(await scene.callback(`${'a'.repeat(26)}.01.${'S'.repeat(22)}`)).toBeUndefined();
    expect(scene.met.asked.verifyCallback).toEqual([]);
  });

  test.each([{ kind: 'refused', reason: 'hash' } as const, { kind: 'unknown' } as const])(
    'is one of which the gateway says %j: the payer goes on at the link',
    async (verdict) => {
      const scene = await atBank({ dealer: limitOf(1_000_000) });
      scene.met.verdict = verdict;
      const before = scene.table.rows();
      expect(await scene.callback()).toEqual(pageOf(scene));
      expect(scene.table.rows()).toEqual(before);
      expect(await charged(scene)).toEqual(NOTHING);
    },
  );

  test('is one that comes fifteen minutes after the start: it is not even verified (rule 15)', async () => {
    const scene = await atBank({ dealer: limitOf(1_000_000) });
    scene.clock.advance(THREE_D_LIFE_MS);
    expect(await scene.callback()).toEqual(pageOf(scene));
    expect([scene.met.asked.verifyCallback, await charged(scene)]).toEqual([[], NOTHING]);
    expect(scene.ends()).toEqual([['authenticating', undefined, 'nobody']]);
    const early = await atBank();
    early.clock.advance(THREE_D_LIFE_MS - 1);
    await early.callback();
    expect(early.ends()).toEqual([['approved', undefined, 'paid']]);
  });

  test('is one of a link that was given up meanwhile', async () => {
    const scene = await atBank({ dealer: limitOf(1_000_000) });
    await scene.post({ action: 'give-up' });
    expect(await scene.callback()).toEqual(pageOf(scene));
    expect(await charged(scene)).toEqual(NOTHING);
  });
});

describe('An attempt that ends as declined, and is not charged', () => {
  test('is one whose 3D failed: from then on the link takes 3D only (rule 20)', async () => {
    const scene = await atBank({ dealer: limitOf(1_000_000) });
    scene.met.verdict = { kind: 'failed', code: '012', mdStatus: 0 };
    expect(await scene.callback()).toEqual(pageOf(scene));
    expect([scene.ends(), await charged(scene)]).toEqual([[['declined', '012', 'failed']], NOTHING]);
    expect(scene.attempts()).toMatchObject([{ mdStatus: 0 }]);
    expect((await scene.linkNow()).progress).toMatchObject({ threeDOnly: true, lastDecline: { code: '012' } });
    expect(await scene.pay()).toMatchObject({ kind: 'hand-over' });
  });

  test.each<[string, string, (scene: LinkInMemory) => unknown]>([
    ['the stage is paused (rule 18)', '000', ({ met }) => Object.assign(met, { stagePaused: true })],
    ['the dealer is paused', '000', ({ met, dealer }) => Object.assign(met, { dealer: { ...dealer, paused: true } })],
    ['the dealer is gone', '000', ({ met }) => Object.assign(met, { dealer: undefined, admits: false })],
    ['the breaker admits no charge (rule 46)', '008', ({ met }) => Object.assign(met, { admits: false })],
    [
      'the day’s limit is short by now',
      '000',
      ({ met, dealer }) => Object.assign(met, { dealer: { ...dealer, ...limitOf(10_199) } }),
    ],
    [
      'the month’s limit is short by now',
      '000',
      ({ met, dealer }) => Object.assign(met, { dealer: { ...dealer, ...limitOf(1_000_000, 10_199) } }),
    ],
  ])('is one after which %s: %s', async (_why, code, change) => {
    const scene = await atBank({ dealer: limitOf(1_000_000) });
    change(scene);
    expect(await scene.callback()).toEqual(pageOf(scene));
    expect([scene.ends(), await charged(scene)]).toEqual([[['declined', code, 'failed']], NOTHING]);
    expect(scene.attempts()).toMatchObject([{ mdStatus: 1 }]);
  });

  test('is one of a reusable link whose last place was taken meanwhile (rule 51)', async () => {
    const course = reusableLinkWith({ dealerCode: 'D1', maxPayments: 1 });
    const scene = await linkInMemory({ link: { madeOf: madeOf(course, 1) }, dealer: limitOf(1_000_000) });
    const links = dynamoReusableLinks(scene.table, paymentNames);
    await links.create(course);
    await scene.pay({ withoutThreeD: false });
    await lockedPlace(scene.table, course, 'paid');
    expect(await scene.callback()).toEqual(pageOf(scene));
    expect([scene.ends(), await charged(scene)]).toEqual([[['declined', '000', 'failed']], NOTHING]);
    expect(await links.placesOf(course.name)).toMatchObject([{ free: 0, held: 0, paid: 1 }]);
  });
});

test('whatever comes of a charge that was admitted, the probe of the breaker is given back (rule 46)', async () => {
  const scene = await atBank();
  const { released } = scene.met;
  await scene.callback();
  expect(scene.met.released - released).toBe(1);
  const failing = await atBank();
  failing.met.charge = new Error('a defect');
  await expect(failing.callback()).rejects.toThrow('a defect');
  expect(failing.met.released - released).toBe(1);
});

describe('The 3D payment of a shop', () => {
  const fromShop = async (monthly: number) => {
    const payment = newPaymentName();
    const latest = referenceOf({ payment, number: 1 });
    const token = callbackAddressOf({ reference: latest, callbackSecret: SECRET });
    const progress = { ...NO_PROGRESS, attempts: 1, generation: 1, latest };
    const shop = { payment, token, source: 'three-d', shop: { signed: true }, progress } as const;
    const scene = await linkInMemory({ link: shop, dealer: limitOf(1_000_000, monthly) });
    const { clock, pos, link } = scene;
    const shopCharge = { splits: [], caller: {} } as const;
    const begun = { state: 'authenticating', startedAtMs: clock.now(), pos, language: 'en', shop: shopCharge } as const;
    const { pendingCard: _none, ...attempt } = linkAttemptWith(link, begun);
    await scene.put(...itemsOfAttempt(attempt), secretsItem(link, { card: undefined, begunAtMs: clock.now() }));
    return scene;
  };
  const box = ({ link }: LinkInMemory) => ({ location: `${BASE_URL}/box/${link.token}?lang=en` });

  test('uses the budget of the day alone (decisions: limits)', async () => {
    const scene = await fromShop(1);
    expect((await scene.callback())?.location).toMatch(/\/result\//);
    expect(await scene.used()).toEqual({ daily: 10_000, monthly: 0 });
  });

  test('leads back to its own page where nothing was charged', async () => {
    const refused = await fromShop(1_000_000);
    refused.met.verdict = { kind: 'refused', reason: 'hash' };
    expect(await refused.callback()).toEqual(box(refused));
    const declined = await fromShop(1_000_000);
    declined.met.charge = DECLINED;
    expect(await declined.callback()).toEqual(box(declined));
    expect(declined.ends()).toEqual([['declined', '004', 'failed']]);
  });
});
