import type { FunctionDefinition } from '../functions/function-definition.ts';
import { emailEventsName } from '../settings/messaging-settings.ts';
import type { StageSettings } from '../settings/stage-config.ts';
import { functionNameOf } from './called-function.ts';
import type { OperationFunctionProps } from './function-props.ts';

/** The variables of a Lambda: those that every one has, and those that its definition asks for. */
export const environmentOf = (props: OperationFunctionProps): Record<string, string> => {
  const { definition, settings } = props;
  return {
    STAGE: settings.name,
    STAGE_KIND: settings.kind,
    TABLE_NAME: props.table.tableName,
    ...(definition.boxes === undefined ? {} : { BOXES_TABLE_NAME: props.boxesTable.tableName }),
    ...(props.address === undefined ? {} : { BASE_URL: props.address.baseUrl }),
    DEALER_CACHE_MS: String(settings.dealerCacheMs),
    SERVICE_NAME: settings.serviceName,
    POWERTOOLS_SERVICE_NAME: definition.name,
    POWERTOOLS_METRICS_NAMESPACE: 'PaymentLink',
    POWERTOOLS_LOG_LEVEL: settings.logLevel,
    ...(usesVault(definition) ? { VAULT_KEY_ARN: props.vaultKey.keyArn } : {}),
    ...(definition.opens.length > 0 && props.previousVaultKeys.length > 0
      ? { PREVIOUS_VAULT_KEY_ARNS: props.previousVaultKeys.map(({ keyArn }) => keyArn).join(',') }
      : {}),
    ...(definition.hashesCards === true ? { CARD_HASH_KEY_ARN: props.cardHashKey.keyArn } : {}),
    // Who stores a card hashes it.
    ...(definition.hashesCards === true && settings.cardsBesideCustomers ? { CARDS_BESIDE_CUSTOMERS: 'on' } : {}),
    ...(definition.callsBanks === true ? bankEnvironment(props) : {}),
    ...(definition.putsVirtualPos === true
      ? { GARANTI_HOSTS: withOwnHosts(props, settings.garantiHosts).join(',') }
      : {}),
    ...(definition.outgoing === undefined ? {} : outgoingEnvironment(props)),
    ...(definition.messaging === undefined ? {} : { MESSAGING: messagingText(settings) }),
    ...(definition.hasBankDay === true ? { BANK_DAY_END: settings.bankDayEnd } : {}),
    ...(definition.changesShares === true && settings.shareChanges ? { SHARE_CHANGES: 'on' } : {}),
    ...(definition.joinsDeliveries === true && settings.joinedDeliveries ? { JOINED_DELIVERIES: 'on' } : {}),
    ...(definition.countsLinkRequests === true
      ? { LINK_REQUESTS_PER_MINUTE: String(settings.linkRequestsPerMinute) }
      : {}),
    ...(definition.startsItself === true ? { OWN_FUNCTION: functionNameOf(settings.name, definition.name) } : {}),
    ...deskEnvironment(props),
    ...edgeEnvironment(props),
    ...props.environment,
  };
};

/** The banks that a function may call, and the address that it tells them where no payer is present. */
const bankEnvironment = (props: OperationFunctionProps): Record<string, string> => {
  const { gatewayHosts, ownAddress } = props.settings;
  return {
    GATEWAY_HOSTS: withOwnHosts(props, gatewayHosts).join(','),
    ...(ownAddress === undefined ? {} : { OWN_ADDRESS: ownAddress }),
  };
};

/** The embedded bank of a sandbox stage stays where its virtual POS say, whatever address the stage has by now. */
const withOwnHosts = (props: OperationFunctionProps, hosts: readonly string[]): readonly string[] =>
  props.settings.kind === 'sandbox' ? [...hosts, ...otherHostsOf(props)] : hosts;

const otherHostsOf = ({ definition, address }: OperationFunctionProps): readonly string[] => {
  if (address === undefined)
    throw new Error(`${definition.name} needs the stage's address: the records stack has none.`);
  return address.otherHosts;
};

/**
 * The desk's domain for a function that makes links to it. Without a domain only the desk's own stack knows the address, and those
 * that are deployed after it.
 */
const deskEnvironment = ({ definition, settings: { desk } }: OperationFunctionProps): Record<string, string> =>
  definition.seals.includes('desk-mail') && desk?.domain !== undefined
    ? { DESK_URL: `https://${desk.domain.name}` }
    : {};

/** The secrets of the edge that functions on its way take, each as its SHA-256 (rule 44). The desk has a way of its own, or none. */
const edgeEnvironment = ({ definition, settings: { edge, desk } }: OperationFunctionProps): Record<string, string> => {
  const routed = definition.routes.length > 0 || definition.answersUnmatchedPaths === true;
  const aroundEdge = definition.stack === 'desk' && desk?.edge === undefined;
  if (edge === undefined || !routed || aroundEdge) return {};
  return { EDGE_SECRET_HASHES: edge.secrets.map(({ sha256 }) => sha256).join(',') };
};

/** What the client of outgoing calls must know of its stage (rule 41). */
const outgoingEnvironment = (props: OperationFunctionProps): Record<string, string> => {
  const { outgoing } = props.settings;
  return {
    OWN_HOSTS: [...outgoing.ownHosts, ...otherHostsOf(props)].join(','),
    ...(outgoing.loopback ? { OUTGOING_LOOPBACK: 'allowed' } : {}),
  };
};

/** The stage's messaging settings as functions read them. */
const messagingText = ({ name, messaging }: StageSettings): string =>
  JSON.stringify({ ...messaging, emailEvents: emailEventsName(name) });

const usesVault = (definition: FunctionDefinition): boolean => definition.seals.length + definition.opens.length > 0;
