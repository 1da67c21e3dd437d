import { describe, expect, test } from 'vitest';
import { bankCodeMessages, bankCodes } from '../../../shared/domain/attempt/bank-codes.ts';
import { type TestCard, testCards } from '../../../shared/nestpay/test-cards.ts';
import { newBankDealer, simple } from '../../support/bank/bank-merchants.ts';
import { giveUp, openPage, payThroughBank, payWith, reportOn } from '../../support/payment/payer.ts';

const CHECK = 'Check the card details and enter them again.';
const OTHER_CARD = 'This card could not be used You were not charged. Try another card.';
const BANK = 'Your bank did not allow the payment You were not charged. Try another card, or call your bank.';
const LATER = 'The payment cannot be completed right now';

/** Test card, its code, and which of four pieces of advice the payer reads (dealer interface 7.7, rule 33). */
const afterThreeD: readonly (readonly [cardId: string, code: string, advice: string])[] = [
  ['general-error', '000', LATER],
  ['insufficient-funds', '002', OTHER_CARD],
  ['over-limit', '002', OTHER_CARD],
  ['too-many-uses', '002', OTHER_CARD],
  ['bad-number', '003', CHECK],
  ['do-not-honour', '004', BANK],
  ['not-permitted', '005', BANK],
  ['expired', '006', CHECK],
  ['expired-picked-up', '006', CHECK],
  ['invalid-transaction', '007', OTHER_CARD],
  ['invalid-amount', '007', OTHER_CARD],
  ['format-error', '007', OTHER_CARD],
  ['unlisted-decline', '024', BANK],
  ['call-the-bank', '011', BANK],
  ['call-the-bank-special', '011', BANK],
  ['security-violation', '012', CHECK],
  ['no-such-issuer', '014', OTHER_CARD],
  ['no-credit-account', '014', OTHER_CARD],
  ['no-cheque-account', '014', OTHER_CARD],
  ['no-savings-account', '014', OTHER_CARD],
  ['no-account', '014', OTHER_CARD],
  ['wrong-cvc', '015', CHECK],
  ['issuer-unavailable', '016', LATER],
  ['issuer-unknown', '016', LATER],
  ['system-failure', '017', LATER],
  ['stolen', '018', BANK],
  ['lost', '019', BANK],
  ['restricted', '020', BANK],
  ['restricted-by-issuer', '020', BANK],
  ['late-answer', '021', LATER],
  ['invalid-merchant', '022', OTHER_CARD],
  ['terminal-not-permitted', '022', OTHER_CARD],
  ['suspected-forgery', '023', BANK],
  ['suspected-fraud', '028', BANK],
  ['expired-by-date', '006', CHECK],
  ['pick-up', '020', BANK],
  ['pick-up-special', '020', BANK],
  ['pick-up-by-call', '020', BANK],
  ['black-list', '020', BANK],
  ['refused-number', '003', CHECK],
  ['refused-past-expiry', '006', CHECK],
  ['refused-expiry', '006', CHECK],
  ['refused-cvc', '015', CHECK],
];

const inThreeD: typeof afterThreeD = [
  ['3d-failed', '001', BANK],
  ['3d-not-enrolled', '026', OTHER_CARD],
  ['3d-issuer-not-enrolled', '026', OTHER_CARD],
  ['3d-attempted', '026', OTHER_CARD],
  ['3d-unavailable', '025', LATER],
  ['3d-error', '025', LATER],
  ['3d-system-error', '025', LATER],
  ['3d-unknown-card', '003', CHECK],
  ['3d-merchant-refused', '025', LATER],
  ['gate-refuses-number', '003', CHECK],
  ['gate-refuses', '025', LATER],
];

const messages: Readonly<Record<string, string>> = bankCodeMessages;

/** A card that is declined at every purchase and never charged. */
const isDeclining = ({ charge, threeD, gateError, refusal, shown }: TestCard): boolean =>
  (typeof charge === 'object' && shown !== 'reversal-fails' && shown !== 'charged-with-decline-code') ||
  typeof threeD === 'object' ||
  gateError !== undefined ||
  refusal?.of === 'every charge';

/** Codes that depend on the payment and not on the card. */
const otherwise = ['008', '009', '010', '013'];

describe('Each code of the interface, as the payer and the dealer meet it (dealer interface 7.7)', () => {
  test('is listed here, except 027, 029 and 030, which only some banks send (decisions: bank codes beyond the table)', () => {
    const listed = [...afterThreeD, ...inThreeD].map(([, code]) => code);
    const expected = bankCodes.filter((code) => !['027', '029', '030'].includes(code));
    expect([...new Set([...listed, ...otherwise])].toSorted()).toEqual(expected.toSorted());
    const declining = testCards.filter(isDeclining).map(({ id }) => id);
    expect([...afterThreeD, ...inThreeD].map(([id]) => id).toSorted()).toEqual(declining.toSorted());
  });

  test.each([...afterThreeD, ...inThreeD])('%s is %s: “%s”', async (cardId, code, advice) => {
    const dealer = await newBankDealer();
    const { url } = await dealer.newLink(simple);
    const declined = await payThroughBank(await openPage(url), cardId);
    expect(declined.status).toBe(200);
    expect(declined.text).toContain(advice);
    // "Come back later" is said where another card would not help, and nowhere else.
    expect(declined.text.includes('Try another card')).toBe([OTHER_CARD, BANK].includes(advice));
    expect(declined.text.includes('the link stays open until')).toBe(advice === LATER);
    expect((await dealer.linkAt(url)).progress.lastDecline?.code).toBe(code);
    // Opened again, the page still gives the reason.
    expect((await openPage(url)).text).toContain(advice);
    // The dealer hears the reason, and not that the payer did not confirm.
    const { fields } = reportOn(await giveUp(declined));
    expect([fields.resultCode, fields.resultMessage]).toEqual([code, messages[code]]);
    expect(await dealer.charges()).toEqual([]);
  });
});

