import * as z from 'zod';
import { isPublicAddress } from '../../shared/domain/outgoing/public-address.ts';

const host = z.string().regex(/^[a-z0-9.-]+(?::\d{1,5})?$/, { error: 'must be hosts without scheme or path' });

/** The settings about the gateways of banks. */
export const bankSettings = {
  // Hosts of banks' gateways, as `host` or `host:port`. No other host is ever called (rule 22).
  gatewayHosts: z.array(host).default([]),
  // Those of them at which a virtual POS of Garanti's kind may be put. None until every function of the stage reads such
  // rows (rule 50).
  garantiHosts: z.array(host).default([]),
  // The address that the functions call from. Garanti wants one where no payer is present.
  ownAddress: z.ipv4({ error: 'must be an IPv4 address' }).optional(),
};

/** The gateways that a stage's functions may call, and what they tell them of themselves. */
export interface BankSettings {
  /** Hosts of the banks' gateways that functions may call. */
  readonly gatewayHosts: readonly string[];
  /** Those of them at which operators may put a virtual POS of Garanti's kind (rule 50). */
  readonly garantiHosts: readonly string[];
  /** The IPv4 address of the service, which Garanti gets where no payer is present. */
  readonly ownAddress?: string | undefined;
}

/** What is wrong with the settings about gateways, as a sentence; undefined where nothing is. */
export const bankContradiction = (
  settings: BankSettings & { readonly kind: 'production' | 'sandbox' },
): string | undefined => {
  const { kind, gatewayHosts, garantiHosts, ownAddress } = settings;
  const stranger = garantiHosts.find((one) => !gatewayHosts.includes(one));
  if (stranger !== undefined) return `garantiHosts: "${stranger}" is none of its gatewayHosts.`;
  if (kind === 'sandbox') return undefined;
  if (garantiHosts.length > 0 && ownAddress === undefined)
    return 'garantiHosts: a bank there refuses requests without an address; name the IPv4 address of the service as "ownAddress".';
  return ownAddress === undefined || isPublicAddress(ownAddress)
    ? undefined
    : `ownAddress: ${ownAddress} is no address of the public internet.`;
};
