import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { binItem } from '../../../shared/adapters/dynamodb/card/bin-directory.ts';

import { customerKeys } from '../../../shared/adapters/dynamodb/customer/customer-keys.ts';
import { type TestCard, testCard } from '../../../shared/nestpay/test-cards.ts';
import { logHolding } from '../../support/app/app-log.ts';
import { forgetWhatAddressDid, simple } from '../../support/bank/bank-merchants.ts';
import { cardSecretsInLog } from '../../support/card/card-secrets.ts';
import {
  chooseCard,
  newOfferingDealer,
  type OfferingDealer,
  payChosen,
  rowsOn,
} from '../../support/card/offered-cards.ts';
import { ratesOf } from '../../support/dealer/virtual-pos.ts';
import {
  CVC,
  formFor,
  openPage,
  type PayerPage,
  payWith,
  postForm,
  reportOn,
  throughBank,
} from '../../support/payment/payer.ts';
import { putRows } from '../../support/store/store.ts';

const APPROVED = testCard('approved').number;
/** A test card that no ribbon lists. */
const UNLISTED = testCard('sample-3').number;
const PASSWORD = 'gizli-parola-9';
const NOT_USABLE = 'This card could not be used';
const chooses = { SetInstallmentBy: 0, CommissionByDealer: 1 } as const;

const isHandedOver = ({ text }: PayerPage): boolean => text.includes('Taking you to your bank');
const numberOf = (id: TestCard['id']): string => testCard(id).number;

let dealer: OfferingDealer;
beforeAll(async () => {
  dealer = await newOfferingDealer();
  await forgetWhatAddressDid(dealer);
});

/** The page of a link whose customer has one card, and perhaps a password. */
const offered = async (
  { number = APPROVED, password, fields = simple }: { number?: string; password?: string; fields?: object } = {},
  of = dealer,
) => {
  const customer = await of.addCustomer(password);
  const card = await of.addCard(customer, number);
  const url = await of.linkFor(customer, { ...fields });
  return { customer, card, url, page: await openPage(url) };
};