describe('Codes that a payment without 3D meets', () => {
  test('009: a decline that the table does not know', async () => {
    const dealer = await newBankDealer();
    const { url } = await dealer.newLink({ ...simple, IsThreeD: 0 });
    const declined = await payWith(await openPage(url), 'unlisted-decline', { threeD: '0' });
    expect(declined.text).toContain(BANK);
    expect((await dealer.linkAt(url)).progress.lastDecline?.code).toBe('009');
    expect(reportOn(await giveUp(declined)).fields.resultCode).toBe('009');
  });

  test.each([
    ['008', 'that nobody listens at', () => 'http://127.0.0.1:1'],
    ['010', 'that does not speak TLS', (baseUrl: string) => baseUrl.replace('http:', 'https:')],
  ])('%s: a gateway %s', async (code, _what, gatewayAt) => {
    const dealer = await newBankDealer();
    await dealer.putPos({ gateway: gatewayAt(dealer.stack.baseUrl) });
    const { url } = await dealer.newLink({ ...simple, IsThreeD: 0 });
    const declined = await payWith(await openPage(url), 'approved', { threeD: '0' });
    expect(declined.text).toContain(LATER);
    expect((await dealer.linkAt(url)).progress.lastDecline?.code).toBe(code);
    expect(reportOn(await giveUp(declined)).fields.resultCode).toBe(code);
  });

  test.each(['american-express', 'troy'])(
    '013: %s is an attempt like any other, reported and counted, and reaches no bank',
    async (cardId) => {
      const dealer = await newBankDealer();
      const { url } = await dealer.newLink(simple);
      const refused = await payWith(await openPage(url), cardId);
      expect(refused.text).toContain(OTHER_CARD);
      expect(await dealer.attemptsAt(url)).toMatchObject([
        { number: 1, state: 'declined', reportedOutcome: 'failed', bank: { code: '013' }, reservations: [] },
      ]);
      const { progress } = await dealer.linkAt(url);
      expect([progress.attempts, progress.windowAttempts, progress.activeAttempt, progress.lastDecline?.code]).toEqual([
        1,
        1,
        undefined,
        '013',
      ]);
      expect(await dealer.orders()).toEqual([]);
      const { fields } = reportOn(await giveUp(refused));
      expect([fields.resultCode, fields.resultMessage]).toEqual(['013', messages['013']]);
    },
  );

  test('013 does not make a link 3D only: a brand that cannot be verified did not fail a verification', async () => {
    const dealer = await newBankDealer();
    const { url } = await dealer.newLink({ ...simple, IsThreeD: 0 });
    const refused = await payWith(await openPage(url), 'troy');
    expect((await dealer.linkAt(url)).progress).toMatchObject({ threeDOnly: false, lastDecline: { code: '013' } });
    expect(reportOn(await payWith(refused, 'troy', { threeD: '0' })).fields.resultCode).toBe('');
    expect((await dealer.attemptsAt(url)).map(({ state }) => state)).toEqual(['declined', 'approved']);
  });

  test.each(['american-express', 'troy'])('%s pays where 3D is choosable', async (cardId) => {
    const dealer = await newBankDealer();
    const { url } = await dealer.newLink({ ...simple, IsThreeD: 0 });
    expect(reportOn(await payWith(await openPage(url), cardId, { threeD: '0' })).fields.resultCode).toBe('');
    expect(await dealer.charges()).toMatchObject([{ cardId, amount: 2750 }]);
  });
});

describe('Answers that say nothing reliable', () => {
  test.each(['error-after-charge', 'approved-with-99', 'error-with-00', 'other-order', 'other-amount'])(
    '%s: the bank is asked after, and the payment that it finds is paid once (rule 3)',
    async (cardId) => {
      const dealer = await newBankDealer();
      const { url } = await dealer.newLink(simple);
      expect(reportOn(await payThroughBank(await openPage(url), cardId)).fields.resultCode).toBe('');
      expect(await dealer.charges()).toHaveLength(1);
    },
  );

  test.each(['truncated', 'entity-bomb', 'oversize', 'redirect'])(
    '%s: an answer that cannot be read is asked after as well (rule 3)',
    async (cardId) => {
      const dealer = await newBankDealer();
      const { url } = await dealer.newLink(simple);
      expect(reportOn(await payThroughBank(await openPage(url), cardId)).fields.resultCode).toBe('');
      expect(await dealer.charges()).toHaveLength(1);
    },
  );

  test('error-before-charge: nobody is told that it failed, and nothing more can be paid meanwhile (rules 1, 5, 7)', async () => {
    const dealer = await newBankDealer();
    const { url } = await dealer.newLink(simple);
    const waiting = await payThroughBank(await openPage(url), 'error-before-charge');
    expect(waiting.text).toContain('We are asking your bank');
    expect(waiting.headers.get('refresh')).toBe('5');
    expect(waiting.forms).toEqual([]);
    expect(await dealer.attemptsAt(url)).toMatchObject([{ state: 'charging', reportedOutcome: 'nobody' }]);
    expect(await dealer.orders()).toEqual([]);
  });
});
