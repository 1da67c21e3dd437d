import { accessKeyOf } from '../../../infra/local/function-environment.ts';
import { LOCAL_ACCOUNT, LOCAL_REGION } from '../../../infra/local/resolver.ts';
import type { AwsRequest } from '../../../infra/local/stand-ins.ts';
import { allows, type NeededRight, type RoleStatement, statementsOfFunctions } from './role-statements.ts';

const arn = (service: string, resource: string): string =>
  `arn:aws:${service}:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${resource}`;

const right = (action: string, resources: readonly string[], context: NeededRight['context'] = {}): NeededRight => ({
  action,
  resources,
  context,
});

interface KeyRequest {
  readonly KeyId: string;
  readonly EncryptionContext?: Readonly<Record<string, string>>;
}

const ofKey = (operation: string, { KeyId, EncryptionContext = {} }: KeyRequest): NeededRight => {
  const context = Object.entries(EncryptionContext).map(([name, value]) => [`kms:EncryptionContext:${name}`, value]);
  return right(`kms:${operation}`, [KeyId], Object.fromEntries(context));
};

interface EmailRequest {
  readonly FromEmailAddress: string;
  readonly ConfigurationSetName: string;
}

/** SES asks for the right on the sender, which is the address or its domain, and for that on the configuration set. */
const ofEmail = ({ FromEmailAddress, ConfigurationSetName }: EmailRequest): readonly NeededRight[] => {
  const address = FromEmailAddress.replace(/^.*<|>$/g, '');
  const sender = [address, address.slice(address.indexOf('@') + 1)].map((one) => arn('ses', `identity/${one}`));
  const configurationSet = [arn('ses', `configuration-set/${ConfigurationSetName}`)];
  return [right('ses:SendEmail', sender), right('ses:SendEmail', configurationSet)];
};

const INVOKED = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;

/** The rights that a request to a stand-in needs. No role has that of a request which is not known here. */
const rightsAskedFor = ({
  target,
  path,
  body,
}: Pick<AwsRequest, 'target' | 'path' | 'body'>): readonly NeededRight[] => {
  const [, invoked] = INVOKED.exec(path) ?? [];
  if (invoked !== undefined) {
    const called = decodeURIComponent(invoked);
    return [right('lambda:InvokeFunction', [called.startsWith('arn:') ? called : arn('lambda', `function:${called}`)])];
  }
  const request = JSON.parse(body.toString('utf8'));
  if (path === '/v2/email/outbound-emails') return ofEmail(request);
  const [service, operation = ''] = target.split('.');
  if (service === 'TrentService') return [ofKey(operation, request)];
  if (service === 'PinpointSMSVoiceV2') {
    // Every sender of the local stage is a sender id of Turkey.
    return [right(`sms-voice:${operation}`, [arn('sms-voice', `sender-id/${request.OriginationIdentity}/TR`)])];
  }
  return [right(target === '' ? path : target, [])];
};

/** What a request needs beyond the role of the function that sent it, as a sentence for each right. */
const beyondStatements = (
  statements: readonly RoleStatement[],
  request: Pick<AwsRequest, 'target' | 'path' | 'body'>,
): readonly string[] =>
  rightsAskedFor(request)
    .filter((needed) => !allows(statements, needed))
    .map(({ action, resources, context }) => [action, 'of', resources[0], ...Object.values(context)].join(' '));

/** Hears what functions ask of KMS, of Lambda and of the services for messages, and notes what AWS would refuse. */
export class RightsWatch {
  readonly #roles: ReadonlyMap<string, readonly [name: string, statements: readonly RoleStatement[]]>;
  readonly #beyond = new Set<string>();

  /** `assemblyFolder` holds the synthesized app whose roles count. */
  constructor(assemblyFolder: string) {
    this.#roles = new Map([...statementsOfFunctions(assemblyFolder)].map((role) => [accessKeyOf(role[0]), role]));
  }

  readonly heard = ({ accessKey, ...request }: AwsRequest): void => {
    const role = this.#roles.get(accessKey);
    // Tests and the programs of operators ask too, in their own names.
    if (role === undefined) return;
    const [name, statements] = role;
    for (const found of beyondStatements(statements, request)) this.#beyond.add(`${name}: ${found}`);
  };

  /** What functions asked for beyond their roles: each once. */
  readonly beyond = (): readonly string[] => [...this.#beyond].toSorted();
}
