import * as z from 'zod';
import { parseIpAddress, parseIpBlock } from '../../shared/domain/ip-address.ts';
import {
  type AddressSettings,
  type OwnDomain,
  ownDomainSchema,
  publicNames,
  usEastCertificateArn,
} from './address-settings.ts';

/** Most addresses and blocks of a stage: the variables of a function have 4 kB. */
const MOST_NETWORKS = 40;

/** Where the pages for dealers' people answer, and to whom. Off unless the stage sets it (rule 55). */
export const deskSchema = z.strictObject({
  // The name under which people reach it; the address of its own API without it.
  domain: ownDomainSchema.optional(),
  // Addresses and CIDR blocks that may open it; any address without it.
  allowedNetworks: z
    .array(
      z.string().refine((text) => parseIpAddress(text) !== undefined || parseIpBlock(text) !== undefined, {
        error: 'must be an IP address or a CIDR block, as 192.0.2.0/24',
      }),
    )
    .min(1, { error: 'must name a network, or be left out: nobody could open the desk' })
    .max(MOST_NETWORKS)
    .optional(),
  // Its own way through the edge of the stage: the name under which the edge reaches its API, and its certificate of us-east-1.
  edge: z.strictObject({ origin: ownDomainSchema, certificateArn: usEastCertificateArn }).optional(),
});

/** The desk's own way through the edge. */
export interface DeskEdge {
  readonly origin: OwnDomain;
  readonly certificateArn: string;
}

/** The settings about the desk, checked. */
export interface DeskSettings {
  readonly domain?: OwnDomain | undefined;
  readonly allowedNetworks?: readonly string[] | undefined;
  readonly edge?: DeskEdge | undefined;
}

/** The name that is mapped to the desk's API itself. Behind an edge that is the edge's own way to it. */
export const domainOfDeskApi = ({ domain, edge }: DeskSettings): OwnDomain | undefined => edge?.origin ?? domain;

/** Why the desk cannot be deployed in this stage; undefined when it can. */
export const deskContradiction = (
  settings: AddressSettings & { readonly desk?: DeskSettings | undefined },
): string | undefined => {
  const { desk, edge } = settings;
  if (desk === undefined) return undefined;
  if (desk.edge !== undefined && edge === undefined) return 'desk.edge is set, and the stage has no edge.';
  if (desk.edge !== undefined && desk.domain === undefined) {
    return 'desk.edge is set, and there is no desk.domain that leads to it.';
  }
  if (edge !== undefined && desk.domain !== undefined && desk.edge === undefined) {
    return 'the stage has an edge, and desk.domain would lead around it: set desk.edge.';
  }
  const others = [...publicNames(settings), ...(edge === undefined ? [] : [edge.origin.name])];
  const own = [desk.domain, desk.edge?.origin].flatMap((one) => (one === undefined ? [] : [one.name]));
  const twice = own.find((name, index) => others.includes(name) || own.indexOf(name) !== index);
  return twice === undefined ? undefined : `desk names "${twice}", which leads elsewhere.`;
};
