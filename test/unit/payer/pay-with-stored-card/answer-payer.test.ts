import { describe, expect, test } from 'vitest';
import { answerPayer } from '../../../../functions/payer/pay-with-stored-card/answer-payer.ts';
import type {
  StoredCardCall,
  StoredCardForm,
  StoredCardOutcome,
} from '../../../../functions/payer/pay-with-stored-card/stored-card-call.ts';
import type { FormField } from '../../../../shared/domain/form-field.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { texts } from '../../../../shared/pages/texts.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { linkWith } from '../../../support/dealer/records.ts';
import { termsWith } from '../../../support/dealer/virtual-pos.ts';
import { pageCall, shownBy } from '../../../support/payment/page-calls.ts';

/** No digits, so that nothing else of a page is like it by chance. */
const CVC = 'cvc-that-was-typed';
const clock = new FakeClock();
const link = linkWith({
  createdAtMs: clock.now(),
  source: 'mobile-3d',
  terms: termsWith({ cardStorage: 'payer-decides' }),
});
const CARD = { reference: 'a1b2c3d4', brand: 'visa', lastFour: '4242' } as const;
const TYPED: readonly FormField[] = [
  ['action', 'pay'],
  ['storedCard', CARD.reference],
  ['cvc', ` ${CVC} `],
  ['password', ' a word '],
  ['choice', '1:10200'],
  ['cardNumber', '5555'],
  ['expiry', '11/31'],
  ['holderName', 'Ada Lovelace'],
];
const quote = (count: number, total: number) => {
  const monthly = minor(Math.floor(total / count));
  return { count, total: minor(total), commission: minor(total - 10_000), monthly, firstMonth: monthly };
};
const form: StoredCardForm = {
  kind: 'stored-card',
  link,
  card: CARD,
  asksPassword: false,
  quotes: [quote(1, 10_200), quote(3, 10_500)],
  chosenCount: 3,
  problems: [],
  totalChanged: false,
};
const HERE = `https://pay.example/pay/${link.token}?lang=en`;

/** What a post is answered with where the use case answers so, and what the use case was asked. */
const answered = async (outcome: StoredCardOutcome, call: Parameters<typeof pageCall>[0] = {}) => {
  const asked: StoredCardCall[] = [];
  const pay = async (one: StoredCardCall): Promise<StoredCardOutcome> => {
    asked.push(one);
    return outcome;
  };
  const looks = { of: async () => ({ accent: '#123456' }) };
  const deps = { pay, looks, offered: async () => [CARD], clock, baseUrl: 'https://pay.example' };
  const from = {
    parameters: { token: link.token },
    sourceAddress: '2001:db8:1:2:3::4',
    browser: { userAgent: 'Firefox' },
  };
  return { ...shownBy(await answerPayer(deps)(pageCall({ posted: TYPED, ...from, ...call }))), asked };
};

describe('What a post about a stored card is read as', () => {
  test('its payment: the CVC without blanks, the password as it was typed', async () => {
    const { asked } = await answered({ kind: 'unknown' });
    const choice = { count: 1, total: 10_200 };
    expect(asked).toEqual([
      {
        token: link.token,
        posted: { action: 'pay', reference: CARD.reference, cvc: CVC, password: ' a word ', choice },
        browser: { userAgent: 'Firefox' },
        payerAddress: '2001:db8:1:2:3::4',
        addressScope: '2001:db8:1:2::/64',
        language: 'en',
      },
    ]);
  });

  test('a payment without CVC, password and choice, and the choice of a card', async () => {
    const posted: readonly FormField[] = [
      ['action', 'pay'],
      ['storedCard', 'x'],
    ];
    expect((await answered({ kind: 'unknown' }, { posted })).asked).toMatchObject([
      { posted: { action: 'pay', reference: 'x', cvc: '', password: '', choice: undefined } },
    ]);
    const chosen = await answered({ kind: 'unknown' }, { posted: [...TYPED, ['choosesCard', 'y']] });
    expect(chosen.asked).toMatchObject([{ posted: { action: 'choose', reference: 'y' } }]);
  });

  test.each<[string, Parameters<typeof pageCall>[0]]>([
    ['an address that is opened', { method: 'GET' }],
    ['a body that is too large', { posted: undefined }],
    [
      'another action',
      {
        posted: [
          ['action', 'quote'],
          ['storedCard', 'x'],
        ],
      },
    ],
    ['a payment by no card', { posted: [['action', 'pay']] }],
  ])('%s leads to the page of the link, and nothing is looked up', async (_what, call) => {
    expect(await answered(form, call)).toMatchObject({ location: HERE, asked: [] });
  });

  test('nothing at an address that is none', async () => {
    for (const token of ['x', undefined]) {
      expect(await answered(form, { parameters: { token } })).toMatchObject({ statusCode: 404, asked: [] });
    }
  });
});

