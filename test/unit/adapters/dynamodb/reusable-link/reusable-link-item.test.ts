import { describe, expect, test } from 'vitest';
import {
  linkInRows,
  placesItem,
  pointerItem,
  reusableLinkItem,
} from '../../../../../shared/adapters/dynamodb/reusable-link/reusable-link-item.ts';
import { minor } from '../../../../../shared/domain/money/money.ts';
import { newPlaces } from '../../../../../shared/domain/reusable-link/places.ts';
import { asks, openAmount, reusableLinkWith } from '../../../../support/link/reusable-links.ts';

describe('The rows of a reusable link', () => {
  const link = reusableLinkWith({
    maxPayments: 30,
    questions: [asks('Email', false)],
    template: {
      language: 'tr',
      installmentNumber: 3,
      buyer: { fullName: 'Course' },
      subDealers: [{ dealerId: 1774, amount: minor(500) }],
    },
  });
  const item = reusableLinkItem(link);

  test('give the link with all that it was made with, whatever their order', () => {
    const places = newPlaces(30);
    const rows = places.map((shard) => placesItem(link.name, shard));
    expect(linkInRows([...rows.toReversed(), item])).toStrictEqual({ link, places });
    expect(linkInRows([])).toBeUndefined();
    expect(linkInRows(rows)).toBeUndefined();
  });

  test('keep limits of an open amount, with and without suggested ones', () => {
    for (const amount of [openAmount(), openAmount({ suggested: [2000] })]) {
      expect(linkInRows([reusableLinkItem(reusableLinkWith({ amount }))])?.link.amount).toStrictEqual(amount);
    }
    const { min, max } = { min: 1000, max: 5000 };
    expect(linkInRows([{ ...item, amount: { kind: 'open', min, max } }])?.link.amount).toStrictEqual({
      kind: 'open',
      min,
      max,
      suggested: [],
    });
  });

  test('keep the secret of the address apart from its name', () => {
    expect(item).toMatchObject({ entity: 'reusable-link', secret: link.token.slice(27) });
    expect(item).not.toHaveProperty('token');
  });

  test.each([
    ['amount', { kind: 'fixed' }],
    ['least amount', { kind: 'open', max: 5000 }],
    ['largest amount', { kind: 'open', min: 1000 }],
  ])('are refused without the %s', (what, amount) => {
    expect(() => linkInRows([{ ...item, amount }])).toThrow(`a reusable link without ${what}`);
  });

  test.each([
    ['an unknown question', { questions: [{ field: 'Address', required: true }] }],
    ['a number of payments as text', { maxPayments: '30' }],
    ['an amount of no kind', { amount: { kind: 'any', amount: 1 } }],
    ['no title', { title: undefined }],
  ])('are refused with %s', (_, broken) => {
    expect(() => linkInRows([{ ...item, ...broken }])).toThrow();
  });

  test('of its places and of its id say what they are', () => {
    expect(placesItem(link.name, { shard: 0, free: 1, held: 0, paid: 0 })).toMatchObject({ entity: 'places' });
    expect(pointerItem(link)).toMatchObject({ entity: 'reusable-link-pointer', link: link.name });
  });
});
