import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { actOnLinks } from '../../../../functions/desk/act-at-desk/links.ts';
import { messageItem } from '../../../../shared/adapters/dynamodb/message/message-item.ts';
import type { PaymentRequest } from '../../../../shared/domain/link/payment-request.ts';
import { linkWith } from '../../../support/dealer/records.ts';
import { fieldsOfForm, locationOf, pageOf } from '../../../support/desk/desk-calls.ts';
import { itemsOfLink } from '../../../support/payment/stored-payments.ts';
import { putRows } from '../../../support/store/store.ts';
import { makingLinks, NOW, type Posted } from './making-links-scene.ts';

const DAY_MS = 86_400_000;

const scene = async (changes: Parameters<typeof makingLinks>[0] = {}) => {
  const made = await makingLinks(changes);
  const act = actOnLinks(made.deps);
  const { table, definition } = made;
  return {
    ...made,
    make: (typed: Readonly<Record<string, string>> = {}, posted: Posted = {}) =>
      act(made.callOf({ ...posted, typed: { amount: '1250,50', ...typed } }), { id: '', action: 'make' }),
    resend: (id: number | string, posted: Posted = {}) =>
      act(made.callOf(posted), { id: String(id), action: 'resend' }),
    links: () => table.rows().filter(({ sk }) => sk === '2#STATE'),
    /** Messages on their way to the outbox's workers. */
    queued: () => table.rows().filter(({ entity }) => entity === 'delivery'),
    /** A link that was sent by e-mail once. */
    sentLink: async (linkChanges: Partial<PaymentRequest> = {}) => {
      const link = linkWith({
        dealerCode: 'D1',
        createdAtMs: NOW - 60_000,
        expiresAtMs: NOW + DAY_MS,
        dealerCustomerTypeId: definition.dealerCustomerTypeId,
        delivery: { email: 'ada@example.com' },
        ...linkChanges,
      });
      const { payment } = link;
      const sent = { payment, channel: 'email', round: 1, kind: 'link', state: 'sent', to: 'ada@example.com' } as const;
      const moments = { version: 2, queuedAtMs: NOW - 50_000, lastTryAtMs: NOW - 50_000, handOvers: 1 };
      await putRows(table, [...itemsOfLink(link), messageItem({ ...sent, ...moments })]);
      return link;
    },
  };
};

const idIn = (location: string | undefined): number =>
  Number(/^\/desk\/links\/(\d+)\?done=made$/.exec(location ?? '')?.[1]);
const KEYS = ['amount', 'currency', 'dealerCustomerTypeId', 'expiresAtMs'];

