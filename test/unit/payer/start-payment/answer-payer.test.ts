import { describe, expect, test } from 'vitest';
import { answerPayer } from '../../../../functions/payer/start-payment/answer-payer.ts';
import type { PayerCall, PayerPostOutcome } from '../../../../functions/payer/start-payment/payer-call.ts';
import type { FormField } from '../../../../shared/domain/form-field.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { texts } from '../../../../shared/pages/texts.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { linkWith } from '../../../support/dealer/records.ts';
import { termsWith } from '../../../support/dealer/virtual-pos.ts';
import { pageCall, shownBy } from '../../../support/payment/page-calls.ts';

const NUMBER = '4111111111111111';
/** No digits, so that nothing else of a page is like it by chance. */
const CVC = 'cvc-that-was-typed';
const clock = new FakeClock();
const link = linkWith({
  createdAtMs: clock.now(),
  source: 'mobile-3d',
  terms: termsWith({ cardStorage: 'payer-decides' }),
});
const { notices, decline, cardForm } = texts.en;
const CARD = { reference: 'a1b2c3d4', brand: 'visa', lastFour: '4242' } as const;
const TYPED = [
  ['action', 'pay'],
  ['cardNumber', NUMBER],
  ['expiry', '12/30'],
  ['cvc', CVC],
  ['holderName', 'Ada Lovelace'],
  ['choice', '3:10500'],
] as const;
const FRAMED = 'https://shop.example';

/** What a post is answered with where the use case answers so, and what the use case was asked. */
const answered = async (
  outcome: PayerPostOutcome,
  {
    posted = TYPED,
    token = link.token,
    hasStored = false,
  }: { posted?: readonly FormField[]; token?: string; hasStored?: boolean } = {},
) => {
  const asked: PayerCall[] = [];
  const answer = await answerPayer({
    start: async (call) => {
      asked.push(call);
      return outcome;
    },
    looks: { of: async () => ({ accent: '#123456' }) },
    offered: async () => (hasStored ? [CARD] : []),
    clock,
    baseUrl: 'https://pay.example',
  })(pageCall({ parameters: { token }, posted, sourceAddress: '2001:db8:1:2:3::4' }));
  return { ...shownBy(answer), asked };
};

const quote = (count: number, total: number) => {
  const monthly = minor(Math.floor(total / count));
  return { count, total: minor(total), commission: minor(total - 10_000), monthly, firstMonth: monthly };
};
const card: Extract<PayerPostOutcome, { kind: 'card' }> = {
  kind: 'card',
  link,
  quotes: [quote(1, 10_200), quote(3, 10_500)],
  chosenCount: 3,
  bin: NUMBER.slice(0, 8),
  problems: [],
  threeD: 'choosable',
  totalChanged: false,
};