describe('What a payer is shown', () => {
  const inputOf = (markup: string, name: string): string | undefined =>
    new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(markup)?.[0];

  test('the card that was chosen, its prices, its CVC to type, and always 3D; nothing is stored again', async () => {
    const { statusCode, kind, frameAncestor, markup } = await answered(form);
    expect([statusCode, kind, frameAncestor]).toEqual([200, 'form', 'https://shop.example']);
    expect(inputOf(markup, 'storedCard')).toContain('value="a1b2c3d4"');
    expect(markup).toMatch(/value="3:10500"[^>]* checked/);
    expect(markup).toMatch(new RegExp(`id="card-form"[^>]* action="/pay/${link.token}/stored-card\\?lang=en"`));
    expect([inputOf(markup, 'storeCard'), inputOf(markup, 'password')]).toEqual([undefined, undefined]);
    expect(markup).not.toMatch(/type="radio" name="threeD"/);
    expect(markup).not.toContain(CVC);
    expect(markup).toContain('#123456');
    expect(markup).not.toContain('tabindex="-1" autofocus');
    // What was typed of another card waits for the way back.
    expect([inputOf(markup, 'cardNumber'), inputOf(markup, 'expiry'), inputOf(markup, 'holderName')]).toMatchObject([
      expect.stringContaining('value="5555"'),
      expect.stringContaining('value="11/31"'),
      expect.stringContaining('value="Ada Lovelace"'),
    ]);
  });

  test('the field for the password where the customer has one, and what is wrong', async () => {
    const problems = [{ field: 'password', kind: 'wrong' }] as const;
    const { markup } = await answered({ ...form, asksPassword: true, problems });
    expect(inputOf(markup, 'password')).toBeDefined();
    expect(markup).toMatch(new RegExp(`id="password-problem"[^>]*>${texts.en.cardForm.problems.password.wrong}`));
  });

  test.each<[string, StoredCardOutcome, string]>([
    ['another total', { ...form, totalChanged: true }, texts.en.notices['total-changed'].sentence],
    [
      'prices that are not shown',
      { ...form, provisional: true, totalChanged: true },
      texts.en.notices['no-quotes'].sentence,
    ],
    ['a press of a moment ago', { kind: 'being-started', link }, texts.en.notices['being-started'].sentence],
    [
      'a card that is refused',
      { kind: 'declined', link, advice: 'try-another-card' },
      texts.en.decline['try-another-card'].sentence,
    ],
  ])('a notice after %s', async (_what, outcome, said) => {
    expect((await answered(outcome)).markup).toContain(said);
    expect((await answered(form)).markup).not.toContain(said);
  });

  test('the form for any card, with the stored ones, after a card that is refused', async () => {
    const { markup, frameAncestor } = await answered({ kind: 'declined', link, advice: 'try-another-card' });
    expect(frameAncestor).toBe('https://shop.example');
    expect(markup).toContain('name="choosesCard" value="a1b2c3d4"');
    expect(inputOf(markup, 'cardNumber')).toContain('value="5555"');
    expect(markup).toMatch(new RegExp(`id="card-form"[^>]* action="/pay/${link.token}\\?lang=en"`));
  });

  test('the gate’s next form, or the page of the link', async () => {
    const gate = { action: 'https://acs.example/c', fields: [['creq', 'x']], acceptCharset: 'utf-8' } as const;
    const shown = await answered({ kind: 'gate', link, form: gate });
    expect([shown.statusCode, shown.frameAncestor]).toEqual([200, 'https://shop.example']);
    expect(shown.markup).toContain('action="https://acs.example/c"');
    expect((await answered({ kind: 'link', link, passOn: false })).location).toBe(HERE);
    expect((await answered({ kind: 'link', link, passOn: true })).location).toBe(`${HERE}&then=report`);
    expect(await answered({ kind: 'unknown' })).toMatchObject({ statusCode: 404 });
  });
});
