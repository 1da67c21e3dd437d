import { type CodeRule, codeRules } from '../../../domain/desk/code-rule.ts';
import { isGoodLink, MAILED_LINK_LIFE_MS } from '../../../domain/desk/mailed-link.ts';
import { type DeskRole, deskRoles } from '../../../domain/desk/roles.ts';
import type { DeskMembership, DeskUser } from '../../../domain/desk/user.ts';
import { type Language, languages } from '../../../domain/language.ts';
import type { DeskInvitation } from '../../../ports/desk-users.ts';
import type { Page } from '../../document.ts';
import { type Html, html } from '../../html.ts';
import { deskInput, deskSelect, onceField } from '../frame/desk-field.ts';
import { type DeskFrame, type DeskNotice, deskForm, deskPage } from '../frame/desk-page.ts';
import { deskTexts } from '../frame/desk-texts.ts';
import { deskMoment } from '../frame/moments.ts';
import { type UsersNotice, type UsersTexts, usersTexts } from './users-texts.ts';

/** A member of the dealer with the user it belongs to. */
export interface ShownMember {
  readonly membership: DeskMembership;
  readonly user: Pick<DeskUser, 'userId' | 'email' | 'name' | 'code'>;
}

/** What was typed into the form of an invitation. */
export interface TypedInvitation {
  readonly name: string;
  readonly email: string;
  readonly role: DeskRole;
  readonly language: Language;
}

export interface UsersView {
  readonly frame: DeskFrame;
  readonly self: string;
  readonly members: readonly ShownMember[];
  readonly invitations: readonly DeskInvitation[];
  readonly codeRule?: CodeRule | undefined;
  readonly newOnce: () => string;
  readonly nowMs: number;
  readonly notice?: UsersNotice | undefined;
  readonly typed?: TypedInvitation | undefined;
  readonly problems?: readonly ('name' | 'email')[];
}

const GOOD: readonly UsersNotice[] = ['invited', 'role', 'removed', 'withdrawn', 'codes'];

const noticeOf = (notice: UsersNotice | undefined, { notices }: UsersTexts): DeskNotice | undefined =>
  notice && { kind: GOOD.includes(notice) ? 'good' : 'bad', text: notices[notice] };

/** The page of one member. Its address names the user by a digest. */
const memberPath = (userId: string): string => `/desk/users/${userId}`;

const memberRows = ({ frame: { language }, members, self }: UsersView, texts: UsersTexts): readonly Html[] =>
  members
    .toSorted((one, other) => one.user.name.localeCompare(other.user.name, language))
    .map(({ membership: { role, addedAtMs }, user }) => {
      const isSelf = user.userId === self;
      const name = isSelf
        ? html`${user.name} <span class="soft">${texts.you}</span>`
        : html`<a href="${memberPath(user.userId)}">${user.name}</a>`;
      return html`<tr><th scope="row" data-label="${texts.name}">${name}</th><td data-label="${texts.email}">${user.email}</td><td class="sum" data-label="${texts.role}">${deskTexts[language].roles[role]}</td><td data-label="${texts.code}">${user.code === undefined ? texts.codeOff : texts.codeOn}</td><td data-label="${texts.since}">${deskMoment(addedAtMs, language)}</td></tr>`;
    });

const invitationRows = (view: UsersView, texts: UsersTexts): readonly Html[] => {
  const { frame, invitations, newOnce, nowMs } = view;
  const { language } = frame;
  return invitations.map(({ userId, name, email, role, createdAtMs }) => {
    const isGood = isGoodLink({ kind: 'invitation', createdAtMs }, nowMs);
    const until = isGood ? deskMoment(createdAtMs + MAILED_LINK_LIFE_MS.invitation, language) : texts.over;
    const withdraw = deskForm(
      frame,
      '/desk/users/withdraw',
      html`${onceField(newOnce())}<input type="hidden" name="user" value="${userId}"><button class="quiet">${texts.withdraw}<span class="vh"> ${email}</span></button>`,
    );
    return html`<tr><th scope="row" data-label="${texts.name}">${name}</th><td data-label="${texts.email}">${email}</td><td class="sum" data-label="${texts.role}">${deskTexts[language].roles[role]}</td><td data-label="${texts.until}">${until}</td><td>${withdraw}</td></tr>`;
  });
};

const headed = (names: readonly string[]): Html =>
  html`<thead><tr>${names.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>`;

const openInvitations = (view: UsersView, texts: UsersTexts): Html =>
  view.invitations.length === 0
    ? html`<p class="soft">${texts.noInvitations}</p>`
    : html`<table class="rows">${headed([texts.name, texts.email, texts.role, texts.until, texts.withdraw])}<tbody>${invitationRows(view, texts)}</tbody></table>`;

const roleOptions = (language: Language) =>
  deskRoles.map((role) => ({ value: role, text: deskTexts[language].roles[role] }));

