/** The gateways that the functions of a stage may call (rule 22). */
export interface GatewayRules {
  /** Hosts of banks, as `host` (the default port of https) or `host:port`. */
  readonly allowedHosts: readonly string[];
  /** Sandbox stages may call a loopback host, over plain http and on any port. */
  readonly sandbox: boolean;
}

export type GatewayProblem = 'not-an-address' | 'not-https' | 'host-not-allowed';

const LOOPBACK: readonly string[] = ['127.0.0.1', '[::1]', 'localhost'];
const MAX_LENGTH = 300;

const parse = (gateway: string): URL | undefined =>
  gateway.length <= MAX_LENGTH && URL.canParse(gateway) ? new URL(gateway) : undefined;

/** True for an address of scheme, host, port and path alone. The bank's own paths are appended to it. */
const isPlain = ({ username, password, search, hash }: URL): boolean =>
  [username, password, search, hash].every((part) => part === '');

/**
 * Whether a payer's browser may be sent on to an address that a gate named: https of any host, since issuers have hosts of
 * their own; in sandbox stages a loopback host over http too.
 */
export const mayFollowGate = (
  { protocol, hostname, username, password }: URL,
  { sandbox }: Pick<GatewayRules, 'sandbox'>,
): boolean => {
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (sandbox && protocol === 'http:' && LOOPBACK.includes(hostname));
};

/** The host of a gateway: all its addresses have the same. */
export const hostOfGateway = (gateway: string): string => URL.parse(gateway)?.host ?? gateway;

/**
 * The gateway's address without a slash at its end, or why it is refused. It must be https to a host of the stage's
 * list; plain http is for loopback hosts in sandbox stages only.
 */
export const readGateway = (
  gateway: string,
  rules: GatewayRules,
): { readonly address: string } | { readonly problem: GatewayProblem } => {
  const url = parse(gateway);
  if (url === undefined || !isPlain(url)) return { problem: 'not-an-address' };
  const loopback = rules.sandbox && LOOPBACK.includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback)) return { problem: 'not-https' };
  const allowed = rules.allowedHosts.map((host) => host.toLowerCase());
  if (!allowed.includes(url.host) && !loopback) return { problem: 'host-not-allowed' };
  return { address: url.href.replace(/\/+$/, '') };
};
