/** What a stage says of the gateways that its functions may call (rule 22). */
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

/** Nothing but scheme, host, port and path, which then get the bank's own paths behind them. */
const isPlain = ({ username, password, search, hash }: URL): boolean =>
  [username, password, search, hash].every((part) => part === '');

/**
 * The gateway's address without a slash at its end, or what is wrong with it. It is https to a host of the stage's
 * list; plain http only to a loopback host and only in a sandbox stage.
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
