import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { at, staff } from '../pages/addresses.ts'
import { runCommand } from '../product/command.ts'

export type StaffMember = {
  readonly username: string
  readonly name: string
  readonly roles: string
  readonly password: string
}

/** Adds a member of staff with the administrator's command. */
export async function addStaffMember(
  username: string,
  { name, roles }: { readonly name: string; readonly roles: string },
): Promise<StaffMember> {
  const password = 'Still_Water_1'
  const words = ['add', username, '--name', name, '--roles', roles, '--password-stdin']
  await runCommand('staff', words, { typed: `${password}\n` })
  return { username, name, roles, password }
}

export async function typeCredentials(
  page: Page,
  { username, password }: Pick<StaffMember, 'username' | 'password'>,
): Promise<void> {
  await page.getByLabel('用户名').fill(username)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录工作台' }).click()
}

export async function signInAsStaff(page: Page, member: StaffMember): Promise<void> {
  await page.goto(at(staff.staffHome))
  await typeCredentials(page, member)
  await expect(page.getByText(member.name, { exact: true })).toBeVisible()
}
