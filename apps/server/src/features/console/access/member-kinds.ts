import { staffRoles, type StaffRole } from '@qingzhou/contract/permissions'
import type { ProposalKindName } from '@qingzhou/contract/staff-acts'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { mask } from '@qingzhou/domain/people/masking'
import {
  dayField,
  optionalField,
  phoneField,
  proposalKind,
  textField,
  type Approval,
  type Field,
  type ProposalKind,
  type ProposalServices,
} from '#features/proposals/index.ts'
import {
  addStaff,
  changeRoles,
  disableStaff,
  enableStaff,
  isPossibleAccess,
  isUsername,
  linkOidcSubject,
  unlinkOidcSubject,
  type StaffAccess,
} from '#features/staff-members/index.ts'
import { newToken } from '@qingzhou/platform/ids'
import { Refused } from '@qingzhou/platform/refused'
import { readMember } from './read-members.ts'

/**
 * Acts on members: one administrator proposes, another one approves. With these acts alone, an
 * administrator could approve the own proposals under a second account.
 */
const ofAdmins = { proposers: ['admin'], approvers: ['admin'], touches: ['facts'] } as const

const memberField: Field<string> = textField(/^S\d{6,12}$/, 'member')

const rolesField: Field<readonly StaffRole[]> = {
  form: 'roles',
  choices: staffRoles,
  read: (value) => {
    const given = typeof value === 'string' ? value.split(',') : value
    const roles = staffRoles.filter((role) => Array.isArray(given) && given.includes(role))
    if (Array.isArray(given) && roles.length === given.length && roles.length > 0) return roles
    throw invalid('请选择角色')
  },
}

const accessFields = { roles: rolesField, accessEndsOn: optionalField(dayField) }

const usernameField: Field<string> = {
  form: 'text',
  read: (value) => {
    if (typeof value === 'string' && isUsername(value)) return value
    throw invalid('用户名为 2 至 32 位小写字母、数字、点、横线或下划线，以字母开头')
  },
}

const names: Readonly<Record<StaffRole, string>> = {
  operator: '操作员',
  reviewer: '审核员',
  admin: '管理员',
  auditor: '审计员',
}

type Access = {
  readonly roles: readonly StaffRole[]
  readonly accessEndsOn: LocalDate | undefined
}

function accessText({ roles, accessEndsOn }: StaffAccess): string {
  const text = roles.map((role) => names[role]).join('、')
  return accessEndsOn === undefined ? text : `${text}，有效至 ${accessEndsOn}（含当日）`
}

function requirePossible(access: Access): StaffAccess {
  if (isPossibleAccess(access)) return access
  throw invalid('审计员须填写到期日，且不能同时有其他角色')
}

function invalid(message: string): Refused {
  return new Refused({ kind: 'field-invalid', message })
}

type NewMember = Access & {
  readonly username: string
  readonly name: string
  readonly phone: string
}

/**
 * Adds a member. Nobody knows the password: the member signs in through the OpenID provider, or with
 * a first password of which two administrators are shown one half each. By the phone, the own account
 * and a second one are recognised.
 */
const addMember = proposalKind<NewMember>({
  kind: 'add-member',
  ...ofAdmins,
  fields: {
    username: usernameField,
    name: textField(/^[^\p{Cc}]{1,40}$/u),
    ...accessFields,
    phone: phoneField,
  },
  member: ({ phone }) => ({ phone }),
  describe: async (_, { username, name, phone, ...access }) => [
    `新增成员：${name}（${username}），${mask(phone)}`,
    `角色：${accessText(requirePossible(access))}`,
    '登录：生效后由两名管理员各领取一半首次登录密码交给本人，或关联统一身份',
  ],
  perform: async (services, { username, name, phone, ...access }, approval) => {
    const staffNo = await addStaff(depsFor(services, approval), {
      username,
      name,
      phone,
      ...requirePossible(access),
      password: newToken(),
      isPasswordUnchosen: true,
    })
    if (staffNo === undefined) throw invalid('用户名已被使用')
    return `staff=${staffNo}`
  },
})