const inviteForm = ({ frame, newOnce, typed, problems = [] }: UsersView, texts: UsersTexts): Html => {
  const { language } = frame;
  const problem = (field: 'name' | 'email') => (problems.includes(field) ? texts.problems[field] : undefined);
  return deskForm(
    frame,
    '/desk/users/invite',
    html`${onceField(newOnce())}${deskInput({
      name: 'name',
      label: texts.name,
      value: typed?.name,
      problem: problem('name'),
      maxLength: 60,
      required: true,
    })}${deskInput({
      name: 'email',
      label: texts.email,
      value: typed?.email,
      type: 'email',
      problem: problem('email'),
      maxLength: 160,
      required: true,
    })}${deskSelect({
      name: 'role',
      label: texts.role,
      value: typed?.role ?? 'cashier',
      hint: texts.roleHint,
      options: roleOptions(language),
    })}${deskSelect({
      name: 'language',
      label: texts.language,
      value: typed?.language ?? language,
      options: languages.map((one) => ({ value: one, text: texts.languages[one] })),
    })}<button>${texts.send}</button>`,
  );
};

/** Names of the fields of the form that says whose sign-ins need a code. */
export const codeRuleFields = { codesFor: 'codes-for', version: 'codes-version' } as const;

const codesForm = ({ frame, codeRule, newOnce }: UsersView, texts: UsersTexts): Html =>
  deskForm(
    frame,
    '/desk/users/codes',
    html`${onceField(newOnce())}<input type="hidden" name="${codeRuleFields.version}" value="${codeRule?.version ?? 0}">${deskSelect(
      {
        name: codeRuleFields.codesFor,
        label: texts.codes,
        value: codeRule?.codesFor ?? 'managers',
        hint: texts.codesText,
        options: codeRules.map((one) => ({ value: one, text: texts.codesFor[one] })),
      },
    )}<button>${texts.saveCodes}</button>`,
  );

const backToSettings = ({ language }: DeskFrame) => ({
  href: '/desk/settings',
  text: deskTexts[language].sections.settings,
});

/** Who comes to the desk of a dealer, who is invited, and the form that invites. For managers. */
export const usersPage = (view: UsersView): Page => {
  const { frame, notice } = view;
  const texts = usersTexts[frame.language];
  const columns = [texts.name, texts.email, texts.role, texts.code, texts.since];
  return deskPage({
    frame,
    title: texts.title,
    section: 'settings',
    notice: noticeOf(notice, texts),
    back: backToSettings(frame),
    content: html`<section class="card"><h2>${texts.members}</h2><table class="rows">${headed(columns)}<tbody>${memberRows(view, texts)}</tbody></table></section>
<section class="card"><h2>${texts.invitations}</h2>${openInvitations(view, texts)}</section>
<section class="card"><h2>${texts.invite}</h2><p class="hint field">${texts.inviteHint}</p>${inviteForm(view, texts)}</section>
<section class="card"><h2>${texts.codes}</h2>${codesForm(view, texts)}</section>`,
  });
};

export interface MemberView {
  readonly frame: DeskFrame;
  readonly member: ShownMember;
  readonly isSelf: boolean;
  readonly newOnce: () => string;
}

/** One member, with its role to change and its removal. */
export const memberPage = ({ frame, member, isSelf, newOnce }: MemberView): Page => {
  const { language } = frame;
  const texts = usersTexts[language];
  const { user, membership } = member;
  const named = () =>
    html`${onceField(newOnce())}<input type="hidden" name="user" value="${user.userId}"><input type="hidden" name="version" value="${membership.version}">`;
  const role = html`<section class="card"><h2>${texts.changeRole}</h2><p class="hint field">${texts.roleText}</p>${deskForm(
    frame,
    '/desk/users/role',
    html`${named()}${deskSelect({ name: 'role', label: texts.role, value: membership.role, hint: texts.roleHint, options: roleOptions(language) })}<button>${texts.changeRole}</button>`,
  )}</section>`;
  const remove = html`<section class="card"><h2>${texts.remove}</h2><p class="field">${texts.removeText(user.name)}</p>${deskForm(
    frame,
    '/desk/users/remove',
    html`${named()}<button class="danger">${texts.remove}</button>`,
  )}</section>`;
  return deskPage({
    frame,
    title: user.name,
    section: 'settings',
    narrow: true,
    back: { href: '/desk/users', text: texts.title },
    content: html`<section class="card"><dl class="facts"><dt>${texts.email}</dt><dd>${user.email}</dd><dt>${texts.role}</dt><dd>${deskTexts[language].roles[membership.role]}</dd><dt>${texts.code}</dt><dd>${user.code === undefined ? texts.codeOff : texts.codeOn}</dd><dt>${texts.since}</dt><dd>${deskMoment(membership.addedAtMs, language)}</dd></dl></section>
${isSelf ? html`<p class="notice plain">${texts.yourself}</p>` : html`${role}${remove}`}`,
  });
};
