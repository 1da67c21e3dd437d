import { expect, test } from 'vitest';
import { threeDFingerprint } from '../../../../functions/three-d-payment/start-3d-payment/fingerprint.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { ThreeDFields } from '../../../../shared/domain/three-d-payment/three-d-fields.ts';
import { threeDContext } from '../../../support/payment/three-d-context.ts';

const of = (changes: Partial<ThreeDFields> = {}): string =>
  threeDFingerprint(threeDContext({ fields: changes }).fields);
const shares = [{ subDealerId: 11, amount: minor(2750) }] as unknown as ThreeDFields['subDealers'];

test.each<Partial<ThreeDFields>>([
  { amount: minor(2751) },
  { returnHash: 0 },
  { redirectUrl: 'https://shop.example/other' },
  { redirectUrl: undefined },
  { redirectType: 1 },
  { isTokenized: 1 },
  { language: 'en' },
  { subDealers: shares },
])('A 3D payment is another request with %j (rule 13)', (changes) => expect(of(changes)).not.toBe(of()));

test.each<[Partial<ThreeDFields>, Partial<ThreeDFields>]>([
  [{ returnHash: undefined }, { returnHash: 0 }],
  [{ redirectType: undefined }, { redirectType: 0 }],
  [{ isTokenized: undefined }, { isTokenized: 0 }],
  [{ language: ' EN ' }, { language: 'en' }],
  [{ clientIp: '203.0.113.9' }, {}],
  [{ software: 'Shop 2' }, {}],
])('A 3D payment with %j is the same request as one with %j', (one, other) => expect(of(one)).toBe(of(other)));

test('A stored request stays the same one for the next release, with sub-dealers and without', () => {
  const spelled = { language: ' EN ', redirectUrl: undefined } as const;
  expect([of(spelled), of({ ...spelled, subDealers: shares })]).toEqual([
    'esQD8IogQG6PcjdYgl21Xvqw1B8IqISxwNsS0vSxc28',
    'vaujazJcD_O8dzTU3EwEa_xPLvTiB4GmnfYyuOEWhNs',
  ]);
});
