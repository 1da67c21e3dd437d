import type { DeskCall } from '../../../shared/desk/call/desk-call.ts';
import { applyAtDesk, onceIn } from '../../../shared/desk/call/desk-command.ts';
import type { DealerLooks } from '../../../shared/domain/dealer/dealer-looks.ts';
import { colourOf, emailOf, httpsAddressOf, MAX_LOOKS, phoneOf } from '../../../shared/domain/dealer/looks-rules.ts';
import { omitUndefined } from '../../../shared/domain/omit-undefined.ts';
import { isFreeText } from '../../../shared/http/free-text.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { type LooksView, looksPage, type TypedLooks } from '../../../shared/pages/desk/account/looks-page.ts';
import {
  type LooksFieldName,
  type LooksNotice,
  looksFieldNames,
} from '../../../shared/pages/desk/account/looks-texts.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { auditedLogo, logoAfter, logoChoiceOf } from './logo.ts';

const freeText = (max: number) => (text: string) => (isFreeText(text, max) ? text : undefined);

/** How each field is read: as it is stored, or undefined for what is not acceptable. */
const READERS: Readonly<Record<LooksFieldName, (text: string) => string | undefined>> = {
  displayName: freeText(MAX_LOOKS.displayName),
  accent: colourOf,
  phone: phoneOf,
  email: emailOf,
  address: freeText(MAX_LOOKS.address),
  site: httpsAddressOf,
  legalText: freeText(MAX_LOOKS.legalText),
  termsUrl: httpsAddressOf,
};

const typedIn = ({ posted }: DeskCall): TypedLooks =>
  Object.fromEntries(looksFieldNames.map((name) => [name, posted.text(name)])) as TypedLooks;

interface ReadLooks {
  readonly looks: DealerLooks;
  readonly problems: readonly LooksFieldName[];
}

/** What was typed as it would be stored. Empty fields are removed; fields with a problem are left out. */
const readLooks = (typed: TypedLooks, logo: string | undefined): ReadLooks => {
  const given = looksFieldNames.filter((name) => typed[name] !== '');
  const read = Object.fromEntries(given.map((name) => [name, READERS[name](typed[name])])) as Readonly<
    Partial<Record<LooksFieldName, string>>
  >;
  const { phone, email, address, site, displayName, accent, legalText, termsUrl } = read;
  const contact = omitUndefined({ phone, email, address, site });
  return {
    looks: omitUndefined({
      displayName,
      accent,
      legalText,
      termsUrl,
      logo,
      contact: Object.keys(contact).length === 0 ? undefined : contact,
    }),
    problems: given.filter((name) => read[name] === undefined),
  };
};

const audited = ({ logo, ...plain }: DealerLooks = {}) => ({ ...plain, logo: auditedLogo(logo) });

/** True for a repeated post: the version that it names is the one before its own change. */
const wasApplied = async (call: DeskCall, { changes }: AccountDependencies): Promise<boolean> => {
  const once = onceIn(call);
  return once !== undefined && (await changes.findCommand(once)) !== undefined;
};

/**
 * Changes what payers see of the dealer, or shows it first. The form names the version of the dealer's record that it was
 * made of: a change in between is not overwritten (rule 36).
 */
export const changeLooks = async (call: DeskCall, deps: AccountDependencies): Promise<PageAnswer> => {
  const { posted, dealer } = call;
  const { dealerCode, name: dealerName } = dealer;
  const stored = await deps.storedLooks.of(dealerCode);
  const typed = typedIn(call);
  const logo = logoChoiceOf(call);
  const { looks, problems } = readLooks(typed, logoAfter(logo, stored?.logo));
  const shown = (notice: LooksNotice | undefined, more: Partial<LooksView> = {}): PageAnswer => ({
    statusCode: notice === 'shown' ? 200 : 422,
    page: looksPage({
      frame: call.frame,
      dealerName,
      looks,
      typed,
      version: dealer.version,
      once: deps.randomness.guid(),
      notice,
      logo,
      ...more,
    }),
  });
  if (problems.length > 0 || logo.kind === 'refused') return shown(undefined, { problems });
  if (posted.text('do') === 'show') return shown('shown');
  const version = posted.text('version');
  if (version !== String(dealer.version) && !(await wasApplied(call, deps))) return shown('changing');
  const asked = {
    command: 'desk-change-looks',
    input: { ...typed, version, logo: logo.kind === 'chosen' ? logo.value : logo.kind },
  } as const;
  const applied = await applyAtDesk({ call, changes: deps.changes }, asked, async () => {
    const record = { ...dealer, version: dealer.version + 1 };
    return {
      change: { kind: 'dealer', record, looks },
      entry: {
        dealerCode,
        changed: ['looks'],
        result: { dealerCode, version: record.version },
        before: audited(stored),
        after: audited(looks),
      },
      extra: undefined,
    };
  });
  if (applied.kind === 'applied' || applied.kind === 'repeated') return { location: '/desk/looks?done=saved' };
  return shown(applied.kind === 'changing' ? 'changing' : 'used-once');
};
