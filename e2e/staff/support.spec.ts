import { writeFile } from 'node:fs/promises'
import { expect, type TestInfo } from '@playwright/test'
import { expectAccessible } from '../pages/opens-well.ts'
import { at, cards, credit, identity, repayment, security } from '../pages/addresses.ts'
import { showFace, simulateFace } from '../devices/face-in-front.ts'
import { phone as device } from '../devices/phone.ts'
import {
  agree,
  askForCode,
  newPhone,
  receivedCode,
  signByCode,
  signInLink,
  typeCode,
} from '../people/borrower.ts'
import { addStaffMember } from '../people/staff-member.ts'
import { signInWithLimit } from '../people/with-limit.ts'
import { runCommand } from '../product/command.ts'
import { test } from '../product/product.ts'

/** Two members of staff at a terminal: one acts or proposes, the other approves. */
async function openSupport(info: TestInfo) {
  const suffix = info.testId.slice(-6)
  const agent = await addStaffMember(`agent-${suffix}`, { name: '何景行', roles: 'operator' })
  const reviewer = await addStaffMember(`lead-${suffix}`, { name: '宋知远', roles: 'reviewer' })
  const passwordFile = info.outputPath('password')
  await writeFile(passwordFile, agent.password)
  const as = ({ username }: { username: string }) => [
    '--as',
    username,
    '--password-file',
    passwordFile,
  ]
  return {
    support: async (...words: string[]) =>
      runCommand('customer', [...words, '--reason', '客户来电', ...as(agent)]),
    approve: async (said: string) => {
      const [proposalNo = ''] = /P\d{6}/.exec(said) ?? []
      await runCommand('proposals', ['approve', proposalNo, ...as(reviewer)])
    },
    find: async (phone: string) =>
      (await runCommand('customer', ['find', '--phone', phone, ...as(agent)])).trim(),
  }
}

test('a blocked borrower reads why borrowing has stopped, still reaches the bills, and borrows again after two people ended the block', async ({
  page,
}, info) => {
  const { support, approve, find } = await openSupport(info)
  const { phone } = await signInWithLimit(page, 'password')
  const customer = await find(phone)
  await support('block', customer, '--for', 'bankruptcy')
  await page.reload()
  await expect(page.getByText('本账户已暂停借款、自动扣款和还款提醒')).toBeVisible()
  await expect(page.getByRole('button', { name: '额度已冻结，暂不能借款' })).toBeDisabled()
  await expectAccessible(page)
  await page.goto(at(repayment.currentBill))
  await expect(page).toHaveTitle(repayment.currentBill.title)
  await approve(await support('unblock', customer, '--for', 'bankruptcy'))
  await page.goto(at(credit.limit))
  await expect(page.getByText('本账户已暂停借款')).toBeHidden()
})

test('a stolen phone is signed out and kept out, and its owner gets the account back at a new phone by a face check', async ({
  page,
  browser,
}, info) => {
  test.setTimeout(240_000)
  const { support, approve, find } = await openSupport(info)
  const { phone } = await signInWithLimit(page, 'code-only')
  const customer = await find(phone)
  // A thief could pay without a code, and open the account by a link.
  await page.goto(at(cards.myCards))
  await page.getByRole('link', { name: '开通免验证码还款' }).first().click()
  await page.getByRole('checkbox').check()
  await signByCode(page, { phone })
  await expect(page).toHaveTitle(cards.myCards.title)
  await expect(page.getByRole('button', { name: '解除免验证码还款' })).toBeVisible()
  const link = await signInLink(page, { phone, path: '/landChannel' })

  await support('block', customer, '--for', 'stolen-phone')
  await page.goto(at(credit.limit))
  await expect(page.getByText('登录已失效')).toBeVisible()
  await askForCode(page, phone)
  await typeCode(page, await receivedCode(page, phone))
  await agree(page)
  await page.getByRole('button', { name: '登录并查看额度' }).click()
  await expect(page.getByRole('alert')).toHaveText(/账户已暂停登录.*请致电客服/)
  await expectAccessible(page)
  await page.goto(link.url)
  await expect(page.getByText('链接已失效，请用手机号登录').first()).toBeVisible()

  const number = newPhone()
  await approve(await support('return-access', customer, '--phone', number))
  const found = await (await browser.newContext(device)).newPage()
  await simulateFace(found, 'code-only')
  await found.goto('/')
  await askForCode(found, number)
  await typeCode(found, await receivedCode(found, number))
  await agree(found)
  await found.getByRole('button', { name: '登录并查看额度' }).click()
  await expect(found).toHaveTitle(identity.faceInPage.title)
  // It is no step of an application.
  await expect(found.getByText('接下来')).toBeHidden()
  await found.goto(at(repayment.currentBill))
  await expect(found).toHaveTitle(identity.faceInPage.title)
  await showFace(found, identity.faceInPage)
  await found.goto(at(credit.limit))
  await expect(found.getByRole('button', { name: '去借款' })).toBeEnabled()
  await found.goto(at(cards.myCards))
  await expect(found.getByRole('link', { name: '开通免验证码还款' }).first()).toBeVisible()
  await expect(found.getByRole('button', { name: '解除免验证码还款' })).toBeHidden()
  await found.goto(at(security.security))
  await expect(found.getByText('本机')).toBeVisible()
  await found.context().close()
})
