import type { Rate } from '../../../../shared/domain/money/rate.ts';
import { refusalsOf } from '../../../../shared/openapi/example-makers.ts';
import type { ExampleSetUp } from '../../../../shared/openapi/operation-document.ts';
import type { contract } from '../contract.ts';

export type Reason = keyof (typeof contract)['codes'];

/** A test card of the embedded bank, which belongs to nobody. */
const card = {
  CardHolderFullName: 'Elif Yılmaz',
  CardNumber: '4111111111111111',
  ExpMonth: '12',
  ExpYear: '2049',
  CvcNumber: '123',
};

/** The least that a payment without sub-dealers needs, and a code of its own. */
export const plain = { ...card, Amount: 27.5, OtherTrxCode: 'D-1042' };

/** The least that a payment with sub-dealers needs, and a code of its own. */
export const least = {
  ...plain,
  CommissionScenario: 1,
  SubDealer: [
    { DealerId: 1774, Amount: 10.25 },
    { DealerId: 1803, Amount: 17.25 },
  ],
};

const topDealerRates = { '1': 12_000 as Rate, '3': 21_000 as Rate };

/** A dealer with a virtual POS and two sub-dealers. */
export const scene: ExampleSetUp = {
  virtualPos: [{ bankCode: '64' }],
  subDealers: [1774, 1803].map((subDealerId) => ({
    subDealerId,
    rates: { '1': 20_000 as Rate, '3': 38_500 as Rate },
  })),
  dealer: { topDealerRates },
};

/** The scene with a dealer who differs. */
export const sceneWith = (dealer: ExampleSetUp['dealer'] & object, more: Partial<ExampleSetUp> = {}): ExampleSetUp => ({
  ...scene,
  ...more,
  dealer: { topDealerRates, ...dealer },
});

/** A refusal of the smallest request with changes. The example has the name of its reason. */
export const refused = refusalsOf<Reason>(least, scene);
