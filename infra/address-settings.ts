import * as z from 'zod';

const hostName = z.string().regex(/^(?=.{4,253}$)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+$/, {
  error: 'must be a host name without scheme or path',
});

const certificateArn = z.string().regex(/^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[0-9a-f-]+$/, {
  error: 'must be the ARN of a certificate of ACM',
});

const ownDomainSchema = z.strictObject({
  name: hostName,
  // In the region of the stage.
  certificateArn,
  // Of Route 53. Without it the operator points the name at the target that the stack tells.
  hostedZoneId: z
    .string()
    .regex(/^Z[A-Z0-9]{1,31}$/, { error: 'must be the id of a hosted zone of Route 53' })
    .optional(),
});

/** The settings about a stage's own addresses. */
export const addressSettings = {
  // The name under which dealers and payers reach the stage; API Gateway's own address without it.
  domain: ownDomainSchema.optional(),
  // Names that it had before, until the last link made under them has expired (rule 45).
  formerDomains: z.array(ownDomainSchema).max(8).default([]),
  // Whether the address that API Gateway made goes on answering.
  apiAddress: z.enum(['open', 'closed']).default('open'),
};

/** A name of the stage with its certificate, and the zone that is to hold its DNS records. */
export interface OwnDomain {
  readonly name: string;
  readonly certificateArn: string;
  readonly hostedZoneId?: string | undefined;
}

/** The settings about a stage's own addresses, checked. */
export interface AddressSettings {
  readonly domain?: OwnDomain | undefined;
  readonly formerDomains: readonly OwnDomain[];
  readonly apiAddress: 'open' | 'closed';
}

/** Why these settings cannot be deployed together; undefined when they can. */
export const addressContradiction = ({ domain, formerDomains, apiAddress }: AddressSettings): string | undefined => {
  if (apiAddress === 'closed' && domain === undefined) {
    return 'apiAddress is "closed", and there is no domain: nobody could reach the stage.';
  }
  const names = [...(domain === undefined ? [] : [domain]), ...formerDomains].map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return twice === undefined ? undefined : `domain and formerDomains name "${twice}" twice.`;
};
