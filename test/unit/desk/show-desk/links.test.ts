import { describe, expect, test } from 'vitest';
import { showLinks } from '../../../../functions/desk/show-desk/links.ts';
import { showReusableLinks } from '../../../../functions/desk/show-desk/reusable-links.ts';
import type { PaymentRequest } from '../../../../shared/domain/link/payment-request.ts';
import { DEFAULT_MESSAGING } from '../../../../shared/domain/message/messaging-settings.ts';
import type { ReusableLink } from '../../../../shared/domain/reusable-link/reusable-link.ts';
import { dealerWith } from '../../../support/dealer/dealers.ts';
import { linkWith } from '../../../support/dealer/records.ts';
import { type DeskCallOptions, deskCallWith, pageOf } from '../../../support/desk/desk-calls.ts';
import { reusableLinkWith } from '../../../support/link/reusable-links.ts';
import { linkAttemptWith } from '../../../support/payment/attempts.ts';

/** Noon in Istanbul of 28 November 2026. */
const NOW_MS = Date.UTC(2026, 10, 28, 9);
const HOUR_MS = 3_600_000;
const ONCE = '0b6f4c0e-7d0a-4c53-9a0a-2f4a1d1f7a11';
const dealer = dealerWith({ dealerCode: 'D1', listingShards: 2 });

type Asked = Pick<DeskCallOptions, 'query' | 'role'> & { readonly id?: string; readonly view?: string };

const linkAt = (index: number, changes: Partial<PaymentRequest> = {}): PaymentRequest =>
  linkWith({ dealerCode: 'D1', createdAtMs: NOW_MS - index * 1000, userPosPaymentId: 500_000 + index, ...changes });

const listed = (link: PaymentRequest) => ({
  link,
  position: `${String(link.createdAtMs).padStart(15, '0')}#${link.payment}`,
});

const choices = {
  records: { definitionIds: async () => ({ records: [7], more: false }) },
  definitions: {
    find: async () => ({
      dealerCustomerTypeId: 7,
      dealerCode: 'D1',
      displayName: 'Any customer',
      deliveryMode: 'any',
      installmentCounts: [2, 3],
      linkLifeMinutes: 60,
    }),
  },
  dealerMessaging: { of: async () => DEFAULT_MESSAGING },
  messaging: { email: { from: 'pay@pay.example' }, recipients: 'any recipient' },
  randomness: { guid: () => ONCE.toUpperCase() },
  baseUrl: 'https://pay.example',
};

const linksScene = (links: readonly PaymentRequest[], attempts: readonly unknown[] = []) => {
  const asked: unknown[] = [];
  const mails: string[] = [];
  const found = (dealerCode: string, id: number) =>
    links.find((one) => one.dealerCode === dealerCode && one.userPosPaymentId === id);
  const deps = {
    ...choices,
    deskLinks: {
      newest: async (query: { readonly limit: number }) => {
        asked.push(query);
        return links.slice(0, query.limit).map(listed);
      },
    },
    links: { findById: async (dealerCode: string, id: number) => found(dealerCode, id) },
    payments: {
      findById: async (dealerCode: string, id: number) => {
        const link = found(dealerCode, id);
        return link && { kind: 'link', link, attempts };
      },
    },
    messages: {
      ofPayment: async (payment: string) => {
        mails.push(payment);
        return [];
      },
    },
  };
  const show = showLinks(deps as never);
  return {
    asked,
    mails,
    show: ({ id, view, ...call }: Asked = {}) => show(deskCallWith({ dealer, nowMs: NOW_MS, ...call }), { id, view }),
  };
};

const shownIds = (markup: string): readonly number[] => [
  ...new Set([...markup.matchAll(/href="\/desk\/links\/(\d+)"/g)].map(([, id]) => Number(id) - 500_000)),
];

