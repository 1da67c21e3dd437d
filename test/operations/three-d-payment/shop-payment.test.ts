import { describe, expect, test } from 'vitest';
import { resultHashesOf } from '../../../shared/http/result-hash.ts';
import { newBankDealer } from '../../support/bank/bank-merchants.ts';
import { isReplay } from '../../support/payment/direct-payments.ts';
import { CVC, formFor, openPage, passingForm, postForm, reportOn, throughBank } from '../../support/payment/payer.ts';
import { openBox, SHOP_PREFIX, shopCard, startedBy, startShop } from '../../support/payment/shop-payments.ts';

const CODE_FOR_HASH = /^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/;

describe('A 3D payment of a dealer’s shop', () => {
  test('is opened once, confirmed at the bank, charged, and reported to the dealer by its hash', async () => {
    const dealer = await newBankDealer();
    const { url, codeForHash } = startedBy(await startShop(dealer, { OtherTrxCode: 'S-1' }));
    expect(url).toMatch(/\/box\/[a-z2-7]{26}\.01\.[\w-]{22}\.[\w-]{43}$/);
    expect(codeForHash).toMatch(CODE_FOR_HASH);
    const report = reportOn(await throughBank(await openBox(url)));
    const orderId = report.fields.trxCode ?? '';
    expect(orderId).toMatch(/^ORDER-[a-z2-7]{26}-01$/);
    expect(report).toEqual({
      to: 'https://shop.example/result',
      fields: {
        hashValue: resultHashesOf(codeForHash).successHash,
        resultCode: '',
        resultMessage: '',
        trxCode: orderId,
        OtherTrxCode: 'S-1',
      },
    });
    expect(await dealer.charges()).toMatchObject([{ orderId, capturedAmount: 2750 }]);
  });

  test('is charged once however often its address is opened; a look at it changes nothing', async () => {
    const dealer = await newBankDealer();
    const { url } = startedBy(await startShop(dealer, { OtherTrxCode: 'S-2' }));
    for (let look = 0; look < 3; look += 1) expect((await openPage(url)).status).toBe(200);
    const pages = await Promise.all(Array.from({ length: 5 }, () => openBox(url)));
    const handOvers = pages.filter(({ markup }) => markup.includes('cv2'));
    expect(handOvers).toHaveLength(1);
    const others = pages.filter((page) => !handOvers.includes(page));
    for (const { text } of others) expect(text).toContain('The payment is at your bank');
    const [handOver] = handOvers;
    if (handOver === undefined) throw new Error('nobody was handed over');
    expect(reportOn(await throughBank(handOver)).fields.resultCode).toBe('');
    expect(await dealer.charges()).toHaveLength(1);
  });

  test('shows nothing of the payment before it is opened, and no card or key on any page after', async () => {
    const dealer = await newBankDealer();
    const { url } = startedBy(await startShop(dealer, { OtherTrxCode: 'S-3', Description: 'Two seats' }));
    const look = await openPage(url);
    for (const secret of ['27', 'Two seats', '4111', CVC, 'Test Store']) expect(look.text).not.toContain(secret);
    expect(look.headers.get('cache-control')).toBe('no-store');
    await openBox(url);
    const atBank = await openPage(url);
    expect(atBank.text).toContain('The payment is at your bank');
    for (const secret of ['4111', CVC, url.slice(-43)]) expect(atBank.markup).not.toContain(secret);
  });

  test('that the bank declines goes straight back to the dealer with F and the bank’s code', async () => {
    const dealer = await newBankDealer();
    const { url, codeForHash } = startedBy(
      await startShop(dealer, { OtherTrxCode: 'S-4', ...shopCard('insufficient-funds') }),
    );
    const { fields } = reportOn(await throughBank(await openBox(url)));
    expect(fields).toMatchObject({
      hashValue: resultHashesOf(codeForHash).failureHash,
      resultCode: '002',
      OtherTrxCode: 'S-4',
    });
    expect(await dealer.charges()).toEqual([]);
  });

  test('that the payer fails to confirm goes straight back with F', async () => {
    const dealer = await newBankDealer();
    const { url } = startedBy(await startShop(dealer, { OtherTrxCode: 'S-5' }));
    const { fields } = reportOn(await throughBank(await openBox(url), 'fail'));
    expect(fields.resultCode).toMatch(/^\d{3}$/);
    expect(await dealer.charges()).toEqual([]);
  });

  test('is left after a confirmation: the dealer hears F 001, and the bank’s late way back charges nothing', async () => {
    const dealer = await newBankDealer();
    const { url, codeForHash } = startedBy(await startShop(dealer, { OtherTrxCode: 'S-6' }));
    const handOver = await openBox(url);
    const { fields } = reportOn(await postForm(formFor(await openPage(url), 'give-up')));
    expect(fields).toMatchObject({ hashValue: resultHashesOf(codeForHash).failureHash, resultCode: '001' });
    expect(reportOn(await throughBank(handOver)).fields).toEqual(fields);
    expect(await dealer.charges()).toEqual([]);
  });

  test('of a dealer who may have results without a hash is answered by the address alone, and told in words', async () => {
    const dealer = await newBankDealer({ dealer: { unsignedResult: true } });
    const start = async (fields: Readonly<Record<string, unknown>>) => {
      const { ResultCode, Data } = await startShop(dealer, { ReturnHash: 0, ...fields });
      expect(ResultCode).toBe('Success');
      return String(Data);
    };
    const { fields: paid } = reportOn(await throughBank(await openBox(await start({ OtherTrxCode: 'U-1' }))));
    expect(Object.keys(paid)).toEqual(['isSuccessful', 'resultCode', 'resultMessage', 'trxCode', 'OtherTrxCode']);
    expect(paid).toMatchObject({ isSuccessful: 'True', resultCode: '', resultMessage: '', OtherTrxCode: 'U-1' });
    const declined = await start({ ReturnHash: '', ...shopCard('insufficient-funds') });
    const { fields: failed } = reportOn(await throughBank(await openBox(declined)));
    expect(failed).toMatchObject({ isSuccessful: 'False', resultCode: '002', OtherTrxCode: '' });
  });

  test('does not open with another key, which burns nothing', async () => {
    const dealer = await newBankDealer();
    const { url } = startedBy(await startShop(dealer, { OtherTrxCode: 'S-7' }));
    const wrong = `${url.slice(0, -43)}${'A'.repeat(43)}`;
    expect((await postForm(passingForm(await openPage(wrong)))).status).toBe(404);
    expect((await openPage(`${url.slice(0, -66)}${'A'.repeat(22)}${url.slice(-44)}`)).status).toBe(404);
    expect(reportOn(await throughBank(await openBox(url))).fields.resultCode).toBe('');
  });
});

