import type { Rate } from '../../../../shared/domain/money/rate.ts';
import type { ExampleSetUp } from '../../../../shared/openapi/operation-document.ts';

/** The smallest request that succeeds, with a test card of the embedded bank, and a code of its own. */
export const least = {
  CardHolderFullName: 'Elif Yılmaz',
  CardNumber: '4111111111111111',
  ExpMonth: '12',
  ExpYear: '2049',
  CvcNumber: '123',
  Amount: 27.5,
  OtherTrxCode: 'S-1042',
  ReturnHash: 1,
  RedirectUrl: 'https://shop.example/result',
};

const topDealerRates = { '1': 12_000 as Rate, '3': 21_000 as Rate };

/** A dealer with a virtual POS and two sub-dealers. */
export const scene: ExampleSetUp = {
  virtualPos: [{ bankCode: '64' }],
  subDealers: [1774, 1803].map((subDealerId) => ({ subDealerId, rates: { '1': 20_000 as Rate } })),
  dealer: { topDealerRates },
};

/** The scene with other settings of its dealer. */
export const sceneWith = (dealer: ExampleSetUp['dealer'] & object, more: Partial<ExampleSetUp> = {}): ExampleSetUp => ({
  ...scene,
  ...more,
  dealer: { topDealerRates, ...dealer },
});

/** The token of a stored card. */
export const token = '8c1f52a0-3d6e-4b7f-9a10-5e2d4c6b8f31';
/** What a split among the scene's sub-dealers adds to a request. */
export const splits = {
  CommissionScenario: 1,
  SubDealer: [
    { DealerId: 1774, Amount: 10.25 },
    { DealerId: 1803, Amount: 17.25 },
  ],
};
