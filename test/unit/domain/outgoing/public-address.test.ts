import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isInBlock, parseIpAddress, parseIpBlock } from '../../../../shared/domain/ip-address.ts';
import {
  embeddingBlocks,
  isLoopbackAddress,
  isPublicAddress,
  specialBlocks,
} from '../../../../shared/domain/outgoing/public-address.ts';

const written = ({ bits, value }: { readonly bits: 32 | 128; readonly value: bigint }): string => {
  const [size, parts] = bits === 32 ? [8n, 4] : [16n, 8];
  const all = Array.from(
    { length: parts },
    (_, at) => (value >> (size * BigInt(parts - 1 - at))) & ((1n << size) - 1n),
  );
  return bits === 32 ? all.join('.') : all.map((part) => part.toString(16)).join(':');
};

const blockOf = (text: string) => {
  const block = parseIpBlock(text);
  if (block === undefined) throw new Error(`${text} is no block`);
  return block;
};

/** The first and the last address of a block. */
const endsOf = (text: string): readonly string[] => {
  const { bits, value, prefix } = blockOf(text);
  const last = value | ((1n << BigInt(bits - prefix)) - 1n);
  return [written({ bits, value }), written({ bits, value: last })];
};

const ipv4Entries = specialBlocks.filter(([block]) => !block.includes(':'));

describe('An address that is not of the public internet is refused (rule 41)', () => {
  test.each(specialBlocks)('%s, %s', (block) => {
    for (const address of endsOf(block)) expect(isPublicAddress(address), address).toBe(false);
  });

  test.each(embeddingBlocks.flatMap(([block]) => ipv4Entries.map(([inner, name]) => [block, inner, name] as const)))(
    'inside %s: %s, %s',
    (block, inner) => {
      const outer = blockOf(block);
      for (const end of endsOf(inner)) {
        const value = outer.value | (parseIpAddress(end)?.value ?? 0n);
        expect(isPublicAddress(written({ bits: 128, value }))).toBe(false);
      }
    },
  );

  test('whatever is in no block that is given to the public', () => {
    const ipv6 = fc.bigInt({ min: 0n, max: (1n << 128n) - 1n });
    fc.assert(
      fc.property(ipv6, (value) => {
        const text = written({ bits: 128, value });
        const embeds = embeddingBlocks.some(([block]) => isInBlock({ bits: 128, value }, blockOf(block)));
        fc.pre(!embeds && value >> 125n !== 1n);
        expect(isPublicAddress(text)).toBe(false);
      }),
    );
  });

  test.each([
    '',
    'localhost',
    '1.2.3',
    '1.2.3.4.5',
    '01.2.3.4',
    '256.1.1.1',
    '1.2.3.4%0',
    'fe80::1%eth0',
    '2a00:::1',
    '2a00::1::2',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7:8::',
    '1.2.3.4::',
    '2a00::12345',
  ])('what is no address: "%s"', (text) => {
    expect(isPublicAddress(text)).toBe(false);
    expect(isLoopbackAddress(text)).toBe(false);
  });
});

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2a00:1450:4017:80b::200e',
  '2001:4860:4860::8888',
  '2001:200::',
  '2620:4f:8001::',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
  expect(isLoopbackAddress(address)).toBe(false);
});

test.each(['127.0.0.1', '127.255.255.255', '::1', '::ffff:127.0.0.1'])('%s is the machine itself', (address) => {
  expect(isLoopbackAddress(address)).toBe(true);
});

test.each(['10.0.0.1/8', '10.0.0.0/33', '10.0.0.0', '10.0.0.0/', '::/129', 'x/8'])('"%s" is no block', (text) => {
  expect(parseIpBlock(text)).toBeUndefined();
});

test('every way of writing an IPv6 address means the same number', () => {
  const forms = ['2001:db8::1', '2001:DB8:0:0:0:0:0:1', '2001:db8:0::0:1', '2001:db8::0.0.0.1'];
  const values = forms.map((form) => parseIpAddress(form)?.value);
  expect(new Set(values)).toEqual(new Set([0x20010db8000000000000000000000001n]));
});
