import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import type { TestPerson } from '@qingzhou/provider-api/test-people'
import { at, repayment, restructure } from './addresses.ts'
import { showFace } from '../devices/face-in-front.ts'
import { confirmCard, enterCard } from '../people/applicant.ts'
import { setCardBehaviour } from '../people/with-limit.ts'
import { expectAccessible } from './opens-well.ts'

/** Opens the consolidation plan from the page of an overdue customer. */
export async function openPlans(page: Page): Promise<void> {
  await page.goto(at(repayment.repayHome))
  await page.getByRole('link', { name: /^个性化分期/ }).click()
  await expect(page).toHaveTitle(restructure.chooseBills.title)
}

/**
 * Ticks the overdue loan. The debit of the day runs first, and no consolidation is possible
 * meanwhile.
 */
export async function tickBill(page: Page): Promise<void> {
  await openPlans(page)
  await expect(async () => {
    await page.reload()
    await page.getByRole('checkbox').check({ timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
}

export async function chooseMonths(page: Page, months: number): Promise<void> {
  await page.getByRole('button', { name: `${months} 期`, exact: true }).click()
  await expect(page.getByText(/按原计划还/)).toBeVisible()
}

export async function fillSigner(page: Page, { name, idNumber }: TestPerson): Promise<void> {
  await expect(page).toHaveTitle(restructure.verifyPerson.title)
  await page.getByLabel('姓名').fill(name)
  await page.getByLabel('证件号码').fill(idNumber)
  await page.getByRole('button', { name: '确认是本人，下一步' }).click()
  await expect(page).toHaveTitle(restructure.planContacts.title)
}

/** Confirms the known contacts. The frozen card is not accepted until it is bound again. */
export async function goToFaceCheck(page: Page, person: TestPerson): Promise<void> {
  await page.getByRole('button', { name: '保存，下一步' }).click()
  await expect(page).toHaveTitle(restructure.planCard.title)
  await expect(page.getByText(/扣款未成功：银行卡状态异常，可能被冻结或挂失/)).toBeVisible()
  await expect(page.getByRole('radio')).toBeDisabled()
  await expectAccessible(page)
  await setCardBehaviour(page, person, 'well')
  await page.getByRole('button', { name: '添加储蓄卡' }).click()
  await enterCard(page, { phone: person.phone, cardNumber: person.cards[0]?.number ?? '' })
  await confirmCard(page, person.phone)
  await page.getByRole('button', { name: '用这张卡还款，下一步' }).click()
  // Otherwise the bills of the new plan would be debited.
  await setCardBehaviour(page, person, 'frozen')
}

/** Passes the face check and opens the plan. */
export async function goToSignature(page: Page): Promise<void> {
  await showFace(page, restructure.planFace)
  await expect(page).toHaveTitle(restructure.planFacePassed.title)
  await page.getByRole('button', { name: '查看方案并签约' }).click()
  await expect(page).toHaveTitle(restructure.signPlan.title)
}

/** Ticks all agreements, reads the cost sheet, and signs. */
export async function signPlan(page: Page, months: number): Promise<void> {
  const toSign = page.getByRole('checkbox')
  await expect(toSign.first()).toBeVisible()
  for (const pdf of await toSign.all()) await pdf.check()
  await page.getByRole('button', { name: `去签约，分 ${months} 期还` }).click()
  await expect(page.getByRole('dialog')).toContainText('综合融资成本明示表')
  await page.getByRole('button', { name: '我已了解全部成本，确认签约' }).click()
  await expect(page).toHaveTitle(restructure.planSigned.title)
  await expect(page.getByText('签约成功')).toBeVisible()
}
