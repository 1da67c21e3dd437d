import { describe, expect, test } from 'vitest';
import {
  shownCounts,
  shownReusableLink,
  summaryOfLink,
} from '../../../../functions/operator/operate/reusable-link-view.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { ratesOf } from '../../../support/dealer/virtual-pos.ts';
import { reusableLinkWith } from '../../../support/link/reusable-links.ts';

const NOON_MS = Date.UTC(2027, 0, 15, 9);
const places = [{ shard: 0, free: 1, held: 1, paid: 3 }];

describe('A reusable link as operators see it', () => {
  test('stands in a list with its amount, and with places and end where it has them', () => {
    const plain = reusableLinkWith({ createdAtMs: NOON_MS });
    const { userPosLinkId, linkCode, title } = plain;
    const summary = {
      userPosLinkId,
      linkCode,
      title,
      state: 'open',
      currency: 'TL',
      createdAt: '2027-01-15T09:00:00.000Z',
    };
    expect(summaryOfLink({ link: plain, places: [] }, NOON_MS)).toMatchObject({
      ...summary,
      state: expect.any(String),
      amount: 25,
    });
    for (const name of ['maxPayments', 'paid', 'expiresAt', 'min']) {
      expect(summaryOfLink({ link: plain, places: [] }, NOON_MS)).not.toHaveProperty(name);
    }
    const open = { kind: 'open', min: minor(100), max: minor(5000), suggested: [minor(1000), minor(2050)] } as never;
    const link = { ...plain, amount: open, maxPayments: 5, expiresAtMs: NOON_MS + 1000 };
    expect(summaryOfLink({ link, places }, NOON_MS)).toMatchObject({
      min: 1,
      max: 50,
      suggested: [10, 20.5],
      maxPayments: 5,
      paid: 3,
      expiresAt: '2027-01-15T09:00:01.000Z',
    });
  });

  test('shows its places, its questions and its split, and neither its address nor the key of its forms (rule 30)', () => {
    const { '1': rate } = ratesOf({ '1': '12.5' });
    const link = reusableLinkWith({
      maxPayments: 5,
      description: 'Two hours',
      rates: [{ dealerId: 11, rate: rate ?? expect.unreachable() }],
    });
    const shown = shownReusableLink({ link, places }, NOON_MS);
    expect(shown).toMatchObject({
      version: 1,
      active: true,
      description: 'Two hours',
      places: { free: 1, held: 1, paid: 3 },
      ask: [],
      subDealers: [{ subDealerId: 11, rate: 12.5 }],
    });
    for (const secret of [link.token, link.formKey, link.fingerprint])
      expect(JSON.stringify(shown)).not.toContain(secret);
    for (const name of ['buyer', 'basket', 'subDealers', 'currency']) expect(shown.terms).not.toHaveProperty(name);
  });

  test('shows fixed shares of sub-dealers, and no split where there is none', () => {
    const subDealers = [{ dealerId: 11, amount: minor(700) }, { dealerId: 12 }];
    const link = reusableLinkWith({ template: { subDealers } });
    const shown = shownReusableLink({ link, places: [] }, NOON_MS);
    expect(shown.subDealers).toEqual([{ subDealerId: 11, amount: 7 }, { subDealerId: 12 }]);
    for (const name of ['places', 'description']) expect(shown).not.toHaveProperty(name);
    expect(shownReusableLink({ link: reusableLinkWith(), places: [] }, NOON_MS)).not.toHaveProperty('subDealers');
  });

  test('shows what was paid and given back in currency units', () => {
    const counts = { requests: 4, sums: [{ currency: 'TL', paid: minor(5050), givenBack: minor(25) }] } as never;
    expect(shownCounts(counts)).toEqual({ requests: 4, sums: [{ currency: 'TL', paid: 50.5, givenBack: 0.25 }] });
  });
});
