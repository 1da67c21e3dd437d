import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { voidPayment } from '../../../../functions/payment/void-payment/void-payment.ts';
import type { PageAnswer } from '../../../../shared/http/page-response.ts';
import { StoreUnavailable } from '../../../../shared/ports/store-errors.ts';
import { VaultUnavailable } from '../../../../shared/ports/vault.ts';
import { dealerWith } from '../../../support/dealer/dealers.ts';
import { locationOf, pageOf } from '../../../support/desk/desk-calls.ts';
import { PRE_AUTHORISED, paymentAtDesk } from '../../../support/desk/payment-at-desk.ts';
import { splitWith } from '../../../support/payment/attempts.ts';
import type { MemoryTable } from '../../../support/store/memory-table.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const POOLED = { pooled: true };
const SPLIT = { splits: [splitWith(11), splitWith(12)] };

const statusOf = (answer: PageAnswer | undefined): number => pageOf(answer).statusCode;

describe('a step at the desk is that of the dealer’s operation', () => {
  test('a void calls the bank once and leads to the page of the payment', async () => {
    const { formOf, post, stored, bank, id } = await paymentAtDesk();
    const answer = await post('void', await formOf('void'));
    expect(locationOf(answer)).toBe(`/desk/payments/${id}?done=void`);
    expect(bank.followUps).toEqual([{ kind: 'void', amount: 10_000 }]);
    const { attempt, steps } = await stored();
    expect(attempt?.state).toBe('voided');
    expect(steps).toMatchObject([{ kind: 'void', state: 'done', asker: { by: 'dealer', clientIp: '203.0.113.7' } }]);
  });

  test('a refund of a part carries its one-time value as RefundCode', async () => {
    const { formOf, post, stored } = await paymentAtDesk();
    const form = await formOf('refund', { go: 'yes', amount: '12,50' }, { language: 'tr' });
    expect(form.amount).toBe('1250');
    await post('refund', form);
    const { steps } = await stored();
    expect(steps).toMatchObject([{ kind: 'refund', state: 'intended', amount: 1250, refundCode: form.once }]);
  });

  test('a second refund of the same amount is another refund, and waits for the first (rule 40)', async () => {
    const { formOf, post, stored } = await paymentAtDesk();
    await post('refund', await formOf('refund', { go: 'yes', amount: '10' }));
    const second = await post('refund', { once: randomUUID(), shown: 'x', amount: '1000' });
    expect(pageOf(second).markup).toContain('Another step of this payment is running');
    expect(pageOf(second).markup).toContain('No money moved.');
    expect((await stored()).steps).toHaveLength(1);
  });

  test('a capture of a part takes the typed amount', async () => {
    const { formOf, post, stored, bank } = await paymentAtDesk({ attempt: PRE_AUTHORISED });
    await post('capture', await formOf('capture', { go: 'yes', amount: '60.00' }));
    expect(bank.followUps).toEqual([{ kind: 'capture', amount: 6000 }]);
    expect((await stored()).attempt?.captured).toBe(6000);
  });

  test('pooled money is approved and put back without the bank', async () => {
    const { formOf, post, stored, bank } = await paymentAtDesk({ direct: POOLED });
    await post('approve', await formOf('approve'));
    await post('undo', await formOf('undo'));
    expect((await stored()).steps).toMatchObject([
      { kind: 'pool-approval', state: 'done' },
      { kind: 'pool-undo', state: 'done' },
    ]);
    expect(bank.followUps).toEqual([]);
  });

  test('shares of sub-dealers are refunded as they were typed', async () => {
    const { formOf, post, stored } = await paymentAtDesk({ direct: SPLIT });
    await post('refund', await formOf('refund', { go: 'yes', amount: '', 'share-11': '7.00', 'share-12': '3.00' }));
    const shares = [
      { subDealerId: 11, amount: 700 },
      { subDealerId: 12, amount: 300 },
    ];
    expect((await stored()).steps).toMatchObject([{ kind: 'refund', amount: 1000, shares }]);
  });
});

