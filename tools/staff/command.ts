import { parseArgs } from 'node:util'

import { staffRoles, type StaffRole } from '@qingzhou/contract/permissions'
import { isLocalDate } from '@qingzhou/domain/calendar/local-date'
import { isPhone } from '@qingzhou/domain/people/fields'
import {
  isPossibleAccess,
  isUsername,
  type StaffAccess,
} from '@qingzhou/server/features/staff-members/index.ts'

export const USAGE = `npm run staff -- add <username> --name 张三 --roles operator,reviewer [--until 2026-12-31] [--phone 1…] [--avatar /…] [--password-stdin]
npm run staff -- list
npm run staff -- roles <username> operator,reviewer [--until 2026-12-31]
npm run staff -- password <username> [--password-stdin]
npm run staff -- phone <username> 1…
npm run staff -- disable <username>
npm run staff -- enable <username>
npm run staff -- unlock <username>
npm run staff -- require-second-factor <username>
npm run staff -- reset-second-factor <username>
npm run staff -- link <username> --issuer https://… --subject …
npm run staff -- unlink <username>
npm run staff -- failures
  Who works in the staff area, and what they may do: operator (name list, upload on behalf), reviewer
  (approve, refuse), admin (both), auditor (reads, and has no other role). --until is the last day of the
  access, which an auditor must have. Who may borrow as well needs a phone, so that they review no loan of
  their own. A password is asked for at the terminal, or read from the standard
  input. Every change ends the sessions of that person and is written to the staff log; unlock opens the
  locks of wrong passwords and codes and ends no session. reset-second-factor is for who lost their phone: the
  next sign-in enrols another authenticator app. link lets a person of
  the OpenID provider (STAFF_OIDC_ISSUER) sign in as that member, and no other. failures lists failed sign-ins of 7 days by hour. DATABASE_URL says
  which database; without it, the one that comes along, under DATA_DIR.`

export type Command =
  | ({
      readonly act: 'add'
      readonly username: string
      readonly name: string
      readonly avatar: string
      readonly phone: string | undefined
      readonly isPasswordPiped: boolean
    } & StaffAccess)
  | { readonly act: 'list' | 'failures' }
  | ({ readonly act: 'roles'; readonly username: string } & StaffAccess)
  | { readonly act: 'password'; readonly username: string; readonly isPasswordPiped: boolean }
  | { readonly act: 'phone'; readonly username: string; readonly phone: string }
  | {
      readonly act:
        | 'disable'
        | 'enable'
        | 'unlock'
        | 'require-second-factor'
        | 'reset-second-factor'
        | 'unlink'
      readonly username: string
    }
  | {
      readonly act: 'link'
      readonly username: string
      readonly issuer: string
      readonly subject: string
    }

/** Parses the command line; a mistake is reported before anything is changed. */
export function commandOf(words: readonly string[]): Command {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      roles: { type: 'string' },
      phone: { type: 'string' },
      until: { type: 'string' },
      issuer: { type: 'string' },
      subject: { type: 'string' },
      avatar: { type: 'string', default: '' },
      'password-stdin': { type: 'boolean', default: false },
    },
  })
  const [act, username, ...rest] = positionals
  const isPasswordPiped = values['password-stdin']
  switch (act) {
    case 'list':
    case 'failures':
      return { act }
    case 'add':
      return {
        act,
        username: usernameOf(username),
        name: nameOf(values.name),
        avatar: avatarOf(values.avatar),
        phone: values.phone === undefined ? undefined : phoneOf(values.phone),
        ...accessOf([values.roles ?? '', ...rest], values.until),
        isPasswordPiped,
      }
    case 'roles':
      return {
        act,
        username: usernameOf(username),
        ...accessOf([values.roles ?? '', ...rest], values.until),
      }
    case 'password':
      return { act, username: usernameOf(username), isPasswordPiped }
    case 'phone':
      return { act, username: usernameOf(username), phone: phoneOf(values.phone ?? rest[0]) }
    case 'disable':
    case 'enable':
    case 'unlock':
    case 'require-second-factor':
    case 'reset-second-factor':
    case 'unlink':
      return { act, username: usernameOf(username) }
    case 'link':
      return { act, username: usernameOf(username), ...personOf(values.issuer, values.subject) }
    default:
      throw new Error(act === undefined ? 'What is to be done?' : `There is no command ${act}.`)
  }
}

function usernameOf(text: string | undefined): string {
  if (text !== undefined && isUsername(text)) return text
  throw new Error(
    'A username has 2 to 32 lower-case letters, digits, dots, dashes or underscores, and starts with a letter.',
  )
}

function nameOf(text: string | undefined): string {
  if (text !== undefined && /^[^\p{Cc}]{1,40}$/u.test(text.trim())) return text.trim()
  throw new Error('--name must be a name of 1 to 40 characters.')
}

function phoneOf(text: string | undefined): string {
  if (text !== undefined && isPhone(text)) return text
  throw new Error('A phone has 11 digits and begins with 13 to 19.')
}

function personOf(issuer = '', subject = ''): { issuer: string; subject: string } {
  if (URL.canParse(issuer) && /^[^\p{Cc}]{1,255}$/u.test(subject)) return { issuer, subject }
  throw new Error('--issuer is the address of the provider, --subject its number of the person.')
}

function avatarOf(text: string): string {
  if (/^(\/[\w-][\w./-]{0,199})?$/.test(text)) return text
  throw new Error('--avatar must be a path on our own host, such as /pictures/lin.png.')
}

function accessOf(roleTexts: readonly string[], until: string | undefined): StaffAccess {
  if (until !== undefined && !isLocalDate(until)) throw new Error('--until must be a day.')
  const access = { roles: rolesOf(roleTexts), accessEndsOn: until }
  if (isPossibleAccess(access)) return access
  throw new Error('An auditor has no other role, and a last day: --until 2026-12-31.')
}

/** Separated by commas, spaces or both. */
function rolesOf(texts: readonly string[]): StaffRole[] {
  const names = new Set(texts.flatMap((text) => text.split(/[\s,]+/)).filter((text) => text !== ''))
  const roles = staffRoles.filter((role) => names.has(role))
  if (roles.length > 0 && roles.length === names.size) return roles
  throw new Error(`Roles are one or more of ${staffRoles.join(', ')}.`)
}
