import { describe, expect, test } from 'vitest';
import { doubleBoxOpener, doubleBoxSealer } from '../../../../shared/adapters/vault/box-vault.ts';
import { kmsClient, kmsOpener, kmsSealer } from '../../../../shared/adapters/vault/kms-vault.ts';
import type { BoxPlace } from '../../../../shared/ports/boxes.ts';
import { boxContext } from '../../../../shared/ports/vault.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { useLocalKms } from '../../../support/card/local-kms.ts';

const local = useLocalKms();

const newBoxes = () => {
  const options = { kms: kmsClient(), keyArn: local.keyArn, clock: new FakeClock() };
  const opener = kmsOpener(options);
  return { vault: opener, sealer: doubleBoxSealer(kmsSealer(options)), opener: doubleBoxOpener(opener) };
};

const PLACE: BoxPlace = { dealerCode: 'D1', payment: 'k3v7q2mzt5w4y6xa2bcdefgh3i', number: 1 };
const CARD = '{"number":"4111111111111111","cvc":"123"}';

describe('A box (rules 24 and 25)', () => {
  test('opens with its key at its own place', async () => {
    const { sealer, opener } = newBoxes();
    const { sealed, key } = await sealer.seal(CARD, PLACE);
    expect(await opener.open(sealed, key, PLACE)).toBe(CARD);
  });

  test('has a key of 256 fresh bits, which stands nowhere in what is stored', async () => {
    const { sealer, vault } = newBoxes();
    const made = await Promise.all(Array.from({ length: 20 }, () => sealer.seal(CARD, PLACE)));
    expect(new Set(made.map(({ key }) => key)).size).toBe(20);
    for (const { sealed, key } of made) {
      expect(Buffer.from(key, 'base64url')).toHaveLength(32);
      expect(sealed).not.toContain(key);
      expect(await vault.open(sealed, boxContext(PLACE))).not.toContain(key);
    }
  });

  test('is not opened by the vault alone: what it holds is still sealed', async () => {
    const { sealer, vault } = newBoxes();
    const { sealed } = await sealer.seal(CARD, PLACE);
    const inner = await vault.open(sealed, boxContext(PLACE));
    expect(inner).not.toContain('4111111111111111');
    expect(Buffer.from(inner, 'base64url').toString('latin1')).not.toContain('4111111111111111');
  });

  test.each(['', 'x', 'A'.repeat(43)])(
    'a key that is not its own opens nothing, and is no failure: %j',
    async (key) => {
      const { sealer, opener } = newBoxes();
      const { sealed } = await sealer.seal(CARD, PLACE);
      expect(await opener.open(sealed, key, PLACE)).toBeUndefined();
    },
  );

  test.each<Partial<BoxPlace>>([{ dealerCode: 'D2' }, { payment: 'a'.repeat(26) }, { number: 2 }])(
    'of another payment, call or dealer does not open, whatever the key: %j',
    async (change) => {
      const { sealer, opener } = newBoxes();
      const { sealed, key } = await sealer.seal(CARD, PLACE);
      await expect(opener.open(sealed, key, { ...PLACE, ...change })).rejects.toMatchObject({
        name: 'VaultUnavailable',
      });
    },
  );
});
