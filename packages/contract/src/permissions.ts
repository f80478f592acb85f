/** Staff roles. A member has one or more; an auditor has no other role. */
export const staffRoles = ['operator', 'reviewer', 'admin', 'auditor'] as const
export type StaffRole = (typeof staffRoles)[number]

export const permissions = [
  /** The own session and the own password. */
  'session:own',
  'home:read',
  'customers:read',
  'customers:unmask',
  'proposals:read',
  'proposals:make',
  'proposals:approve',
  'exceptions:read',
  'exceptions:act',
  'reviews:read',
  'reviews:decide',
  'evidence:read',
  'evidence:upload',
  'roster:write',
  /** The monthly file for the credit bureau, with identities in clear. */
  'bureau:file',
  /** The daily settlement file of a funding partner. */
  'partners:file',
  'staff:read',
  'staff:manage',
  'log:read',
] as const
export type Permission = (typeof permissions)[number]

const reads = [
  'session:own',
  'home:read',
  'customers:read',
  'proposals:read',
  'exceptions:read',
  'reviews:read',
] as const satisfies readonly Permission[]

const works = [
  ...reads,
  'customers:unmask',
  'proposals:make',
  'evidence:read',
] as const satisfies readonly Permission[]

/** The only table of what a role may do. */
export const rolePermissions: { readonly [R in StaffRole]: readonly Permission[] } = {
  operator: [...works, 'exceptions:act', 'evidence:upload', 'roster:write'],
  reviewer: [...works, 'proposals:approve', 'reviews:decide'],
  admin: permissions,
  auditor: [...reads, 'staff:read', 'log:read'],
}

export function mayDo(
  { roles }: { readonly roles: readonly StaffRole[] },
  permission: Permission,
): boolean {
  return roles.some((role) => rolePermissions[role].includes(permission))
}

/** The permissions of a member, in the order of the list. */
export function permissionsOf(member: { readonly roles: readonly StaffRole[] }): Permission[] {
  return permissions.filter((permission) => mayDo(member, permission))
}