describe('the audit trail (rule 54)', () => {
  test('the entry of a step says who, what, of whom, and how the payment stood before', async () => {
    const { formOf, post, entryOf, attempt, dealer } = await paymentAtDesk();
    const form = await formOf('refund', { go: 'yes', amount: '5' });
    await post('refund', form);
    expect(await entryOf(form.once ?? '')).toMatchObject({
      command: 'desk-refund',
      dealerCode: dealer.dealerCode,
      by: { email: 'manager@people.example' },
      changed: ['refund'],
      result: { orderId: attempt.orderId, paymentId: attempt.paymentId, step: 1 },
      before: { state: 'approved', amount: 10_000, currency: 'TL' },
      after: { kind: 'refund', amount: 500, currency: 'TL' },
    });
  });

  test('a step that is refused leaves no entry', async () => {
    const { formOf, post, entryOf, clock } = await paymentAtDesk();
    const form = await formOf('void');
    clock.advance(DAY_MS);
    await post('void', form);
    expect(await entryOf(form.once ?? '')).toBeUndefined();
  });
});

describe('a form that is posted again (rule 54)', () => {
  test('sends nothing and is answered like the first', async () => {
    const { formOf, post, bank, stored } = await paymentAtDesk();
    const form = await formOf('void');
    const [first, again] = [await post('void', form), await post('void', form)];
    expect(locationOf(again)).toBe(locationOf(first));
    expect(bank.followUps).toHaveLength(1);
    expect((await stored()).steps).toHaveLength(1);
  });

  test('sends nothing a day later, where a new request would be refused', async () => {
    const { formOf, post, clock, id } = await paymentAtDesk();
    const form = await formOf('void');
    await post('void', form);
    clock.advance(DAY_MS);
    expect(locationOf(await post('void', form))).toBe(`/desk/payments/${id}?done=void`);
  });

  test.each(['void', 'refund', 'capture', 'approve', 'undo'] as const)(
    'twice at the same moment begins one %s',
    async (action) => {
      const scene = await paymentAtDesk({
        ...(action === 'capture' ? { attempt: PRE_AUTHORISED } : {}),
        ...(action === 'approve' || action === 'undo' ? { direct: POOLED } : {}),
      });
      if (action === 'undo') await scene.post('approve', await scene.formOf('approve'));
      const before = (await scene.stored()).steps.length;
      const form = await scene.formOf(action);
      const answers = await Promise.all([scene.post(action, form), scene.post(action, form)]);
      const done = `/desk/payments/${scene.id}?done=${action}`;
      expect(answers.map(locationOf)).toEqual([done, done]);
      expect((await scene.stored()).steps).toHaveLength(before + 1);
      expect(scene.bank.followUps.length).toBeLessThanOrEqual(1);
    },
  );

  test('two forms at the same moment begin one refund, and the other is told that nothing moved', async () => {
    const { formOf, post, stored } = await paymentAtDesk();
    const forms = [
      await formOf('refund', { go: 'yes', amount: '60' }),
      await formOf('refund', { go: 'yes', amount: '60' }),
    ];
    const answers = await Promise.all(forms.map((form) => post('refund', form)));
    expect((await stored()).steps).toHaveLength(1);
    const refused = answers.filter((answer) => locationOf(answer) === undefined);
    expect(refused).toHaveLength(1);
    expect(pageOf(refused[0]).markup).toContain('No money moved.');
  });

  test('a one-time value of another action, amount or payment is refused', async () => {
    const { formOf, post, stored } = await paymentAtDesk();
    const form = await formOf('refund', { go: 'yes', amount: '5' });
    await post('refund', form);
    for (const answer of [await post('refund', { ...form, amount: '700' }), await post('void', form)]) {
      expect(statusOf(answer)).toBe(409);
      expect(pageOf(answer).markup).toContain('used for something else before');
    }
    expect((await stored()).steps).toHaveLength(1);
  });

  test.each([{}, { once: 'no-uuid' }, { once: '' }])('a form with %j begins nothing', async (changed) => {
    const { formOf, post, stored } = await paymentAtDesk();
    const { once: _once, ...form } = await formOf('void');
    expect(statusOf(await post('void', { ...form, ...changed }))).toBe(400);
    expect((await stored()).steps).toEqual([]);
  });
});

