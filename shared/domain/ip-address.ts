/** An IP address as a number of 32 or 128 bits. */
export interface IpAddress {
  readonly bits: 32 | 128;
  readonly value: bigint;
}

/** One address or a block of them: all addresses that begin with the same `prefix` bits. */
export interface IpBlock extends IpAddress {
  readonly prefix: number;
}

const IPV4_PART = /^(?:0|[1-9]\d{0,2})$/;
const GROUP = /^[0-9a-f]{1,4}$/i;
const GROUPS = 8;

const parseIpv4 = (text: string): bigint | undefined => {
  const parts = text.split('.');
  // A leading zero is refused: some programs read it as an octal number.
  if (parts.length !== 4 || !parts.every((part) => IPV4_PART.test(part) && Number(part) < 256)) return undefined;
  return parts.reduce((value, part) => (value << 8n) | BigInt(part), 0n);
};

/** The groups of one side of `::`. A dotted IPv4 address at the end of the text counts as two groups. */
const groupsOf = (text: string): readonly bigint[] | undefined => {
  if (text === '') return [];
  const parts = text.split(':');
  const last = parts.at(-1) ?? '';
  const dotted = last.includes('.') ? parseIpv4(last) : undefined;
  if (last.includes('.') && dotted === undefined) return undefined;
  const plain = dotted === undefined ? parts : parts.slice(0, -1);
  if (!plain.every((part) => GROUP.test(part))) return undefined;
  const tail = dotted === undefined ? [] : [dotted >> 16n, dotted & 0xffffn];
  return [...plain.map((part) => BigInt(`0x${part}`)), ...tail];
};

const parseIpv6 = (text: string): bigint | undefined => {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const [head, tail] = halves.map(groupsOf);
  // A dotted part may only end the whole address.
  if (head === undefined || (halves.length === 2 && (tail === undefined || halves[0]?.includes('.')))) return undefined;
  const missing = GROUPS - head.length - (tail?.length ?? 0);
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  const groups = [...head, ...Array.from({ length: missing }, () => 0n), ...(tail ?? [])];
  return groups.reduce((value, group) => (value << 16n) | group, 0n);
};

/** Reads an IPv4 or IPv6 address without brackets; undefined for anything else, zones included. */
export const parseIpAddress = (text: string): IpAddress | undefined => {
  const isIpv6 = text.includes(':');
  const value = isIpv6 ? parseIpv6(text) : parseIpv4(text);
  return value === undefined ? undefined : { bits: isIpv6 ? 128 : 32, value };
};

/** Reads a block such as `10.0.0.0/8`. Undefined for anything else, and where a bit is set behind the prefix. */
export const parseIpBlock = (text: string): IpBlock | undefined => {
  const [written = '', length = '', ...rest] = text.split('/');
  const address = parseIpAddress(written);
  if (address === undefined || rest.length > 0 || !/^\d{1,3}$/.test(length)) return undefined;
  const free = address.bits - Number(length);
  return free < 0 || BigInt.asUintN(free, address.value) !== 0n ? undefined : { ...address, prefix: Number(length) };
};

export const isInBlock = (address: IpAddress, block: IpBlock): boolean => {
  const free = BigInt(block.bits - block.prefix);
  return address.bits === block.bits && address.value >> free === block.value >> free;
};