describe('What a post on the page of a link is read as', () => {
  const askedBy = async (posted: readonly FormField[]) =>
    (await answered({ kind: 'unknown' }, { posted })).asked[0]?.posted;

  test('a whole card, with what was chosen, and its payer by the address', async () => {
    const { asked } = await answered({ kind: 'unknown' });
    const choice = { count: 3, total: 10_500 };
    const typed = { number: NUMBER, expiryMonth: '12', expiryYear: '30', cvc: CVC, holderName: 'Ada Lovelace' };
    expect(asked).toEqual([
      {
        token: link.token,
        posted: { action: 'pay', card: typed, choice, withoutThreeD: false, storesCard: false },
        payerAddress: '2001:db8:1:2:3::4',
        addressScope: '2001:db8:1:2::/64',
        language: 'en',
      },
    ]);
  });

  test.each([
    ['threeD', '0', { withoutThreeD: true, storesCard: false }],
    ['threeD', '1', { withoutThreeD: false, storesCard: false }],
    ['storeCard', '1', { withoutThreeD: false, storesCard: true }],
    ['storeCard', 'on', { withoutThreeD: false, storesCard: false }],
  ])('%s = %s: 3D is left out, and a card stored, only where its payer says so', async (name, value, wish) => {
    expect(await askedBy([...TYPED, [name, value]])).toMatchObject(wish);
  });

  test.each<[string, readonly FormField[], object]>([
    [
      'the first digits of a card',
      [
        ['action', 'quote'],
        ['cardNumber', '4111 1111 1'],
      ],
      { action: 'quote', bin: '41111111' },
    ],
    [
      'too few digits',
      [
        ['action', 'quote'],
        ['cardNumber', '4111'],
      ],
      { action: 'quote', bin: undefined },
    ],
    [
      'a button',
      [
        ['action', 'give-up'],
        ['cardNumber', NUMBER],
      ],
      { action: 'give-up' },
    ],
    ['another try', [['action', 'retry']], { action: 'retry' }],
    ['what no form of ours posts', [['action', 'refund']], { action: 'look' }],
    ['nothing', [], { action: 'look' }],
  ])('%s', async (_what, posted, read) => expect(await askedBy(posted)).toEqual(read));

  test('a body that is too large looks at the link', async () => {
    const asked: PayerCall[] = [];
    const start = async (call: PayerCall): Promise<PayerPostOutcome> => {
      asked.push(call);
      return { kind: 'link', link, passOn: false };
    };
    const ports = {
      looks: { of: async () => undefined },
      offered: async () => [],
      clock,
      baseUrl: 'https://pay.example',
    };
    await answerPayer({ ...ports, start })(pageCall({ parameters: { token: link.token }, posted: undefined }));
    expect(asked).toMatchObject([{ posted: { action: 'look' } }]);
  });

  test('nothing at an address that is none: no link is looked up', async () => {
    for (const token of ['', 'x', `${link.token}x`]) {
      const { asked, statusCode, markup } = await answered({ kind: 'link', link, passOn: false }, { token });
      expect([asked, statusCode, markup.includes('Link not found')]).toEqual([[], 404, true]);
    }
  });
});

describe('What a payer is shown who must not be on the form again', () => {
  test.each([
    [false, ''],
    [true, '&then=report'],
  ])('the page of the link, by a move that posts no card again; on to the dealer: %s', async (passOn, more) => {
    const { location } = await answered({ kind: 'link', link, passOn });
    expect(location).toBe(`https://pay.example/pay/${link.token}?lang=en${more}`);
  });

  test('the result, where the move leads', async () => {
    expect(await answered({ kind: 'moved', location: '/result' })).toMatchObject({ location: '/result' });
  });

  test('the form for the bank’s gate, which holds the card', async () => {
    const form = { action: 'https://gate.example/3d', fields: [['pan', NUMBER]] } as const;
    const { statusCode, kind, markup, frameAncestor } = await answered({ kind: 'hand-over', link, form });
    expect([statusCode, kind, frameAncestor]).toEqual([200, 'hand-over', FRAMED]);
    expect(markup).toContain('action="https://gate.example/3d"');
  });

  test('that the link is unknown, or that the dealer began it again, in the looks of the dealer', async () => {
    expect(await answered({ kind: 'unknown' })).toMatchObject({ statusCode: 404 });
    for (const [wasCharged, said] of [
      [true, texts.en.begunAgain.givenBack],
      [false, texts.en.begunAgain.nothingCharged],
    ] as const) {
      const shown = await answered({ kind: 'begun-again', link, wasCharged });
      expect([shown.statusCode, shown.frameAncestor]).toEqual([410, FRAMED]);
      expect(shown.markup).toContain(said);
      expect(shown.markup).toContain('#123456');
    }
  });
});

