import { expect } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import { screenRows } from '@qingzhou/tools/repository/spec-tables.ts'
import { personOf } from '../people/applicant.ts'
import { signInLink } from '../people/borrower.ts'
import { callAs, callAsStaff } from '../people/caller.ts'
import type { Caller } from '../people/caller.ts'
import {
  applyByCall,
  borrowByCall,
  planByCall,
  signPlanByCall,
  convertBillByCall,
} from '../people/calls-of-a-borrower.ts'
import { createFirstLoan, makeOffers, createNumbers, settleLate } from '../people/more-to-see.ts'
import type { SettledNumbers } from '../people/more-to-see.ts'
import {
  choicesOfCustomer,
  choicesOfDebtor,
  choicesOfPlan,
  choicesOfStaff,
  expectAllChoicesKept,
} from '../pages/choices.ts'
import { expectNothingClipped } from '../pages/clipped-text.ts'
import { expectScreenOpens, watch } from '../pages/opens-well.ts'
import type { Screen, WatchedPage } from '../pages/opens-well.ts'
import { phone } from '../devices/phone.ts'
import { test } from '../product/product.ts'
import {
  byStep,
  inFaceReview,
  inWallet,
  linksOf,
  ofOffer,
  ofOpenDraw,
  ofOpenPlan,
  ofSignedPlan,
  ofConvertedBill,
  publicLinks,
  rowNamed,
  rowsFor,
  staffLinks,
  withLimit,
} from '../pages/rows.ts'
import type { Numbers } from '../pages/rows.ts'
import { signInAsStaff, addStaffMember } from '../people/staff-member.ts'
import type { StaffMember } from '../people/staff-member.ts'
import {
  advanceBusinessDate,
  grantLimit,
  prepare,
  setBureau,
  setCardBehaviour,
} from '../people/with-limit.ts'

// All tests share one product, whose people progress from test to test.
test.describe.configure({ mode: 'default', timeout: 420_000 })

const browsers = {
  phone: phone.userAgent,
  wallet: `${phone.userAgent} AlipayClient/10.5.0`,
  messenger: `${phone.userAgent} MicroMessenger/8.0.50`,
} as const
type BrowserName = keyof typeof browsers
const names = ['phone', 'wallet', 'messenger'] as const

let late: { readonly caller: Caller; readonly loanNo: string }
let regular: { readonly caller: Caller; readonly settled: SettledNumbers }
let numbers: Numbers | undefined
let member: StaffMember

/**
 * The first instalment is due a month after the draw, and a waiver is offered when it is 31 days
 * overdue.
 */
const LATE_DAYS = 31 + 32

test.beforeAll(async ({ browser, product }) => {
  test.setTimeout(300_000)
  const page = await openIn(browser, 'phone')
  const [settler, debtor] = [personOf('code-only'), personOf('delayer')]
  member = await addStaffMember('every-row', { name: '余舟', roles: 'admin' })
  // On the employee roster, so that loan-use evidence is required for each loan.
  const { name, idNumber, phone: mobile } = settler
  const { api: desk } = await callAsStaff(product.address, member)
  await desk.staff.addName({ name, idNumber, mobile, employer: '清河医院' })
  await grantLimit(page, settler)
  await grantLimit(page, debtor)
  const caller = await callAs(product.address, settler)
  const first = await createFirstLoan(page, caller)
  const owing = await callAs(product.address, debtor)
  late = { caller: owing, ...(await borrowByCall(owing, { amountFen: 9_000_00n })) }
  // The card cannot be debited, so that the loan becomes overdue.
  await setCardBehaviour(page, debtor, 'frozen')
  // The other customer pays after ten days: who is over 30 days late can draw nothing more.
  await advanceBusinessDate(page, 31 + 10)
  regular = { caller, settled: await settleLate(caller, first) }
  await advanceBusinessDate(page, LATE_DAYS - 31 - 10)
  await makeOffers(page)
  await page.context().close()
})

/** Opens a screen, and checks that nothing on it is cut off on any phone. */
async function expectScreenFits(
  watched: WatchedPage,
  screen: Screen,
  query: Readonly<Record<string, string>> = {},
): Promise<void> {
  await expectScreenOpens(watched, screen, query)
  await expectNothingClipped(watched.page, screen.name)
}

async function openIn(browser: Browser, name: BrowserName): Promise<Page> {
  const device = { ...phone, userAgent: browsers[name], locale: 'zh-CN' }
  const page = await (await browser.newContext(device)).newPage()
  page.setDefaultTimeout(20_000)
  // A page that still fades in has intermediate colours.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  return page
}

/** A customer signed in by a link, in each of the three browsers in turn. */
async function inEach(
  browser: Browser,
  { caller }: { readonly caller: Pick<Caller, 'person'> },
  look: (watched: WatchedPage, name: BrowserName) => Promise<void>,
): Promise<void> {
  for (const name of names) {
    await test.step(name, async () => {
      const page = await openIn(browser, name)
      await signIn(page, caller.person.phone)
      await look(watch(page), name)
      await page.context().close()
    })
  }
}

/** A customer signed in by a link, on an ordinary phone. */
async function onPhone(
  browser: Browser,
  { caller }: { readonly caller: Pick<Caller, 'person'> },
  act: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await openIn(browser, 'phone')
  await signIn(page, caller.person.phone)
  await act(page)
  await page.context().close()
}

async function signIn(page: Page, number: string): Promise<void> {
  const { url } = await signInLink(page, { phone: number, path: '/landChannel' })
  await page.goto(url)
  await expect(page).not.toHaveURL(/landChannel/)
}

