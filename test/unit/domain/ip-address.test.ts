import { describe, expect, test } from 'vitest';
import { isInBlock, parseIpAddress, parseIpBlock } from '../../../shared/domain/ip-address.ts';

describe('An IPv6 address', () => {
  test.each([
    ['1:2:3:4:5:6:7:8', 0x0001_0002_0003_0004_0005_0006_0007_0008n],
    ['1::3:4:5:6:7:8', 0x0001_0000_0003_0004_0005_0006_0007_0008n],
    ['::', 0n],
    ['::1', 1n],
    ['1::', 1n << 112n],
    ['::ffff:1.2.3.4', 0xffff_0102_0304n],
    ['ABCD::', 0xabcdn << 112n],
  ])('%s is read', (text, value) => expect(parseIpAddress(text)).toEqual({ bits: 128, value }));

  test.each([
    ['1:2:3', 'too few groups'],
    ['1:2:3:4:5:6:7:8:9', 'too many groups'],
    ['1:2:3:4::5:6:7:8', 'nothing is left out at ::'],
    ['1::2::3', 'two gaps'],
    ['1:2:3:4::5:6:7:8::', 'two gaps that leave nothing out'],
    ['1.2.3.4::', 'a dotted part in front'],
    ['::1.2.3', 'a dotted part of three numbers'],
    ['::1.2.3.4:5', 'a dotted part that does not end it'],
    ['::12345', 'a group of five digits'],
    ['::g', 'no digit'],
    ['fe80::1%eth0', 'a zone'],
    ['[::1]', 'brackets'],
  ])('%s is none: %s', (text) => expect(parseIpAddress(text)).toBeUndefined());
});

describe('An IPv4 address', () => {
  test.each([
    ['0.0.0.0', 0n],
    ['10.0.0.255', 0x0a00_00ffn],
  ])('%s is read', (text, value) => expect(parseIpAddress(text)).toEqual({ bits: 32, value }));

  test.each(['1.2.3', '1.2.3.4.5', '1.2.3.256', '01.2.3.4', '1.2.3.x', '', ' 1.2.3.4'])('%j is none', (text) =>
    expect(parseIpAddress(text)).toBeUndefined(),
  );
});

describe('A block of addresses', () => {
  const isIn = (address: string, block: string): boolean =>
    isInBlock(parseIpAddress(address) ?? expect.unreachable(address), parseIpBlock(block) ?? expect.unreachable(block));

  test.each([
    ['10.255.255.255', '10.0.0.0/8', true],
    ['11.0.0.0', '10.0.0.0/8', false],
    ['203.0.113.7', '203.0.113.7/32', true],
    ['203.0.113.8', '203.0.113.7/32', false],
    ['203.0.113.8', '0.0.0.0/0', true],
    ['2001:db8::1', '2001:db8::/32', true],
    ['2001:db9::1', '2001:db8::/32', false],
    // Without its kind an IPv4 address would be a small IPv6 one, and the other way round.
    ['10.0.0.1', '::/96', false],
    ['::a00:1', '10.0.0.0/8', false],
  ])('%s in %s: %s', (address, block, is) => expect(isIn(address, block)).toBe(is));

  test.each([
    '10.0.0.0',
    '10.0.0.0/',
    '10.0.0.0/33',
    '10.0.0.0/8x',
    '10.0.0.0/x8',
    '10.0.0.0/0008',
    '10.0.0.0/8/8',
    '10.0.0.1/8',
    '::/129',
    'x/8',
    '',
  ])('%j is none', (text) => expect(parseIpBlock(text)).toBeUndefined());
});