describe('The links of a dealer at the desk', () => {
  const DAYS = { from: '20260501', until: '20261128' };
  const position = listed(linkAt(0, { createdAtMs: Date.UTC(2026, 0, 15, 22) })).position;

  test.each<readonly [Readonly<Record<string, string>>, object]>([
    [{}, { ...DAYS, before: undefined, limit: 50 }],
    [{ day: '2026-11-20' }, { from: '20261120', until: '20261120', limit: 50 }],
    [{ day: '2026-11-29' }, { ...DAYS, limit: 50 }],
    [{ state: 'expired' }, { ...DAYS, limit: 200 }],
    [{ state: 'lost' }, { ...DAYS, limit: 50 }],
    [{ before: position }, { from: '20250701', until: '20260116', before: position }],
    [{ before: 'x' }, { ...DAYS, before: undefined }],
  ])('of %j are read as %j', async (query, expected) => {
    const { show, asked } = linksScene([]);
    expect(pageOf(await show({ query })).statusCode).toBe(200);
    expect(asked).toEqual([expect.objectContaining({ dealerCode: 'D1', listingShards: 2, ...expected })]);
  });

  const many = Array.from({ length: 60 }, (_, index) => linkAt(index));

  test('are fifty a page, with the way to those behind them', async () => {
    const { markup } = pageOf(await linksScene(many).show());
    expect(shownIds(markup)).toEqual(Array.from({ length: 50 }, (_, index) => index));
    const last = listed(many[49] ?? linkAt(0)).position;
    expect(markup).toContain(`/desk/links?before=${encodeURIComponent(last)}`);
    const whole = pageOf(await linksScene(many.slice(0, 49)).show()).markup;
    expect(whole).not.toContain('before=');
    expect(pageOf(await linksScene([]).show()).markup).not.toContain('before=');
  });

  test('of one state go on behind the last that was looked at, with what was asked for', async () => {
    const query = { state: 'open', day: '2026-11-28' };
    const { markup } = pageOf(await linksScene(many).show({ query }));
    expect(shownIds(markup)).toHaveLength(50);
    const last = listed(many[49] ?? linkAt(0)).position;
    const next = `before=${encodeURIComponent(last)}&amp;state=open&amp;day=2026-11-28`;
    expect(markup).toContain(next);
    const rare = Array.from({ length: 200 }, (_, index) =>
      linkAt(index, index === 7 ? { expiresAtMs: NOW_MS - 1 } : {}),
    );
    const expired = pageOf(await linksScene(rare).show({ query: { state: 'expired' } })).markup;
    expect(shownIds(expired)).toEqual([7]);
    expect(expired).toContain(`before=${encodeURIComponent(listed(rare[199] ?? linkAt(0)).position)}`);
    const few = pageOf(await linksScene(rare.slice(0, 199)).show({ query: { state: 'expired' } })).markup;
    expect(few).not.toContain('before=');
  });

  test('have messages where they have a contact: no other is read for', async () => {
    const [both, email, gsm, none] = [
      linkAt(0),
      linkAt(1, { delivery: { email: 'a@people.example' } }),
      linkAt(2, { delivery: { gsmNumber: '5301111111' } }),
      linkAt(3, { delivery: { fullName: 'Elif' } }),
    ];
    const { show, mails } = linksScene([both, email, gsm, none]);
    await show();
    expect(mails).toEqual([both.payment, email.payment, gsm.payment]);
  });

  test('stand below the form of a new one, for who may make links', async () => {
    const { markup } = pageOf(await linksScene([]).show({ role: 'cashier' }));
    expect(markup).toContain(`value="${ONCE}"`);
    expect(pageOf(await linksScene([]).show({ role: 'viewer' })).markup).not.toContain(`value="${ONCE}"`);
  });
});

describe('One link at the desk', () => {
  test('that is open shows its address, and what may be done with it', async () => {
    const link = linkAt(1);
    const { show } = linksScene([link]);
    const { statusCode, markup } = pageOf(await show({ id: '500001' }));
    expect(statusCode).toBe(200);
    expect(markup).toContain(`https://pay.example/pay/${link.token}`);
    expect(markup).toContain('/desk/links/500001/cancel');
    expect(pageOf(await show({ id: '500001', role: 'viewer' })).markup).not.toContain('/desk/links/500001/cancel');
  });

  test('that has ended shows no address', async () => {
    const link = linkAt(1, { expiresAtMs: NOW_MS - HOUR_MS });
    expect(pageOf(await linksScene([link]).show({ id: '500001' })).markup).not.toContain(link.token);
  });

  test.each([[{ id: '500002' }], [{ id: 'x' }], [{ id: '500001', view: 'edit' }], [{ id: '500002', view: 'cancel' }]])(
    '%j is none, like that of another dealer',
    async (asked) => {
      const { show } = linksScene([linkAt(1), linkAt(2, { dealerCode: 'D2' })]);
      expect(await show(asked)).toBeUndefined();
    },
  );

  test('is cancelled from a page of its own, which cashiers have and viewers have not', async () => {
    const cancel = { id: '500001', view: 'cancel' };
    const { statusCode, markup } = pageOf(await linksScene([linkAt(1)]).show({ ...cancel, role: 'cashier' }));
    expect(statusCode).toBe(200);
    expect(markup).toContain(`value="${ONCE}"`);
    expect(pageOf(await linksScene([linkAt(1)]).show({ ...cancel, role: 'viewer' })).statusCode).toBe(403);
    const over = pageOf(await linksScene([linkAt(1, { expiresAtMs: NOW_MS - HOUR_MS })]).show(cancel)).markup;
    expect(over).not.toContain(`value="${ONCE}"`);
    const open = linkAt(1);
    const running = linkAttemptWith(open, { startedAtMs: NOW_MS - 1000, answerByMs: NOW_MS + 1000 });
    const paying = { ...open, progress: { ...open.progress, attempts: 1, activeAttempt: running.reference } };
    const busy = pageOf(await linksScene([paying], [running]).show(cancel)).markup;
    expect(busy).not.toContain(`value="${ONCE}"`);
    expect(busy).not.toBe(over);
  });
});

