import { writeFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { expectAccessible } from '../pages/opens-well.ts'
import { at, credit, repayment } from '../pages/addresses.ts'
import { addStaffMember } from '../people/staff-member.ts'
import { signInWithLimit } from '../people/with-limit.ts'
import { runCommand } from '../product/command.ts'
import { test } from '../product/product.ts'

test('a blocked borrower reads why borrowing has stopped, still reaches the bills, and borrows again after two people ended the block', async ({
  page,
}, info) => {
  const agent = await addStaffMember('support-agent', { name: '何景行', roles: 'operator' })
  const reviewer = await addStaffMember('support-lead', { name: '宋知远', roles: 'reviewer' })
  const passwordFile = info.outputPath('password')
  await writeFile(passwordFile, agent.password)
  const as = ({ username }: { username: string }) => [
    '--as',
    username,
    '--password-file',
    passwordFile,
  ]
  const support = (...words: string[]) =>
    runCommand('customer', [...words, '--reason', '客户来电', ...as(agent)])
  const approve = async (said: string) => {
    const [proposalNo = ''] = /P\d{6}/.exec(said) ?? []
    await runCommand('proposals', ['approve', proposalNo, ...as(reviewer)])
  }

  const { phone } = await signInWithLimit(page, 'password')
  const customer = (await runCommand('customer', ['find', '--phone', phone, ...as(agent)])).trim()
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