for (const name of names) {
  test(`[1.027, 2.095, 2.150–2.153] everyone opens the public screens, ${name}`, async ({
    browser,
  }) => {
    const page = await openIn(browser, name)
    const watched = watch(page)
    for (const row of rowsFor('public')) {
      const path = row.path.replace(':name', 'fees')
      await expectScreenFits(watched, { ...row, path }, publicLinks[row.name])
    }
    await page.context().close()
  })
}

test('an applicant opens each screen at its step', async ({ browser }) => {
  const applicant = personOf('wallet-customer')
  const pages: [BrowserName, WatchedPage][] = []
  const desk = await openIn(browser, 'phone')
  await setBureau(desk, { down: true })
  for (const [step, screens] of Object.entries(byStep)) {
    await prepare(desk, applicant, step)
    for (const name of names) {
      const known = pages.find(([one]) => one === name)?.[1]
      const watched = known ?? watch(await openIn(browser, name))
      if (!known) {
        await signIn(watched.page, applicant.phone)
        pages.push([name, watched])
      }
      for (const screen of screens) {
        const own = name === 'wallet' ? (inWallet[screen] ?? screen) : screen
        await expectScreenFits(watched, rowNamed(own))
      }
    }
  }
  await setBureau(desk, { down: false })
  await prepare(desk, applicant, 'notGranted')
  for (const [, watched] of pages) {
    await expectScreenFits(watched, rowNamed('notGranted'))
    await watched.page.context().close()
  }
  await desk.context().close()
})

test('[2.110, 2.117, 2.120, 2.121, 2.123, 2.125] an overdue customer opens a waiver offer and the screens of a consolidation plan, before and after signing', async ({
  browser,
}) => {
  const { caller, loanNo } = late
  await inEach(browser, late, async (watched) => {
    for (const name of ofOffer) await expectScreenFits(watched, rowNamed(name))
  })
  const planNo = await planByCall(caller, loanNo)
  await inEach(browser, late, async (watched) => {
    for (const name of ofOpenPlan) await expectScreenFits(watched, rowNamed(name))
  })
  await onPhone(browser, late, (page) => expectAllChoicesKept(page, choicesOfDebtor))
  const signedNo = await signPlanByCall(caller, { loanNo, planNo })
  await inEach(browser, late, async (watched) => {
    for (const name of ofSignedPlan)
      await expectScreenFits(watched, rowNamed(name), { loanNo: signedNo })
  })
  await onPhone(browser, late, (page) => expectAllChoicesKept(page, choicesOfPlan(signedNo)))
})

for (const name of names) {
  test(`[1.030–1.032, 2.036, 2.067–2.069, 2.073, 2.075, 2.079, 2.080, 2.086] a customer with a limit and a loan opens all other screens, ${name}`, async ({
    browser,
  }) => {
    const links = linksOf(await readNumbers(browser))
    const page = await openIn(browser, name)
    await signIn(page, regular.caller.person.phone)
    const watched = watch(page)
    const done = new Set<string>([
      ...ofOpenPlan,
      ...ofSignedPlan,
      ...ofConvertedBill,
      ...ofOpenDraw,
    ])
    const rest = rowsFor('signedIn').filter((row) => !done.has(row.name))
    for (const row of [...withLimit.map(rowNamed), ...rest]) {
      await expectScreenFits(watched, row, links[row.name])
    }
    await page.context().close()
  })
}

/** Reads the numbers once, on first use: by then another code can be requested without waiting. */
async function readNumbers(browser: Browser): Promise<Numbers> {
  if (numbers) return numbers
  const page = await openIn(browser, 'phone')
  numbers = await createNumbers(page, regular.caller, regular.settled)
  await page.context().close()
  return numbers
}

test('what is chosen on a screen is there again after a detail and a reload', async ({
  browser,
}) => {
  const customer = choicesOfCustomer(await readNumbers(browser))
  await onPhone(browser, regular, (page) => expectAllChoicesKept(page, customer))
})

test('a customer with a converted bill opens its screens', async ({ browser }) => {
  const { loanNo: from } = await readNumbers(browser)
  const loanNo = await convertBillByCall(regular.caller, from)
  await inEach(browser, regular, async (watched) => {
    for (const name of ofConvertedBill) await expectScreenFits(watched, rowNamed(name), { loanNo })
  })
})

test('a customer with an unverified draw opens its screens', async ({ browser }) => {
  const { drawNo } = await applyByCall(regular.caller, { amountFen: 30_000_00n })
  await inEach(browser, regular, async (watched) => {
    for (const name of ofOpenDraw) await expectScreenFits(watched, rowNamed(name), { drawNo })
  })
})

for (const name of names) {
  test(`[6.010] staff opens the staff screens, ${name}`, async ({ browser }) => {
    const page = await openIn(browser, name)
    await signInAsStaff(page, member)
    const watched = watch(page)
    const links = staffLinks(await readNumbers(browser))
    // Staff work at a computer.
    for (const row of rowsFor('staff')) await expectScreenOpens(watched, row, links[row.name])
    if (name === 'phone') await expectAllChoicesKept(page, choicesOfStaff)
    await page.context().close()
  })
}

test('every row that needs a step is listed, and every kind of access is covered', () => {
  const steps = [
    ...Object.values(byStep).flat(),
    ...Object.values(inWallet),
    inFaceReview,
    'notGranted',
  ]
  expect([...steps, ...withLimit].toSorted()).toEqual(
    rowsFor('step')
      .map(({ name }) => name)
      .toSorted(),
  )
  expect(new Set(screenRows.map(({ access }) => access))).toEqual(
    new Set(['public', 'step', 'signedIn', 'staff']),
  )
})
