import { describe, expect, test } from 'vitest';
import { needsOf } from '../../../../functions/desk/show-desk/todays-needs.ts';
import type { Attention } from '../../../../shared/desk/figures/attention.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { linkWith } from '../../../support/dealer/records.ts';

const NOW_MS = Date.UTC(2026, 10, 28, 9);
const nothing: Attention = {
  open: [],
  areLinksWhole: true,
  expiring: [],
  failedReturns: { items: [], isWhole: true },
  dead: { items: [], isWhole: true },
  failingEndpoints: [],
};

/** What is shown of these. Of each record the test gives what the page reads of it. */
const shown = (attention: { readonly [Name in keyof Attention]?: unknown }) =>
  needsOf({ ...nothing, ...attention } as Attention, 'en');

const returnOf = (paymentId: number, state = 'refused') => ({ payment: { paymentId }, step: { state } });
const endpoint = (changes: object) => ({ url: 'https://hooks.example/a-secret-path', ...changes });
const dead = (facts?: object) => ({
  delivery: { channel: { kind: 'sms' } },
  ...(facts === undefined ? {} : { event: { facts } }),
});
const link = (changes: Parameters<typeof linkWith>[0] = {}) => {
  const { description: _none, ...plain } = linkWith({ userPosPaymentId: 77 });
  return { ...plain, buyer: { fullName: 'Ada Lovelace' }, ...changes };
};

describe('What needs somebody', () => {
  test('is nothing, or money first, then programs, deliveries and links', () => {
    expect(shown({})).toEqual([]);
    const hrefs = shown({
      expiring: [link()],
      dead: { items: [dead({ payment: { paymentId: 8 } })], isWhole: true },
      failingEndpoints: [endpoint({ failingSinceMs: NOW_MS })],
      failedReturns: { items: [returnOf(7)], isWhole: true },
    }).map(({ href }) => href);
    expect(hrefs).toEqual(['/desk/payments/7', undefined, '/desk/payments/8', '/desk/links/77']);
  });

  test.each([
    ['failedReturns', (id: number) => returnOf(id), '/desk/payments'],
    ['dead', (id: number) => dead({ payment: { paymentId: id } }), '/desk/payments'],
    ['expiring', (id: number) => link({ userPosPaymentId: id }), '/desk/links'],
  ] as const)('of %s five are named, and the others are a number with the way to the list', (name, make, list) => {
    const of = (count: number) => {
      const items = Array.from({ length: count }, (_, index) => make(index + 1));
      return shown({ [name]: name === 'expiring' ? items : { items, isWhole: true } });
    };
    expect(of(5).map(({ href }) => href)).toEqual([1, 2, 3, 4, 5].map((id) => `${list}/${id}`));
    expect(of(8)).toHaveLength(6);
    expect(of(8).at(-1)).toEqual({ text: 'and 3 more', href: list });
  });

  test('a refund that the bank refused is told apart from one whose end nobody knows', () => {
    const [refused, stuck] = shown({ failedReturns: { items: [returnOf(7), returnOf(8, 'stuck')], isWhole: true } });
    expect(refused?.text).toBe('The refund of payment 7 failed');
    expect([refused?.more, stuck?.more]).not.toContain(undefined);
    expect(refused?.more).not.toBe(stuck?.more);
  });

  test('an address is named by its host alone: its path may be a secret', () => {
    const needs = shown({
      failingEndpoints: [
        endpoint({ failingSinceMs: NOW_MS }),
        endpoint({ failingSinceMs: NOW_MS, goneAtMs: NOW_MS }),
        endpoint({}),
        endpoint({ url: 'x'.repeat(100) }),
      ],
    });
    const [failing, gone, off, unread] = needs.map(({ text }) => text);
    expect(needs.map(({ text }) => text).join()).not.toContain('secret');
    expect(failing).toContain('hooks.example');
    expect([gone === failing, gone === off]).toEqual([false, true]);
    expect(unread).toContain('x'.repeat(80));
    expect(unread).not.toContain('x'.repeat(81));
    expect(needs.every(({ more }) => more !== undefined)).toBe(true);
  });

  test('a message that never arrived names its payment or its link, as long as the event is there', () => {
    const items = [dead({ payment: { paymentId: 8 } }), dead({ link: { paymentId: 9 } }), dead()];
    const [payment, ofLink, gone] = shown({ dead: { items, isWhole: true } });
    expect(payment).toEqual({ text: `${gone?.text}, payment 8`, href: '/desk/payments/8' });
    expect(ofLink).toEqual({ text: `${gone?.text}, link 9`, href: '/desk/links/9' });
    expect(gone?.text).toMatch(/^Could not be delivered: \S/);
  });

  test.each([
    ['the payer’s name', {}, 'Ada Lovelace'],
    ['the name that it was sent to', { buyer: {}, delivery: { fullName: 'Grace Hopper' } }, 'Grace Hopper'],
    ['its description', { buyer: {}, delivery: {}, description: 'A course' }, 'A course'],
    ['its number', { buyer: {}, delivery: {} }, '77'],
    ['80 characters of it', { buyer: { fullName: 'y'.repeat(100) } }, 'y'.repeat(80)],
    ['no card number in it', { buyer: { fullName: 'Ada 4111111111111111' } }, 'Ada ••••'],
  ])('a link that ends tomorrow is named by its amount and %s', (_what, changes, name) => {
    const [need] = shown({ expiring: [link(changes)] });
    expect(need?.text).toContain(`27.50, ${name}`);
    expect(need?.text).not.toContain('y'.repeat(81));
    expect(need?.text).not.toContain('4111111111111111');
  });
});

test('Amounts of links stand in their own currency', () => {
  const terms = { ...link().terms, amount: minor(123_450), currency: 'EUR' as const };
  expect(shown({ expiring: [link({ terms })] })[0]?.text).toContain('€1,234.50');
});