describe('The reusable links of a dealer at the desk', () => {
  const link = reusableLinkWith({ dealerCode: 'D1', userPosLinkId: 900, createdAtMs: NOW_MS - 48 * HOUR_MS });
  const scene = (of: ReusableLink = link, isLast = true) => {
    const asked: unknown[] = [];
    const deps = {
      ...choices,
      clock: { now: () => NOW_MS },
      reusableLinks: {
        findById: async (code: string, id: number) =>
          code === 'D1' && id === 900 ? { link: of, places: [] } : undefined,
        list: async (...given: unknown[]) => {
          asked.push(given);
          return { links: [{ link: of, places: [] }], isLast };
        },
      },
      deskLinks: {
        newest: async (query: unknown) => {
          asked.push(query);
          return [listed(linkAt(3))];
        },
      },
      linkRequests: { livesOf: async () => ({ lives: [], isWhole: true }) },
      funnels: {},
    };
    const show = showReusableLinks(deps as never);
    return {
      asked,
      show: ({ id, view, ...call }: Asked = {}) => show(deskCallWith({ dealer, nowMs: NOW_MS, ...call }), { id, view }),
    };
  };

  test('are listed fifty at a time, behind the place that is asked for', async () => {
    const { show, asked } = scene(link, false);
    const place = `${link.createdAtMs}#${link.name}`;
    const { markup } = pageOf(await show());
    expect(markup).toContain('/desk/reusable-links/900');
    expect(markup).toContain(`/desk/reusable-links?before=${encodeURIComponent(place)}`);
    await show({ query: { before: place } });
    await show({ query: { before: 'x' } });
    const behind = { createdAtMs: link.createdAtMs, name: link.name };
    expect(asked).toEqual([
      ['D1', { limit: 50 }],
      ['D1', { limit: 50, behind }],
      ['D1', { limit: 50 }],
    ]);
    expect(pageOf(await scene().show()).markup).not.toContain('before=');
  });

  test('stand below the form of a new one, for who may make links', async () => {
    expect(pageOf(await scene().show()).markup).toContain(`value="${ONCE}"`);
    expect(pageOf(await scene().show({ role: 'viewer' })).markup).not.toContain(`value="${ONCE}"`);
  });

  test('are shown one by one, with their address and their requests since they were made', async () => {
    const { show, asked } = scene();
    const { statusCode, markup } = pageOf(await show({ id: '900' }));
    expect(statusCode).toBe(200);
    expect(markup).toContain(`https://pay.example/link/${link.token}`);
    expect(markup).toContain('/desk/links/500003');
    expect(markup).toContain(`value="${ONCE}"`);
    expect(asked).toEqual([
      { dealerCode: 'D1', listingShards: 2, from: '20261126', until: '20261128', limit: 50, madeOf: link },
    ]);
    const closed = { ...link, active: false };
    for (const one of [link, closed]) {
      expect(pageOf(await scene(one).show({ id: '900', role: 'viewer' })).markup).not.toContain(`value="${ONCE}"`);
      expect(pageOf(await scene(one).show({ id: '900', role: 'cashier' })).markup).toContain(`value="${ONCE}"`);
    }
  });

  test.each([[{ id: '901' }], [{ id: 'x' }], [{ id: '900', view: 'edit' }]])('%j is none', async (asked) => {
    expect(await scene().show(asked)).toBeUndefined();
  });
});
