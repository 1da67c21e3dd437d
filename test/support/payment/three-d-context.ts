import type { ThreeDFields } from '../../../shared/domain/three-d-payment/three-d-fields.ts';
import type { ThreeDContext } from '../../../shared/domain/three-d-payment/three-d-rules.ts';
import { type DirectChanges, directContext } from './direct-payment-context.ts';

export interface ThreeDChanges extends Omit<DirectChanges, 'fields'> {
  readonly fields?: Partial<ThreeDFields>;
}

/** A valid 3D payment of 27.50 without sub-dealers, of a dealer with every permission. */
export const threeDContext = ({ fields, ...changes }: ThreeDChanges = {}): ThreeDContext => {
  const context = directContext({ operation: 'DoDirectPaymentThreeD', ...changes });
  return {
    ...context,
    fields: {
      ...context.fields,
      commissionScenario: undefined,
      subDealers: [],
      redirectUrl: 'https://shop.example/return',
      returnHash: 1,
      ...fields,
    },
    loopbackHttpAllowed: false,
  };
};
