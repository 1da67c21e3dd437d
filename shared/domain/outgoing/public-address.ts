import { type IpAddress, type IpBlock, isInBlock, parseIpAddress, parseIpBlock } from '../ip-address.ts';

/**
 * Blocks that are not the public internet: every entry of the two registries of special-purpose addresses that IANA
 * keeps, also those that may be reached from everywhere, and the blocks that are no unicast. A block inside another one
 * stands here as well, so that the list can be compared with the registries line by line.
 */
export const specialBlocks = [
  ['0.0.0.0/8', 'this network'],
  ['0.0.0.0/32', 'this host'],
  ['10.0.0.0/8', 'private use'],
  ['100.64.0.0/10', 'shared address space'],
  ['127.0.0.0/8', 'loopback'],
  ['169.254.0.0/16', 'link local, where clouds keep credentials'],
  ['172.16.0.0/12', 'private use'],
  ['192.0.0.0/24', 'protocol assignments'],
  ['192.0.0.0/29', 'continuity of IPv4 services'],
  ['192.0.0.8/32', 'dummy address'],
  ['192.0.0.9/32', 'port control anycast'],
  ['192.0.0.10/32', 'relay anycast'],
  ['192.0.0.170/32', 'discovery of translation'],
  ['192.0.0.171/32', 'discovery of translation'],
  ['192.0.2.0/24', 'documentation'],
  ['192.31.196.0/24', 'AS112'],
  ['192.52.193.0/24', 'multicast tunnels'],
  ['192.88.99.0/24', 'former 6to4 relays'],
  ['192.88.99.2/32', '6a44 relay'],
  ['192.168.0.0/16', 'private use'],
  ['192.175.48.0/24', 'AS112'],
  ['198.18.0.0/15', 'benchmarks'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'reserved'],
  ['255.255.255.255/32', 'broadcast'],
  ['::/128', 'unspecified'],
  ['::1/128', 'loopback'],
  ['64:ff9b:1::/48', 'local translation'],
  ['100::/64', 'discard'],
  ['100:0:0:1::/64', 'dummy prefix'],
  ['2001::/23', 'protocol assignments'],
  ['2001::/32', 'Teredo'],
  ['2001:1::1/128', 'port control anycast'],
  ['2001:1::2/128', 'relay anycast'],
  ['2001:1::3/128', 'service registration anycast'],
  ['2001:2::/48', 'benchmarks'],
  ['2001:3::/32', 'multicast tunnels'],
  ['2001:4:112::/48', 'AS112'],
  ['2001:10::/28', 'former ORCHID'],
  ['2001:20::/28', 'ORCHID'],
  ['2001:30::/28', 'drone identification'],
  ['2001:db8::/32', 'documentation'],
  ['2002::/16', '6to4'],
  ['2620:4f:8000::/48', 'AS112'],
  ['3fff::/20', 'documentation'],
  ['5f00::/16', 'segment routing'],
  ['fc00::/7', 'unique local'],
  ['fe80::/10', 'link local'],
  ['fec0::/10', 'former site local'],
  ['ff00::/8', 'multicast'],
] as const;

/** Blocks whose last 32 bits are an IPv4 address that the connection goes to. */
export const embeddingBlocks = [
  ['::ffff:0:0/96', 'mapped'],
  ['64:ff9b::/96', 'translated'],
] as const;

const blocksOf = (entries: readonly (readonly [string, string])[]): readonly IpBlock[] =>
  entries.flatMap(([text]) => parseIpBlock(text) ?? []);

const special = blocksOf(specialBlocks);
const embedding = blocksOf(embeddingBlocks);
const globalUnicast = blocksOf([['2000::/3', 'global unicast']]);
const loopback = blocksOf([
  ['127.0.0.0/8', 'loopback'],
  ['::1/128', 'loopback'],
]);

const isIn = (address: IpAddress, blocks: readonly IpBlock[]): boolean =>
  blocks.some((block) => isInBlock(address, block));

/** The address that a connection goes to: an IPv4 address inside an IPv6 one is taken out. */
const unwrapped = (address: IpAddress): IpAddress =>
  isIn(address, embedding) ? { bits: 32, value: BigInt.asUintN(32, address.value) } : address;

/** True for an IP address of the public internet (rule 41). A text that is no address is not public. */
export const isPublicAddress = (text: string): boolean => {
  const read = parseIpAddress(text);
  if (read === undefined) return false;
  const address = unwrapped(read);
  return (address.bits === 32 || isIn(address, globalUnicast)) && !isIn(address, special);
};

/** True for an address of the machine itself. */
export const isLoopbackAddress = (text: string): boolean => {
  const address = parseIpAddress(text);
  return address !== undefined && isIn(unwrapped(address), loopback);
};
