import * as z from 'zod';

const hostName = z.string().regex(/^(?=.{4,253}$)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+$/, {
  error: 'must be a host name without scheme or path',
});

const certificateArn = z.string().regex(/^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[0-9a-f-]+$/, {
  error: 'must be the ARN of a certificate of ACM',
});

/** A name of the stage with its certificate. */
export const ownDomainSchema = z.strictObject({
  name: hostName,
  // In the region of the stage.
  certificateArn,
  // Of Route 53. Without it the operator points the name at the target that the stack tells.
  hostedZoneId: z
    .string()
    .regex(/^Z[A-Z0-9]{1,31}$/, { error: 'must be the id of a hosted zone of Route 53' })
    .optional(),
});

/** CloudFront takes certificates of this region alone. */
export const usEastCertificateArn = certificateArn.regex(/^arn:aws[a-z-]*:acm:us-east-1:/, {
  error: 'must be of us-east-1',
});

/** A secret of Secrets Manager in us-east-1, by its name, and the SHA-256 of it, which functions compare with. */
const edgeSecretSchema = z.strictObject({
  name: z.string().regex(/^[A-Za-z0-9/_+=.@-]{1,128}$/, { error: 'must be the name of a secret' }),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, { error: 'must be 64 hexadecimal digits' }),
});

const edgeSchema = z.strictObject({
  // The name under which the edge reaches the API. Callers never see it.
  origin: ownDomainSchema,
  // For the domain and the former ones.
  certificateArn: usEastCertificateArn,
  // The first one is sent; both are taken.
  secrets: z.array(edgeSecretSchema).min(1).max(2),
});

/** The settings about a stage's own addresses. */
export const addressSettings = {
  // The name under which dealers and payers reach the stage; API Gateway's own address without it.
  domain: ownDomainSchema.optional(),
  // Names that it had before, until the last link made under them has expired (rule 45).
  formerDomains: z.array(ownDomainSchema).max(8).default([]),
  // Whether the address that API Gateway made goes on answering.
  apiAddress: z.enum(['open', 'closed']).default('open'),
  // CloudFront and a firewall in front of the stage (rule 44).
  edge: edgeSchema.optional(),
};

/** A name of the stage with its certificate, and the zone that is to hold its DNS records. */
export interface OwnDomain {
  readonly name: string;
  readonly certificateArn: string;
  readonly hostedZoneId?: string | undefined;
}

/** CloudFront in front of the stage: its way to the API, its certificate, and the secrets that functions take. */
export interface EdgeSettings {
  readonly origin: OwnDomain;
  readonly certificateArn: string;
  readonly secrets: readonly { readonly name: string; readonly sha256: string }[];
}

/** The settings about a stage's own addresses, checked. */
export interface AddressSettings {
  readonly domain?: OwnDomain | undefined;
  readonly formerDomains: readonly OwnDomain[];
  readonly apiAddress: 'open' | 'closed';
  readonly edge?: EdgeSettings | undefined;
}

/** The names that lead to the stage, whoever answers at them. */
export const publicNames = ({ domain, formerDomains }: Pick<AddressSettings, 'domain' | 'formerDomains'>): string[] =>
  [...(domain === undefined ? [] : [domain]), ...formerDomains].map(({ name }) => name);

/** The names that are mapped to the API itself. Behind an edge that is the edge's own way to it alone. */
export const domainsOfApi = ({ domain, formerDomains, edge }: AddressSettings): readonly OwnDomain[] => {
  if (edge !== undefined) return [edge.origin];
  return [...(domain === undefined ? [] : [domain]), ...formerDomains];
};

/** Why these settings cannot be deployed together; undefined when they can. */
export const addressContradiction = (settings: AddressSettings): string | undefined => {
  const { domain, apiAddress, edge } = settings;
  if (apiAddress === 'closed' && domain === undefined) {
    return 'apiAddress is "closed", and there is no domain: nobody could reach the stage.';
  }
  if (edge !== undefined && domain === undefined) {
    return 'there is an edge, and no domain that leads to it: a link would lead around it, and be refused.';
  }
  const names = [...publicNames(settings), ...(edge === undefined ? [] : [edge.origin.name])];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return twice === undefined ? undefined : `domain, formerDomains and edge.origin name "${twice}" twice.`;
};
