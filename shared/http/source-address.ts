import { BlockList, isIP } from 'node:net';
import { parseIpAddress, parseIpBlock } from '../domain/ip-address.ts';

const family = (address: string): 'ipv4' | 'ipv6' | undefined => {
  const version = isIP(address);
  if (version === 0) return undefined;
  return version === 4 ? 'ipv4' : 'ipv6';
};

/** `::ffff:192.0.2.1` is the IPv4 address inside it: a list of IPv4 blocks must match it. */
const unmapped = (address: string): string => {
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address);
  return mapped?.[1] ?? address;
};

/**
 * True for an IPv4 or IPv6 address or a CIDR block, without host names or zones. A block must have no bit set behind
 * its prefix: 192.0.2.4/24 could mean one address or the whole block.
 */
export const isAddressOrBlock = (text: string): boolean =>
  parseIpAddress(text) !== undefined || parseIpBlock(text) !== undefined;

/** An entry that cannot be read allows nobody: `192.0.2.0/` must not become a block of every address. */
const addTo = (list: BlockList, entry: string): void => {
  if (!isAddressOrBlock(entry)) return;
  const [address = '', prefix] = entry.split('/');
  const type = family(address);
  if (type === undefined) return;
  if (prefix === undefined) list.addAddress(unmapped(address), family(unmapped(address)) ?? type);
  else list.addSubnet(address, Number(prefix), type);
};

/**
 * True when the caller's address, as the gateway reports it, is in the list of addresses and CIDR blocks (IPv4 and
 * IPv6). An address that cannot be read is in no list.
 */
export const isAddressAllowed = (address: string, allowed: 'any address' | readonly string[]): boolean => {
  if (allowed === 'any address') return true;
  const caller = unmapped(address);
  const type = family(caller);
  if (type === undefined) return false;
  const list = new BlockList();
  for (const entry of allowed) addTo(list, entry);
  return list.check(caller, type);
};

const IPV6_PREFIX_GROUPS = 4;

/** What attempts of one caller are counted by: an IPv4 address, or the first 64 bits of an IPv6 one (rule 33). */
export const addressScopeOf = (address: string): string => {
  const plain = unmapped(address);
  if (isIP(plain) !== 6) return plain;
  const [head = '', tail] = plain.split('::');
  const groups = head === '' ? [] : head.split(':');
  const behind = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from(
    { length: tail === undefined ? 0 : Math.max(0, 8 - groups.length - behind.length) },
    () => '0',
  );
  return `${[...groups, ...zeros, ...behind].slice(0, IPV6_PREFIX_GROUPS).join(':').toLowerCase()}::/64`;
};