describe('A payer chooses a stored card of the link’s customer (rule 48)', () => {
  test('sees brand and last four digits, types the CVC, confirms by 3D and has paid; nothing is stored again', async () => {
    const { card, url, page } = await offered({
      number: UNLISTED,
      fields: { ...simple, IsThreeD: 0, IsTokenized: 1 },
    });
    expect(rowsOn(page).map(({ text }) => text)).toEqual(['Visa •••• 2283']);
    for (const secret of [card.token, UNLISTED.slice(0, 6)]) expect(page.markup).not.toContain(secret);
    const form = await chooseCard(page);
    expect(form.text).toContain('Visa •••• 2283');
    expect(formFor(form, 'pay').fields.map(([name]) => name)).toEqual([
      'storedCard',
      'cvc',
      'choice',
      'threeD',
      'action',
    ]);
    // 3D is not the payer's to leave out.
    const handOver = await payChosen(form, { cvc: CVC, threeD: '0' });
    expect(isHandedOver(handOver)).toBe(true);
    expect(await dealer.attemptsAt(url)).toMatchObject([{ state: 'authenticating', maskedCard: '453144******2283' }]);
    expect(reportOn(await throughBank(handOver)).fields.resultCode).toBe('');
    expect(await dealer.attemptsAt(url)).toMatchObject([{ state: 'approved', reportedOutcome: 'paid' }]);
    const mine = await dealer.linkAt(url);
    expect(mine.state).toBe('paid');
    expect((await dealer.attemptsAt(url))[0]).not.toHaveProperty('pendingCard');
  });

  test('is quoted by the digits that are shown, and told the new total where the whole number has another bank', async () => {
    const number = numberOf('sample-9');
    const quoted = await newOfferingDealer();
    const [ofSix, ofEight] = ['977', '978'];
    await quoted.putPos({ posId: '2', bankCode: ofSix, isDefault: false, rates: ratesOf({ 1: '0', 2: '5' }) });
    await quoted.putPos({ posId: '3', bankCode: ofEight, isDefault: false, rates: ratesOf({ 1: '0', 2: '7' }) });
    await putRows(quoted.store, [binItem({ bin: number.slice(0, 6), bankCode: ofSix })]);
    const { url, page } = await offered({ number, fields: chooses }, quoted);
    const form = await chooseCard(page);
    expect(formFor(form, 'pay').offers('choice')).toEqual(['1:2750', '2:2888']);
    await putRows(quoted.store, [binItem({ bin: number.slice(0, 8), bankCode: ofEight })]);
    const changed = await payChosen(form, { cvc: CVC, choice: '2:2888' });
    expect(changed.text).toContain('The total has changed');
    expect(changed.text).toContain('Mastercard •••• 5403');
    expect(await quoted.attemptsAt(url)).toEqual([]);
    expect(isHandedOver(await payChosen(changed, { cvc: CVC, choice: '2:2943' }))).toBe(true);
    expect(await quoted.attemptsAt(url)).toMatchObject([{ terms: { installments: 2, total: 2943 } }]);
  });

  test('a field that is empty or wrong is named, and counts as no attempt', async () => {
    const { url, page } = await offered({ password: PASSWORD });
    const form = await chooseCard(page);
    const empty = await payChosen(form, {});
    expect(empty.text).toContain('Enter the security code. Enter your password.');
    const wrong = await payChosen(form, { cvc: '12', password: PASSWORD });
    expect(wrong.text).toContain('Check the security code');
    expect(wrong.markup).not.toContain(PASSWORD);
    expect(await dealer.attemptsAt(url)).toEqual([]);
  });

  test('"use another card" leads back, and nothing typed is lost but the CVC', async () => {
    const { page } = await offered();
    const typed = { cardNumber: '5555 5555', expiry: '09 / 31', holderName: 'Elif', cvc: CVC };
    const form = await chooseCard(page, typed);
    const back = /name="action" value="another-card" formaction="([^"]*)"/.exec(form.markup)?.[1] ?? '';
    const { fields } = formFor(form, 'pay');
    const first = await postForm(
      { action: new URL(back, form.address).href, fields: [['action', 'another-card'], ...fields] },
      {},
    );
    for (const text of ['5555 5555', '09 / 31', 'Elif']) expect(first.markup).toContain(`value="${text}"`);
    expect(first.markup).not.toContain(`value="${CVC}"`);
    expect(rowsOn(first)).toHaveLength(1);
  });

  test('after a mistake in a typed card the form still offers the stored cards, and the address of that page opens the link', async () => {
    const { url, page } = await offered();
    const mistaken = await payWith(page, 'approved', { cvc: '1' });
    expect(mistaken.text).toContain('Enter the security code');
    const [row] = rowsOn(mistaken);
    expect((await openPage(row?.action ?? '')).address).toContain(new URL(url).pathname);
    expect(isHandedOver(await payWith(mistaken, 'approved'))).toBe(true);
  });

  test('a brand without 3D is declined by the service, since a stored card is never charged without it', async () => {
    const { url, page } = await offered({ number: numberOf('american-express') });
    const declined = await payChosen(await chooseCard(page), { cvc: `${CVC}1` });
    expect(declined.text).toContain(NOT_USABLE);
    expect(await dealer.attemptsAt(url)).toMatchObject([{ state: 'declined', bank: { code: '013' } }]);
  });
});

