import type { Permission } from '@qingzhou/contract/permissions'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { memberQuery } from '#platform/member.ts'
import type { IconName } from '#shared/parts/icon.tsx'
import type { sectionMessages } from './section-messages.ts'

/** A page by its path, loaded when it is opened. */
export type Page = {
  readonly path: string
  readonly load: () => Promise<{ readonly default: ComponentType }>
}

export type Section = {
  readonly id: keyof typeof sectionMessages
  /** The address of its first page. */
  readonly path: string
  /** The key that goes there, after `g`. */
  readonly letter: string
  readonly icon: IconName
  readonly pages: readonly Page[]
  /** A line above it in the navigation. */
  readonly startsGroup?: true
  /** Members without it do not see the section. */
  readonly permission: Permission
  /** The queue whose waiting items are counted beside its name. */
  readonly queue?: 'proposals' | 'reviews' | 'exceptions'
}

/** The navigation: one section, one entry. A section is listed when its pages exist. */
export const sections: readonly Section[] = [
  {
    id: 'home',
    path: '/',
    letter: 'h',
    icon: 'home',
    permission: 'home:read',
    pages: [{ path: '/', load: () => import('#features/home/home-screen.tsx') }],
  },
  {
    id: 'inbox',
    path: '/inbox',
    letter: 'i',
    icon: 'inbox',
    permission: 'proposals:read',
    queue: 'proposals',
    pages: [
      { path: '/inbox', load: () => import('#features/inbox/inbox-screen.tsx') },
      { path: '/inbox/propose/:customer', load: () => import('#features/inbox/inbox-screen.tsx') },
      { path: '/inbox/:proposalNo', load: () => import('#features/inbox/inbox-screen.tsx') },
    ],
  },
  {
    id: 'customers',
    path: '/customers',
    letter: 'c',
    icon: 'user',
    permission: 'customers:read',
    pages: [
      { path: '/customers', load: () => import('#features/customers/find-screen.tsx') },
      {
        path: '/customers/:no/:tab?',
        load: () => import('#features/customers/customer-screen.tsx'),
      },
      { path: '/loans/:no', load: () => import('#features/customers/loan-screen.tsx') },
    ],
  },
  {
    id: 'reviews',
    path: '/reviews',
    letter: 'r',
    icon: 'document',
    permission: 'reviews:read',
    queue: 'reviews',
    pages: [
      { path: '/reviews', load: () => import('#features/reviews/reviews-screen.tsx') },
      { path: '/reviews/:no', load: () => import('#features/reviews/review-screen.tsx') },
    ],
  },
  {
    id: 'exceptions',
    path: '/exceptions',
    letter: 'x',
    icon: 'alert',
    permission: 'exceptions:read',
    queue: 'exceptions',
    pages: [
      {
        path: '/exceptions/:no?',
        load: () => import('#features/exceptions/exceptions-screen.tsx'),
      },
    ],
  },
  {
    id: 'access',
    path: '/access/members',
    letter: 's',
    icon: 'shield',
    startsGroup: true,
    permission: 'staff:read',
    pages: [
      { path: '/access/members/:no?', load: () => import('#features/access/members-screen.tsx') },
      { path: '/access/sessions', load: () => import('#features/access/sessions-screen.tsx') },
      { path: '/access/log', load: () => import('#features/access/log-screen.tsx') },
    ],
  },
]

/** The sections that the member may open. */
export function useSections(): readonly Section[] {
  const { data } = useQuery(memberQuery)
  return sections.filter(({ permission }) => data?.permissions.includes(permission))
}
