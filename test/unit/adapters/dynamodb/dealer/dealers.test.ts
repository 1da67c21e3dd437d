import { describe, expect, test } from 'vitest';
import { dealerItem, readDealerRow } from '../../../../../shared/adapters/dynamodb/dealer/dealers.ts';
import { dealerWith } from '../../../../support/dealer/dealers.ts';

describe('The row of a dealer', () => {
  test('is read as it was written', () => {
    const dealer = dealerWith({ integratorIds: [7, 9] });
    expect(readDealerRow(dealerItem(dealer))).toEqual(dealer);
  });

  test('from before a dealer had integrators is one of a dealer without any', () => {
    const { integratorIds: _, ...old } = dealerItem(dealerWith({ integratorIds: [7] }));
    expect(readDealerRow(old).integratorIds).toEqual([]);
  });
});