describe('The same request again', () => {
  const again = { OtherTrxCode: 'R-1' };

  test('gets a new address and the same CodeForHash while nobody opened it; the old address is dead', async () => {
    const dealer = await newBankDealer();
    const first = startedBy(await startShop(dealer, again));
    const answer = await startShop(dealer, {
      ...again,
      Amount: '27.50',
      RedirectURL: 'shop.example/result',
      RedirectUrl: '',
    });
    const second = startedBy(answer);
    expect([second.codeForHash, isReplay(answer)]).toEqual([first.codeForHash, true]);
    expect(second.url).not.toBe(first.url);
    expect((await openPage(first.url)).status).toBe(404);
    expect(reportOn(await throughBank(await openBox(second.url))).fields.resultCode).toBe('');
    expect(await dealer.charges()).toHaveLength(1);
  });

  test('is OtherTrxCodeAlreadyUsed once it is paid', async () => {
    const dealer = await newBankDealer();
    const { url } = startedBy(await startShop(dealer, again));
    await throughBank(await openBox(url));
    const used = await startShop(dealer, again);
    expect(used).toMatchObject({ Data: null, ResultCode: `${SHOP_PREFIX}OtherTrxCodeAlreadyUsed` });
    expect(used.ResultMessage).toContain('GetDealerPaymentTrxDetailList');
  });

  test('with another card is another attempt after a decline, with a CodeForHash and an address of its own', async () => {
    const dealer = await newBankDealer();
    const first = startedBy(await startShop(dealer, { ...again, ...shopCard('insufficient-funds') }));
    const declined = reportOn(await throughBank(await openBox(first.url)));
    const second = startedBy(await startShop(dealer, again));
    expect(second.codeForHash).not.toBe(first.codeForHash);
    expect((await openPage(first.url)).text).toContain('Begun again');
    const { fields } = reportOn(await throughBank(await openBox(second.url)));
    expect(fields).toMatchObject({ hashValue: resultHashesOf(second.codeForHash).successHash, resultCode: '' });
    expect([declined.fields.trxCode, fields.trxCode].map((id) => id?.slice(-3))).toEqual(['-01', '-02']);
    expect(await dealer.charges()).toHaveLength(1);
  });

  test('an attempt that its payer left charges nothing after the dealer called again', async () => {
    const dealer = await newBankDealer();
    const first = startedBy(await startShop(dealer, again));
    const left = await openBox(first.url);
    await postForm(formFor(await openPage(first.url), 'give-up'));
    const second = startedBy(await startShop(dealer, { ...again, ...shopCard('approved-mastercard') }));
    await throughBank(left);
    expect(await dealer.charges()).toEqual([]);
    expect(reportOn(await throughBank(await openBox(second.url))).fields.resultCode).toBe('');
    expect(await dealer.charges()).toHaveLength(1);
  });

  test('is refused once ten attempts with the code have failed: the eleventh needs a new code (rule 10)', async () => {
    const dealer = await newBankDealer();
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      const { url } = startedBy(await startShop(dealer, { ...again, Description: `Try ${attempt}` }));
      await openBox(url);
      await postForm(formFor(await openPage(url), 'give-up'));
    }
    const refused = await startShop(dealer, again);
    expect(refused).toMatchObject({ Data: null, ResultCode: `${SHOP_PREFIX}InvalidRequest` });
    expect(refused.ResultMessage).toContain('10 attempts');
    expect(await dealer.charges()).toEqual([]);
  });

  test('without a code is always a payment of its own', async () => {
    const dealer = await newBankDealer();
    const urls = [startedBy(await startShop(dealer)).url, startedBy(await startShop(dealer)).url];
    for (const url of urls) expect(reportOn(await throughBank(await openBox(url))).fields.resultCode).toBe('');
    expect(await dealer.charges()).toHaveLength(2);
  });
});
