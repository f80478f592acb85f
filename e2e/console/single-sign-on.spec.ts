import { devices, expect } from '@playwright/test'
import {
  startOidcProvider,
  type OidcProvider,
} from '@qingzhou/server/features/console/access/testing/oidc-provider.ts'
import { expectEveryLook } from '../pages/desk-looks.ts'
import { addStaffMember } from '../people/staff-member.ts'
import { runCommand } from '../product/command.ts'
import { test as ofProduct } from '../product/product.ts'

/** A product whose staff sign in at an OpenID provider. */
const test = ofProduct.extend<object, { provider: OidcProvider }>({
  provider: [
    // Playwright reads the fixtures that one needs from its first parameter.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const provider = await startOidcProvider()
      await provide(provider)
      await provider.stop()
    },
    { scope: 'worker' },
  ],
  settings: [async ({ provider }, provide) => provide(provider.settings), { scope: 'worker' }],
})

test.use({ ...devices['Desktop Chrome'], viewport: { width: 1280, height: 900 } })

test('a member signs in at the OpenID provider, lands where they wanted to go, and signs out; a stranger is refused', async ({
  page,
  provider,
}, info) => {
  test.setTimeout(120_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const username = `sso-${info.testId.slice(-6)}`
  await addStaffMember(username, { name: '岑未晞', roles: 'operator' })
  const issuer = provider.settings['STAFF_OIDC_ISSUER'] ?? ''
  await runCommand('staff', ['link', username, '--issuer', issuer, '--subject', 'person-21'])

  provider.forge({ claims: { sub: 'person-99' } })
  await page.goto('/console/reviews')
  const button = page.getByRole('button', { name: '使用统一身份登录' })
  await expect(button).toBeVisible()
  await expectEveryLook(page, 'ways', info)
  await button.click()
  await expect(page.getByRole('alert')).toHaveText('您的统一身份尚未关联成员，请联系管理员')
  await expectEveryLook(page, 'unlinked', info)
  expect(new URL(page.url()).search).toBe('')

  provider.forge({ claims: { sub: 'person-21' } })
  await page.goto('/console/reviews')
  await button.click()
  await expect(page.getByRole('heading', { name: '没有待审核的事项' })).toBeVisible()
  await expect(page).toHaveURL(/\/console\/reviews$/)
  await page.getByText('岑未晞').click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(button).toBeVisible()
  await page.goto('/console/reviews')
  await expect(button).toBeVisible()
})
