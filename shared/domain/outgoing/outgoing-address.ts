import { parseIpAddress } from '../ip-address.ts';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';

/** Where the functions of a stage may call addresses that dealers or operators named (rule 41). */
export interface OutgoingRules {
  /** The stage's own addresses, as `https://host` or `http://host:port`. They are never called. */
  readonly ownAddresses: readonly string[];
  /** Receivers on the machine itself may be named, over plain http too. Sandbox stages may set it, production cannot. */
  readonly loopback: boolean;
}

/** The reasons for which an address is not called. */
export type OutgoingProblem =
  | 'not-an-address'
  | 'too-long'
  | 'not-https'
  | 'credentials'
  | 'port'
  | 'own-host'
  /** It names, or its name resolves to, an address that is not of the public internet. */
  | 'not-public';

/** What is wrong with an address, behind its field's name. */
export const outgoingProblems: Readonly<Record<OutgoingProblem, string>> = {
  'not-an-address': 'must be an address',
  'too-long': 'must not be longer than 1000 characters',
  'not-https': 'must be an https address',
  credentials: 'must not hold a user name or a password',
  port: 'must use port 443, or 1024 and above',
  'own-host': 'must not be an address of this service',
  'not-public': 'must name a host of the public internet',
};

/** An address that may be looked up and, if what is found is as it should be, called. */
export interface OutgoingTarget {
  readonly href: string;
  /** Name or IP address, without brackets. */
  readonly host: string;
  /** Its host is the machine itself: then it must resolve to that, and to a public address otherwise. */
  readonly loopback: boolean;
}

const MAX_LENGTH = 1000;
const HTTPS_PORT = 443;
/** Ports below belong to mail servers, shells and the like, which must not be asked to talk on our behalf. */
const FIRST_FREE_PORT = 1024;

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'https:': '443', 'http:': '80' };

/** A name may end in a dot, which means the same host. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.+$/, '');

const isOwn = (url: URL, loopback: boolean, { ownAddresses }: OutgoingRules): boolean =>
  ownAddresses.some((text) => {
    const own = URL.parse(text);
    if (own === null) return false;
    const portOf = ({ port, protocol }: URL) => (port === '' ? DEFAULT_PORTS[protocol] : port);
    // On one machine the receivers of tests have the service's host and ports of their own.
    return loopback ? portOf(own) === portOf(url) : hostOf(own) === hostOf(url);
  });

/** Reads an address that somebody typed in, once: what is called is what was read here. */
export const readOutgoingAddress = (
  text: string,
  rules: OutgoingRules,
): OutgoingTarget | { readonly problem: OutgoingProblem } => {
  if (text.length > MAX_LENGTH) return { problem: 'too-long' };
  const url = URL.parse(text);
  if (url === null || url.hostname === '') return { problem: 'not-an-address' };
  const host = hostOf(url);
  const literal = parseIpAddress(host) !== undefined;
  const loopback = rules.loopback && (host === 'localhost' || isLoopbackAddress(host));
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback)) return { problem: 'not-https' };
  if (url.username !== '' || url.password !== '') return { problem: 'credentials' };
  if (isOwn(url, loopback, rules)) return { problem: 'own-host' };
  if (!loopback) {
    const port = url.port === '' ? HTTPS_PORT : Number(url.port);
    if (port !== HTTPS_PORT && port < FIRST_FREE_PORT) return { problem: 'port' };
    // A name without a dot is looked up in the search list of our own network.
    if (literal ? !isPublicAddress(host) : !host.includes('.')) return { problem: 'not-public' };
  }
  url.hash = '';
  return url.href.length > MAX_LENGTH ? { problem: 'too-long' } : { href: url.href, host, loopback };
};

/**
 * True if a target may be called at the addresses that its name resolved to: there is one, and every one is where it
 * should be. One private address among public ones is enough to refuse all, since any of them might be connected to.
 */
export const mayCallAt = ({ loopback }: OutgoingTarget, addresses: readonly string[]): boolean =>
  addresses.length > 0 && addresses.every(loopback ? isLoopbackAddress : isPublicAddress);