describe('a form that names what does not hold any more (rule 54)', () => {
  test('moves nothing and shows the new numbers: a step in between makes the form another one', async () => {
    const { formOf, post, stored, bank } = await paymentAtDesk({ direct: POOLED });
    const old = await formOf('void');
    await post('approve', await formOf('approve'));
    const answer = await post('void', old);
    expect(statusOf(answer)).toBe(409);
    expect(pageOf(answer).markup).toContain('This payment changed while you were on the page');
    expect(bank.followUps).toEqual([]);
    expect((await stored()).steps).toHaveLength(1);
    // The page that refuses has a form of its own, which is good.
    const { once = '', shown = '' } = Object.fromEntries(
      [...pageOf(answer).markup.matchAll(/name="(once|shown)" value="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    ) as Record<string, string>;
    expect(once).not.toBe(old.once);
    expect(locationOf(await post('void', { once, shown }))).toContain('?done=void');
  });

  test.each([{ shown: '' }, { shown: 'another' }, { amount: '9999' }])(
    'a form with %j moves nothing',
    async (changed) => {
      const { formOf, post, stored } = await paymentAtDesk();
      const form = await formOf('refund', { go: 'yes', amount: '50' });
      expect(statusOf(await post('refund', { ...form, ...changed }))).toBe(409);
      expect((await stored()).steps).toEqual([]);
    },
  );

  test.each(['-1', '0', '1e3', '12.5', '99999999999999', ' '])(
    'an amount of %j is none that a page made',
    async (amount) => {
      const { formOf, post, stored } = await paymentAtDesk();
      const form = await formOf('refund', { go: 'yes', amount: '50' });
      expect(statusOf(await post('refund', { ...form, amount }))).toBeGreaterThanOrEqual(400);
      expect((await stored()).steps).toEqual([]);
    },
  );
});

describe('who may do it (rules 53, 54, 55)', () => {
  const table = [
    ['viewer', 'void', 403],
    ['viewer', 'refund', 403],
    ['viewer', 'capture', 403],
    ['viewer', 'approve', 403],
    ['viewer', 'undo', 403],
    ['cashier', 'refund', 403],
    ['cashier', 'capture', 403],
    ['cashier', 'approve', 403],
    ['cashier', 'undo', 403],
  ] as const;

  test.each(table)('a %s is refused a %s', async (role, action, status) => {
    const { formOf, post, stored, confirm } = await paymentAtDesk({
      ...(action === 'capture' ? { attempt: PRE_AUTHORISED } : {}),
      ...(action === 'approve' ? { direct: POOLED } : {}),
    });
    const form = action === 'undo' ? { once: randomUUID(), shown: 'x' } : await formOf(action);
    const answer = await post(action, form, { role });
    expect(statusOf(answer)).toBe(status);
    expect(pageOf(answer).markup).toContain('No money moved. Your role does not allow this.');
    expect(statusOf(await confirm(action, {}, { role }))).toBe(403);
    expect((await stored()).steps).toEqual([]);
  });

  test('a cashier voids on the Istanbul day of the payment alone', async () => {
    const { formOf, post, stored, clock } = await paymentAtDesk({ attempt: PRE_AUTHORISED });
    const form = await formOf('void', {}, { role: 'cashier' });
    clock.advance(DAY_MS);
    const refused = await post('void', form, { role: 'cashier' });
    expect(statusOf(refused)).toBe(403);
    expect(pageOf(refused).markup).toContain('Cashiers void on the day of the payment alone.');
    expect((await stored()).steps).toEqual([]);
    // The hold of a pre-authorisation stands over days: a manager releases it.
    expect(locationOf(await post('void', form))).toContain('?done=void');
  });

  test('a cashier voids on the day of the payment', async () => {
    const { formOf, post, stored } = await paymentAtDesk();
    await post('void', await formOf('void', {}, { role: 'cashier' }), { role: 'cashier' });
    expect((await stored()).attempt?.state).toBe('voided');
  });

  test('a payment of another dealer is answered like one that does not exist', async () => {
    const { formOf, post, stored, confirm, id } = await paymentAtDesk();
    const form = await formOf('void');
    const stranger = { dealer: dealerWith({ dealerCode: 'another' }) };
    expect(await post('void', form, stranger)).toBeUndefined();
    expect(await confirm('void', {}, stranger)).toBeUndefined();
    for (const none of ['1', '0', '-1', '1e9', '', 'x', `${id}0`, '9'.repeat(40)]) {
      expect(await post('void', form, {}, none)).toBeUndefined();
    }
    expect((await stored()).steps).toEqual([]);
  });

  test('a dealer without the permission of the operation has none at the desk', async () => {
    const { post, confirm, stored } = await paymentAtDesk({ dealer: { voidChannels: [] } });
    expect(pageOf(await confirm('void')).markup).toContain('Your business has no permission');
    const answer = await post('void', { once: randomUUID(), shown: 'x' });
    expect(pageOf(answer).markup).toContain('No money moved. Your business has no permission');
    expect((await stored()).steps).toEqual([]);
  });

  test('a password of more than 10 minutes ago is asked for again, before page and post, and nothing is begun', async () => {
    const { formOf, post, stored, confirm, clock, id, entryOf } = await paymentAtDesk();
    const form = await formOf('refund', { go: 'yes', amount: '12,50' }, { language: 'tr' });
    const old = { passwordAtMs: clock.now() - 10 * MINUTE_MS };
    const from = encodeURIComponent(`/desk/payments/${id}/refund?go=yes&amount=12.50`);
    expect(locationOf(await post('refund', form, old))).toBe(`/desk/password?from=${from}`);
    expect(locationOf(await confirm('void', {}, old))).toMatch(/^\/desk\/password\?from=/);
    expect((await stored()).steps).toEqual([]);
    expect(await entryOf(form.once ?? '')).toBeUndefined();
    expect(locationOf(await post('refund', form, { passwordAtMs: clock.now() - 10 * MINUTE_MS + 1 }))).toContain(
      '?done',
    );
  });
});

describe('a bank, a vault or a table that does not answer', () => {
  test('a bank that is silent leaves the step in doubt, which is told as unknown and not as failed', async () => {
    const { formOf, post, stored, bank, id } = await paymentAtDesk();
    bank.answer = { kind: 'unknown', cause: 'connection-lost' };
    const form = await formOf('void');
    expect(locationOf(await post('void', form))).toBe(`/desk/payments/${id}?done=void`);
    expect((await stored()).steps).toMatchObject([{ kind: 'void', state: 'in-doubt' }]);
    await post('void', form);
    expect(bank.followUps).toHaveLength(1);
  });

  test('a confirm page of a step that runs leads to the page of the payment', async () => {
    const { formOf, post, confirm, bank, id } = await paymentAtDesk();
    bank.answer = { kind: 'unknown', cause: 'connection-lost' };
    await post('void', await formOf('void'));
    expect(locationOf(await confirm('void'))).toBe(`/desk/payments/${id}?done=void`);
  });

  test('a vault that fails begins nothing, and says so', async () => {
    const { formOf, post, stored, deps } = await paymentAtDesk();
    const form = await formOf('void');
    Object.assign(deps, { opener: { open: () => Promise.reject(new VaultUnavailable('KMSInternalException')) } });
    const answer = await post('void', form);
    expect(statusOf(answer)).toBe(503);
    expect(pageOf(answer).markup).toContain('No money moved. A part of the service did not answer');
    expect((await stored()).steps).toEqual([]);
  });

  /** A table whose writes of a step fail, before or after they are done. */
  const failing =
    (when: 'before' | 'after', outcome: StoreUnavailable['outcome'], isOn: () => boolean) => (table: MemoryTable) =>
      new Proxy(table, {
        get: (target, name) => {
          const value = Reflect.get(target, name) as unknown;
          if (typeof value !== 'function') return value;
          if (name !== 'transact') return value.bind(target) as unknown;
          return async (writes: Parameters<MemoryTable['transact']>[0]) => {
            if (!isOn()) return target.transact(writes);
            if (when === 'after') await target.transact(writes);
            throw new StoreUnavailable(outcome, 'TimeoutError');
          };
        },
      });

  test('an intent whose write has no answer is carried out where it is there', async () => {
    let on = false;
    const { formOf, post, stored, bank } = await paymentAtDesk({ over: failing('after', 'unknown', () => on) });
    const form = await formOf('refund', { go: 'yes', amount: '5' });
    on = true;
    expect(locationOf(await post('refund', form))).toContain('?done=refund');
    on = false;
    expect(locationOf(await post('refund', form))).toContain('?done=refund');
    expect((await stored()).steps).toHaveLength(1);
    expect(bank.followUps).toEqual([]);
  });

  test('an intent that may still be written is told as unknown, and the same form once more begins it once', async () => {
    let on = false;
    const { formOf, post, stored } = await paymentAtDesk({ over: failing('before', 'unknown', () => on) });
    const form = await formOf('void');
    on = true;
    const answer = pageOf(await post('void', form));
    expect(answer.statusCode).toBe(503);
    expect(answer.markup).toContain('Whether the step was begun is not known yet');
    expect(answer.markup).not.toContain('No money moved');
    expect(answer.markup).toContain(`name="once" value="${form.once}"`);
    on = false;
    await post('void', form);
    expect((await stored()).steps).toMatchObject([{ kind: 'void', state: 'done' }]);
  });

  test('a write that the table refused as a whole moved nothing', async () => {
    let on = false;
    const { formOf, post, stored } = await paymentAtDesk({ over: failing('before', 'not-applied', () => on) });
    const form = await formOf('void');
    on = true;
    expect(pageOf(await post('void', form)).markup).toContain('No money moved.');
    expect((await stored()).steps).toEqual([]);
  });

  test('a crash behind the intent leaves a step that the same form finds, and sends nothing again', async () => {
    const { formOf, post, stored, bank, id, clock } = await paymentAtDesk();
    const form = await formOf('void');
    const { followUp } = bank;
    bank.followUp = () => Promise.reject(new Error('the process is gone'));
    await post('void', form).catch(() => undefined);
    bank.followUp = followUp;
    clock.advance(MINUTE_MS);
    expect(locationOf(await post('void', form))).toBe(`/desk/payments/${id}?done=void`);
    expect(bank.followUps).toEqual([]);
    expect((await stored()).steps).toMatchObject([{ kind: 'void', state: 'intended' }]);
  });

  test('the API and the desk begin one void between them', async () => {
    const { formOf, post, stored, bank, deps, dealer, attempt } = await paymentAtDesk();
    const form = await formOf('void');
    const api = voidPayment(deps)({
      dealer,
      operation: 'DoVoid',
      sourceAddress: '203.0.113.9',
      read: { ok: true, value: { VirtualPosOrderId: attempt.orderId } },
    });
    await Promise.all([post('void', form), api]);
    expect(bank.followUps).toHaveLength(1);
    expect((await stored()).steps).toHaveLength(1);
  });
});
