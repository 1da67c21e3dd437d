import { describe, expect, test } from 'vitest';
import {
  readVirtualPosRow,
  virtualPosItems,
} from '../../../../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import { linkWith } from '../../../../support/dealer/records.ts';
import { posWith } from '../../../../support/dealer/virtual-pos.ts';
import { linkAttemptWith } from '../../../../support/payment/attempts.ts';
import { attemptsAmong, itemsOfAttempt, itemsOfLink } from '../../../../support/payment/stored-payments.ts';

describe('The row of a virtual POS', () => {
  test('is read as it was written, with the kind of its gateway', () => {
    const pos = posWith();
    expect(readVirtualPosRow(virtualPosItems(pos).current)).toEqual(pos);
    expect(pos.kind).toBe('nestpay');
  });

  test('of a release before is read with the start on the server off: its gate was never tried (rule 50)', () => {
    const { serverStart: _serverStart, ...before } = virtualPosItems(posWith()).current;
    expect(readVirtualPosRow(before)).toMatchObject({ serverStart: false });
  });

  test.each(['posnet', '', undefined])('of kind %j is refused: nobody can call its gateway', (kind) => {
    expect(() => readVirtualPosRow({ ...virtualPosItems(posWith()).current, kind })).toThrow();
  });
});

describe('The row of a link’s attempt', () => {
  test.each([{}, { gatewayState: 'session-7' }])('keeps what its gateway wants to see again: %j', (changes) => {
    const link = linkWith();
    const attempt = linkAttemptWith(link, changes);
    expect(attemptsAmong([...itemsOfLink(link), ...itemsOfAttempt(attempt)])).toEqual([attempt]);
  });
});
