import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { type BankDealer, newBankDealer } from '../../support/bank/bank-merchants.ts';
import { authenticationOf } from '../../support/dealer/dealers.ts';
import { formTo } from '../../support/desk/desk-browser.ts';
import { signedInAt } from '../../support/desk/desk-people.ts';

const MINUTE_MS = 60_000;

/** The id of the payment of a dealer's code, as its operation tells it. */
const paymentIdOf = async ({ post, account }: BankDealer, OtherTrxCode: string): Promise<string> => {
  const blocks = { PaymentDealerAuthentication: authenticationOf(account), PaymentDealerRequest: { OtherTrxCode } };
  const { Data } = await post('/PaymentDealer/GetDealerPaymentTrxDetailList', JSON.stringify(blocks));
  return String(
    (Data as { readonly PaymentDetail: { readonly DealerPaymentId: number } }).PaymentDetail.DealerPaymentId,
  );
};

/** A paid payment of 27.50 at the embedded bank, and the people of its dealer. */
const paidAtDesk = async (fields: Readonly<Record<string, unknown>> = {}) => {
  const dealer = await newBankDealer();
  const OtherTrxCode = randomUUID();
  await dealer.payDirectly({ OtherTrxCode, ...fields });
  const path = `/desk/payments/${await paymentIdOf(dealer, OtherTrxCode)}`;
  return { dealer, path, signedIn: (options: Parameters<typeof signedInAt>[1] = {}) => signedInAt(dealer, options) };
};

describe('Acting on a payment at the desk (rule 54)', () => {
  test('a manager voids: the page says what happens, the form does it, and posted again it does nothing', async () => {
    const { dealer, path, signedIn } = await paidAtDesk();
    const { browser, user } = await signedIn();
    const page = await browser.open(path);
    expect(page.markup).toContain(`href="${path}/void"`);
    const confirm = await browser.open(`${path}/void`);
    expect(confirm.text).toContain('₺27.50 goes back to the card');
    expect(await dealer.charges()).toHaveLength(1);
    const form = formTo(confirm, `${path}/void`);
    const [first, second] = await Promise.all([browser.post(form), browser.post(form)]);
    expect([first.location, second.location]).toEqual([`${path}?done=void`, `${path}?done=void`]);
    expect((await browser.post(form)).location).toBe(`${path}?done=void`);
    expect(await dealer.charges()).toEqual([]);
    const once = form.fields.find(([name]) => name === 'once')?.[1] ?? '';
    expect(await dealer.store.get(keys.command(once))).toMatchObject({
      command: 'desk-void',
      dealerCode: dealer.dealer.dealerCode,
      by: { userId: user.userId },
      before: { state: 'approved', amount: 2750 },
      after: { kind: 'void', amount: 2750 },
    });
  });

  test('a refund of a part is typed, said back, and taken', async () => {
    const { path, signedIn } = await paidAtDesk();
    const { browser } = await signedIn({ language: 'tr' });
    const asking = await browser.open(`${path}/refund`);
    expect(asking.text).toContain('27,50');
    const confirm = await browser.open(`${path}/refund?go=yes&amount=12%2C50`);
    expect(confirm.text).toContain('12,50');
    const after = await browser.submit(formTo(confirm, `${path}/refund`));
    expect(after.status).toBe(200);
    expect(after.text).toContain('12,50');
  });

  test('a form from elsewhere, without token, or of another session posts nothing', async () => {
    const { dealer, path, signedIn } = await paidAtDesk();
    const [{ browser }, other] = [await signedIn(), await signedIn()];
    const form = formTo(await browser.open(`${path}/void`), `${path}/void`);
    for (const answer of [
      await browser.post(form, {}, { origin: 'https://evil.example' }),
      await browser.post(form, { token: '' }),
      await other.browser.post(form),
    ]) {
      expect(answer.status).toBe(403);
    }
    expect(await dealer.charges()).toHaveLength(1);
  });

  test.each([
    ['viewer', 'void'],
    ['viewer', 'refund'],
    ['viewer', 'capture'],
    ['viewer', 'approve'],
    ['viewer', 'undo'],
    ['viewer', 'receipt'],
    ['viewer', 'webhooks'],
    ['cashier', 'refund'],
    ['cashier', 'capture'],
    ['cashier', 'approve'],
    ['cashier', 'undo'],
  ] as const)('a %s is refused a %s, as a page and as a post', async (role, action) => {
    const { dealer, path, signedIn } = await paidAtDesk();
    const { browser } = await signedIn({ role });
    const { status, text, forms } = await browser.get(`${path}/${action}`);
    expect([status, text.includes('Your role does not allow this.')]).toEqual([403, true]);
    const token = forms.flatMap(({ fields }) => fields).find(([name]) => name === 'token')?.[1] ?? '';
    const fields = [
      ['token', token],
      ['once', randomUUID()],
      ['shown', 'x'],
      ['email', 'a@example.com'],
    ] as const;
    const refused = await browser.post({ action: new URL(`${path}/${action}`, dealer.stack.baseUrl).href, fields });
    expect(refused.status).toBe(403);
    expect(refused.text).toMatch(/No money moved|Nothing changed/);
    expect(await dealer.charges()).toHaveLength(1);
  });

  test('a payment of another dealer is not there, as a page and as a post', async () => {
    const [{ path, dealer }, own] = [await paidAtDesk(), await paidAtDesk()];
    const { browser } = await own.signedIn();
    const form = formTo(await browser.open(`${own.path}/void`), `${own.path}/void`);
    for (const action of ['void', 'refund', 'capture', 'approve', 'undo', 'receipt', 'webhooks']) {
      expect((await browser.get(`${path}/${action}`)).status).toBe(404);
      const url = new URL(`${path}/${action}`, dealer.stack.baseUrl).href;
      expect((await browser.post({ ...form, action: url })).status).toBe(404);
    }
    expect(await dealer.charges()).toHaveLength(1);
  });

  test('an old password is asked for again, before the page and before the post', async () => {
    const { dealer, path, signedIn } = await paidAtDesk();
    const fresh = await signedIn();
    const form = formTo(await fresh.browser.open(`${path}/void`), `${path}/void`);
    const { browser } = await signedIn({ session: { passwordAtMs: Date.now() - 11 * MINUTE_MS } });
    expect((await browser.get(`${path}/void`)).location).toMatch(/^\/desk\/password\?from=%2Fdesk%2Fpayments%2F/);
    const page = await browser.open(path);
    const token = page.forms.flatMap(({ fields }) => fields).find(([name]) => name === 'token')?.[1] ?? '';
    expect((await browser.post(form, { token })).location).toMatch(/^\/desk\/password\?from=/);
    expect(await dealer.charges()).toHaveLength(1);
  });
});