describe('The form that is shown again', () => {
  const valueIn = (markup: string, name: string): string | undefined =>
    new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(markup)?.[0].match(/ value="([^"]*)"/)?.[1];
  /** What is said of a field; empty where nothing is. */
  const problemOf = (markup: string, id: string): string =>
    new RegExp(`id="${id}-problem"[^>]*>([^<]*)<`).exec(markup)?.[1] ?? '';
  const typedOn = (markup: string) =>
    ['cardNumber', 'expiry', 'holderName', 'cvc'].map((name) => valueIn(markup, name) ?? '');
  const ALL = [NUMBER, '12/30', 'Ada Lovelace', ''];

  test('after a choice shows the prices, the one that was chosen, and all that was typed but the security code', async () => {
    const { statusCode, kind, frameAncestor, markup } = await answered(card);
    expect([statusCode, kind, frameAncestor]).toEqual([200, 'form', FRAMED]);
    expect(markup).toContain('value="1:10200"');
    expect(markup).toMatch(/value="3:10500"[^>]* checked/);
    expect(typedOn(markup)).toEqual(ALL);
    expect(markup).not.toContain(CVC);
    expect(markup).toContain('name="threeD"');
    expect(markup).toContain('name="storeCard"');
    expect(markup).not.toContain('tabindex="-1" autofocus');
    expect(markup).toContain('#123456');
  });

  test.each<[string, Partial<typeof card>, string | undefined]>([
    ['another total', { totalChanged: true }, notices['total-changed'].sentence],
    ['prices that are not shown', { provisional: true, totalChanged: true }, notices['no-quotes'].sentence],
  ])('says so after %s (rules 16, 34)', async (_what, changes, said) => {
    expect((await answered({ ...card, ...changes })).markup).toContain(said);
    expect((await answered(card)).markup).not.toContain(said);
  });

  test('names each field that was left empty, or is wrong', async () => {
    const { problems: words } = cardForm;
    const problems = ['number', 'expiry', 'cvc', 'holderName'] as const;
    const saidOn = (markup: string) =>
      ['card-number', 'expiry', 'cvc', 'holder-name'].map((id) => problemOf(markup, id));
    const empty = await answered(
      { ...card, problems },
      {
        posted: [
          ['action', 'pay'],
          ['cardNumber', '  '],
        ],
      },
    );
    expect(saidOn(empty.markup)).toEqual(problems.map((field) => words[field].missing));
    // The security code is not given back, so that it has to be typed again whatever it was.
    const typed = await answered({ ...card, problems });
    expect(saidOn(typed.markup)).toEqual(problems.map((field) => words[field][field === 'cvc' ? 'missing' : 'wrong']));
  });

  test('without the first digits asks for the number', async () => {
    const { missing, wrong } = cardForm.problems.number;
    const saidOf = async (outcome: PayerPostOutcome, posted?: readonly FormField[]) =>
      problemOf((await answered(outcome, posted === undefined ? {} : { posted })).markup, 'card-number');
    expect(await saidOf({ kind: 'bin', link }, [['action', 'quote']])).toBe(missing);
    expect(await saidOf({ kind: 'bin', link })).toBe(wrong);
    expect(await saidOf({ kind: 'form', link })).toBe('');
  });

  test('after a card that is refused keeps the name alone, and all where the same card may try again', async () => {
    const refused = await answered({ kind: 'declined', link, advice: 'try-another-card' });
    expect(typedOn(refused.markup)).toEqual(['', '', 'Ada Lovelace', '']);
    expect(refused.markup).toContain(decline['try-another-card'].sentence);
    const later = await answered({ kind: 'declined', link, advice: 'try-later' });
    expect(typedOn(later.markup)).toEqual(ALL);
    expect(later.markup).toContain(decline['try-later'].heading);
    expect(typedOn((await answered({ kind: 'form', link })).markup)).toEqual(ALL);
  });

  test('offers the stored cards of the link’s customer, where there are any', async () => {
    for (const outcome of [card, { kind: 'form', link }] as const) {
      expect((await answered(outcome, { hasStored: true })).markup).toContain('value="a1b2c3d4"');
      const { markup } = await answered(outcome);
      expect(markup).not.toContain('a1b2c3d4');
      expect(markup).not.toMatch(/id="card-form"[^>]* action=/);
    }
  });
});