/** Gives and takes roles. */
const changeMemberRoles = proposalKind<OfMember & Access>({
  ...ofMember('change-roles'),
  fields: { staffNo: memberField, ...accessFields },
  describe: async (services, { staffNo, ...access }) => {
    const now = await readMember(services, staffNo)
    return [
      `${now.name}（${staffNo}）：${accessText(now)} → ${accessText(requirePossible(access))}`,
    ]
  },
  perform: async (services, { staffNo, ...access }, approval) =>
    changeOne(services, { staffNo, approval }, (deps, username) =>
      changeRoles(deps, username, requirePossible(access)),
    ),
})

type OfMember = { readonly staffNo: string }

function ofMember(
  kind: ProposalKindName,
): typeof ofAdmins & Pick<ProposalKind<OfMember>, 'kind' | 'member'> {
  return { kind, ...ofAdmins, member: ({ staffNo }) => ({ staffNo }) }
}

/** An act without parameters of its own: it moves a member from one state to another. */
function stateKind(
  kind: ProposalKindName,
  {
    act,
    to,
    isPossible,
  }: {
    readonly act: typeof disableStaff
    readonly to: string
    readonly isPossible: (member: Awaited<ReturnType<typeof readMember>>) => boolean
  },
) {
  return proposalKind<OfMember>({
    ...ofMember(kind),
    fields: { staffNo: memberField },
    describe: async (services, { staffNo }) => {
      const member = await readMember(services, staffNo)
      if (!isPossible(member)) throw invalid('这位成员已是该状态')
      return [
        `${member.name}（${staffNo}，${accessText(member)}）：${to}`,
        '已登录的设备：全部退出',
      ]
    },
    perform: (services, { staffNo }, approval) => changeOne(services, { staffNo, approval }, act),
  })
}

const disableMember = stateKind('disable-member', {
  act: disableStaff,
  to: '可登录 → 已停用',
  isPossible: ({ state }) => state !== 'disabled',
})

const enableMember = stateKind('enable-member', {
  act: enableStaff,
  to: '已停用 → 可登录',
  isPossible: ({ state }) => state === 'disabled',
})

const unlinkMember = stateKind('unlink-member', {
  act: unlinkOidcSubject,
  to: '统一身份：已关联 → 解除',
  isPossible: ({ isOidcLinked }) => isOidcLinked,
})

/** Lets a person of the OpenID provider sign in as that member. */
const linkMember = proposalKind<OfMember & { readonly issuer: string; readonly subject: string }>({
  ...ofMember('link-member'),
  fields: {
    staffNo: memberField,
    issuer: textField(/^https?:\/\/[^\s]{3,180}$/),
    subject: textField(/^[^\p{Cc}]{1,200}$/u),
  },
  describe: async (services, { staffNo, issuer, subject }) => {
    const { name, isOidcLinked } = await readMember(services, staffNo)
    const was = isOidcLinked ? '已关联的账号' : '未关联'
    return [`${name}（${staffNo}）统一身份：${was} → ${subject}`, `身份提供方：${issuer}`]
  },
  perform: (services, { staffNo, ...identity }, approval) =>
    changeOne(services, { staffNo, approval }, async (deps, username) => {
      const linked = await linkOidcSubject(deps, username, identity)
      if (linked === 'taken') throw invalid('该统一身份账号已关联其他成员')
      return linked
    }),
})

function depsFor(services: ProposalServices, { approvedBy }: Approval) {
  return { ...services, actor: { staffNo: approvedBy } }
}

async function changeOne(
  services: ProposalServices,
  { staffNo, approval }: OfMember & { readonly approval: Approval },
  act: typeof disableStaff,
): Promise<string> {
  const { username } = await readMember(services, staffNo)
  await act(depsFor(services, approval), username)
  return `staff=${staffNo}`
}

export const memberKinds = [
  addMember,
  changeMemberRoles,
  disableMember,
  enableMember,
  linkMember,
  unlinkMember,
]