describe('The customer’s password (rules 33 and 48)', () => {
  test('a wrong one is said and counted, is no attempt, and calls no bank; the right one goes on', async () => {
    const { url, page } = await offered({ password: PASSWORD });
    const form = await chooseCard(page);
    const wrong = await payChosen(form, { cvc: CVC, password: `${PASSWORD}x` });
    expect(wrong.text).toContain('Check the password');
    expect(await dealer.attemptsAt(url)).toEqual([]);
    expect((await dealer.linkAt(url)).progress).toMatchObject({ attempts: 0, wrongPasswords: 1 });
    expect(isHandedOver(await payChosen(wrong, { cvc: CVC, password: PASSWORD }))).toBe(true);
    const log = await logHolding(inject('stack'), 'pay-with-stored-card');
    expect(cardSecretsInLog(log)).toEqual([]);
    expect(log).not.toContain(PASSWORD);
  });

  /** Five wrong ones; then the window is over for the link. */
  const guessWindow = async (url: string, form: PayerPage): Promise<PayerPage> => {
    const answers: PayerPage[] = [];
    for (let tried = 1; tried <= 5; tried += 1)
      answers.push(await payChosen(form, { cvc: CVC, password: String(tried) }));
    const late = await payChosen(form, { cvc: CVC, password: PASSWORD });
    expect([answers[0]?.text, isHandedOver(late)]).toEqual([expect.stringContaining('Check the password'), false]);
    const { progress } = await dealer.linkAt(url);
    await dealer.changeLink(url, { progress: { ...progress, passwordWindowStartMs: 0 } });
    return late;
  };

  test('after five wrong ones the right one waits, and a typed card goes on at once', async () => {
    const { url, page } = await offered({ password: PASSWORD });
    const late = await guessWindow(url, await chooseCard(page));
    expect(late.text).toContain('Try again in a while');
    expect(rowsOn(late)).toHaveLength(1);
    expect(isHandedOver(await payWith(late, 'approved'))).toBe(true);
  });

  test('after 20 wrong ones, over windows, the link offers no stored card, and is paid by a typed one', async () => {
    const { url, page } = await offered({ password: PASSWORD });
    const form = await chooseCard(page);
    let last = form;
    for (let windows = 0; windows < 4; windows += 1) last = await guessWindow(url, form);
    expect(last.text).toContain(NOT_USABLE);
    const [shown, chosen] = [await openPage(url), await chooseCard(page)];
    for (const one of [last, shown, chosen]) expect(rowsOn(one)).toEqual([]);
    expect(chosen.text).toContain(NOT_USABLE);
    expect(await dealer.linkAt(url)).toMatchObject({ state: 'open', progress: { attempts: 0, wrongPasswords: 20 } });
    expect(reportOn(await throughBank(await payWith(shown, 'approved'))).fields.resultCode).toBe('');
    expect(await dealer.attemptsAt(url)).toMatchObject([{ number: 1, state: 'approved', reportedOutcome: 'paid' }]);
    const { state, progress } = await dealer.linkAt(url);
    expect([state, progress.wrongPasswords, progress.windowPasswords]).toEqual(['paid', 20, undefined]);
  });
});

describe('A card that is not offered is refused, and the answer does not tell why', () => {
  const refusalOf = async (url: string, action: string, reference: string): Promise<string> => {
    const typed = { storedCard: reference, action: 'pay', cvc: CVC, choice: '1:10000' };
    const answer = await postForm({ action, fields: Object.entries(typed) });
    expect(await dealer.attemptsAt(url)).toEqual([]);
    return /<div class="notice bad"[\s\S]*?<\/div>/.exec(answer.markup)?.[0] ?? answer.text;
  };

  test('another customer’s, another dealer’s, an unknown one, one that expired, and one of a customer who is gone', async () => {
    const other = await newOfferingDealer();
    const { customer, url, page } = await offered();
    const [row] = rowsOn(page);
    const action = row?.action ?? '';
    const foreign = await dealer.addCard(await dealer.addCustomer(), APPROVED);
    const elsewhere = await other.addCard(customer, APPROVED);
    const expired = await dealer.addCard(customer, APPROVED, { expiryMonth: '01', expiryYear: '2024' });
    const refusals = [];
    for (const token of [foreign.token, elsewhere.token, randomUUID(), expired.token]) {
      refusals.push(await refusalOf(url, action, token.slice(0, 8)));
    }
    const { dealerCustomerId, dealerCode } = customer;
    await dealer.store.transact([{ remove: customerKeys.byId(dealerCode, dealerCustomerId) }]);
    refusals.push(await refusalOf(url, action, row?.reference ?? ''));
    expect(new Set(refusals).size).toBe(1);
    expect(refusals[0]).toContain(NOT_USABLE);
    expect(rowsOn(await openPage(url))).toEqual([]);
  });

  test('a dealer without the setting offers none, and a link without customer neither', async () => {
    const without = await newOfferingDealer({ dealer: { storedCardsOnLinks: false } });
    const { page } = await offered({}, without);
    expect(rowsOn(page)).toEqual([]);
    const { url } = await dealer.newLink(simple);
    expect(rowsOn(await openPage(url))).toEqual([]);
  });
});
