import { CfnOutput, Fn, RemovalPolicy, type Stack } from 'aws-cdk-lib';
import {
  ApiMapping,
  CfnDomainName,
  DomainName,
  EndpointType,
  type HttpApi,
  type IStage,
  SecurityPolicy,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { CfnRecordSet } from 'aws-cdk-lib/aws-route53';
import { pascalCase } from '../functions/all-functions.ts';
import type { AddressSettings, OwnDomain } from '../settings/address-settings.ts';
import { underlying } from './underlying.ts';

/** The addresses under which a stage answers. */
export interface OwnAddress {
  /** The one that new links, callbacks and pages are made under. */
  readonly baseUrl: string;
  /** Hosts of the others. */
  readonly otherHosts: readonly string[];
}

/** The stage's domain, or API Gateway's own address where it has none, and whatever else leads to it. */
export const ownAddressOf = ({ domain, formerDomains, edge }: AddressSettings, apiEndpoint: string): OwnAddress => {
  const others = [...formerDomains.map(({ name }) => name), ...(edge === undefined ? [] : [edge.origin.name])];
  if (domain === undefined) return { baseUrl: apiEndpoint, otherHosts: others };
  return { baseUrl: `https://${domain.name}`, otherHosts: [...others, hostOf(apiEndpoint)] };
};

/** The host of an address that only the deployment knows: `https://HOST`. */
const hostOf = (address: string): string => Fn.select(2, Fn.split('/', address));

/**
 * Maps a name to the whole API. The logical id follows from the name, so a name that becomes a former one stays the same
 * resource.
 */
export const mapDomain = (
  stack: Stack,
  { name, certificateArn, hostedZoneId }: OwnDomain,
  { api, stage }: { readonly api: HttpApi; readonly stage: IStage },
): ApiMapping => {
  const id = pascalCase(`-${name.replaceAll('.', '-')}`);
  const domainName = new DomainName(stack, `Domain${id}`, {
    domainName: name,
    certificate: Certificate.fromCertificateArn(stack, `Certificate${id}`, certificateArn),
    endpointType: EndpointType.REGIONAL,
    securityPolicy: SecurityPolicy.TLS_1_2,
  });
  underlying(domainName, CfnDomainName).overrideLogicalId(`Domain${id}`);
  const { regionalDomainName: target, regionalHostedZoneId } = domainName;
  tellTarget(stack, `Target${id}`, { name, target });
  const mapping = new ApiMapping(stack, `Mapping${id}`, { api, domainName, stage });
  if (hostedZoneId === undefined) return mapping;
  for (const type of ['A', 'AAAA']) {
    const record = new CfnRecordSet(stack, `Record${type}${id}`, {
      hostedZoneId,
      name: `${name}.`,
      type,
      aliasTarget: { dnsName: target, hostedZoneId: regionalHostedZoneId },
    });
    // Who moves the name elsewhere keeps the record, and changes it when the other place answers.
    record.applyRemovalPolicy(RemovalPolicy.RETAIN);
  }
  return mapping;
};

const tellTarget = (stack: Stack, id: string, { name, target }: { name: string; target: string }): CfnOutput =>
  new CfnOutput(stack, id, { description: `Where ${name} points`, value: target });