describe('Making a link at the desk (rule 54)', () => {
  test('makes it once, however often its form is posted, with an audit entry of its terms alone', async () => {
    const { make, deps, definition, links } = await scene();
    const once = randomUUID();
    const typed = { email: 'ada@example.com', name: 'Ada Byron', description: 'Six cups' };
    const id = idIn(locationOf(await make(typed, { once })));
    expect(locationOf(await make(typed, { once }))).toBe(`/desk/links/${id}?done=made`);
    expect(links()).toHaveLength(1);
    const link = (await deps.payments.findById('D1', id))?.link;
    expect(link).toMatchObject({ dealerCode: 'D1', terms: { amount: 125_050, currency: 'TL' }, state: 'open' });
    const entry = await deps.changes.findCommand(once);
    expect(entry).toMatchObject({
      command: 'desk-create-link',
      dealerCode: 'D1',
      changed: ['paymentRequest'],
      result: { dealerCode: 'D1', userPosPaymentId: id },
      after: {
        amount: 125_050,
        currency: 'TL',
        expiresAtMs: link?.expiresAtMs,
        dealerCustomerTypeId: definition.dealerCustomerTypeId,
      },
    });
    expect(Object.keys(entry?.after ?? {}).toSorted()).toEqual(KEYS);
    for (const text of Object.values(typed)) expect(JSON.stringify(entry)).not.toContain(text);
  });

  test('that was made with the same form and other fields makes none, and offers another press', async () => {
    const { make, deps } = await scene();
    const once = randomUUID();
    const id = idIn(locationOf(await make({}, { once })));
    const { statusCode, markup } = pageOf(await make({ amount: '10' }, { once }));
    expect(statusCode).toBe(422);
    expect(markup).toContain('Another link was made with this form before');
    const { once: next = '' } = fieldsOfForm(markup, '/desk/links');
    expect(next).not.toBe(once);
    const other = idIn(locationOf(await make({ amount: '10' }, { once: next })));
    expect(other).not.toBe(id);
    expect((await deps.payments.findById('D1', other))?.link?.terms.amount).toBe(1000);
  });

  test.each([
    [{ amount: '' }, 'Type the amount.'],
    [{ amount: 'x' }, 'The amount is not clear'],
    [{ description: '4111 1111 1111 1111' }, 'Do not type a card number into a text'],
    [{ definition: '1' }, 'This kind of link is gone'],
    [{ currency: 'XXX' }, 'Payments in this currency cannot be taken'],
  ])('of %j makes none; the form says why, keeps what was typed, and may be posted again', async (typed, sentence) => {
    const { make, links } = await scene();
    const once = randomUUID();
    const { statusCode, markup } = pageOf(await make({ name: 'Ada Byron', ...typed }, { once }));
    expect([statusCode, links()]).toEqual([422, []]);
    expect(markup).toContain(sentence);
    expect(markup).toContain('value="Ada Byron"');
    expect(fieldsOfForm(markup, '/desk/links')).toMatchObject({ once });
  });

  test('whose form came incomplete makes none, and the next one is complete', async () => {
    const { make, links } = await scene();
    const { statusCode, markup } = pageOf(await make({}, { once: '' }));
    expect([statusCode, links()]).toEqual([422, []]);
    expect(markup).toContain('The form came incomplete');
    expect(fieldsOfForm(markup, '/desk/links').once).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('is not possible for a dealer without the channel or the operation', async () => {
    for (const changes of [{ barredOperations: ['CreateUserPosPayment'] }, { channels: [] }] as const) {
      const { make, links } = await scene(changes);
      const { statusCode, markup } = pageOf(await make());
      expect([statusCode, links()]).toEqual([422, []]);
      expect(markup).toContain('This merchant may not make links');
    }
  });

  test('is not for a viewer', async () => {
    const { make, links } = await scene();
    expect([pageOf(await make({}, { role: 'viewer' })).statusCode, links()]).toEqual([403, []]);
  });

  test('whose records changed meanwhile makes none, and the same form may be posted again', async () => {
    const { make, deps } = await scene();
    const unchanged = deps.changes;
    deps.changes = { ...unchanged, apply: async () => ({ kind: 'conflict' }) };
    const once = randomUUID();
    const { markup } = pageOf(await make({}, { once }));
    expect(markup).toContain('The records changed meanwhile');
    deps.changes = unchanged;
    expect(fieldsOfForm(markup, '/desk/links')).toMatchObject({ once });
    expect(idIn(locationOf(await make({}, { once })))).toBeGreaterThan(0);
  });
});

describe('Sending a link again at the desk (rule 54)', () => {
  test('queues one more message on its channels, once, with an audit entry', async () => {
    const { resend, sentLink, deps, queued } = await scene();
    const { userPosPaymentId } = await sentLink();
    const once = randomUUID();
    const place = `/desk/links/${userPosPaymentId}?done=resent`;
    expect(locationOf(await resend(userPosPaymentId, { once }))).toBe(place);
    expect(locationOf(await resend(userPosPaymentId, { once }))).toBe(place);
    expect(queued()).toHaveLength(1);
    expect(await deps.changes.findCommand(once)).toMatchObject({
      command: 'desk-resend-link',
      dealerCode: 'D1',
      changed: ['messages'],
      result: { dealerCode: 'D1', userPosPaymentId, messages: [{ kind: 'email', round: 2 }] },
      after: { messages: [{ kind: 'email', round: 2 }] },
    });
  });

  test('says that a link is not open any more, and leads back to it', async () => {
    const { resend, sentLink } = await scene();
    const { userPosPaymentId } = await sentLink({ state: 'cancelled' });
    const { statusCode, markup } = pageOf(await resend(userPosPaymentId));
    expect(statusCode).toBe(409);
    expect(markup).toContain('The link is not open any more; it is not sent again.');
    expect(markup).toContain(`href="/desk/links/${userPosPaymentId}"`);
  });

  test('says that the same round is on its way already', async () => {
    const { resend, sentLink, deps } = await scene();
    const { userPosPaymentId } = await sentLink();
    deps.changes = { ...deps.changes, apply: async () => ({ kind: 'conflict' }) };
    const { statusCode, markup } = pageOf(await resend(userPosPaymentId));
    expect([statusCode, markup.includes('This link is on its way already')]).toEqual([409, true]);
  });

  test('is not possible for a dealer who may not', async () => {
    const { resend, sentLink } = await scene({ barredOperations: ['ResendUserPosPayment'] });
    const { userPosPaymentId } = await sentLink();
    const { statusCode, markup } = pageOf(await resend(userPosPaymentId));
    expect([statusCode, markup.includes('This merchant may not make links')]).toEqual([409, true]);
  });

  test('finds no link that is not there', async () => {
    expect(await (await scene()).resend(99)).toBeUndefined();
  });
});
