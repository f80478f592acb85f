import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { storeToken } from '#platform/session/session.ts'
import { clearStaffSession, storeStaffToken } from '#platform/session/staff-session.ts'
import { useEntryState } from '#shared/forms/entry-state.ts'
import { type AppRouter, createAppRouter } from './hash-router.ts'
import { RouterProvider } from './router.tsx'

function Form() {
  const [amount, setAmount] = useEntryState<string>('amount', '')
  const [picks, setPicks] = useEntryState<readonly string[]>('picks', () => ['first'])
  return (
    <>
      <input aria-label="金额" value={amount} onChange={(event) => setAmount(event.target.value)} />
      <button type="button" onClick={() => setPicks([...picks, 'next'])}>
        {picks.join('+')}
      </button>
    </>
  )
}

const row = (path: string, Screen: () => React.ReactNode) => ({
  route: {
    path,
    title: path,
    access: 'everyone',
    keepAlive: false,
    step: undefined,
    needsValidCard: false,
  } as const,
  load: async () => ({ default: Screen }),
})

const rows = [row('/form', Form), row('/detail', () => <p>detail</p>)]

let router: AppRouter

/** Loads the page at the current entry of the history, as a reload does. */
function load() {
  router = createAppRouter(rows, async () => undefined)
  render(<RouterProvider router={router} />)
}

function unload() {
  cleanup()
  router.dispose()
}

const amount = async () => screen.findByLabelText<HTMLInputElement>('金额')
const detail = () => screen.findByText('detail')

describe('the state of a screen', () => {
  beforeEach(async () => {
    localStorage.clear()
    window.history.replaceState(null, '', '#/form')
    load()
    await userEvent.type(await amount(), '2000')
    await userEvent.click(screen.getByRole('button', { name: 'first' }))
  })
  afterEach(unload)

  it('is there again after Back, Forward and a reload', async () => {
    await router.navigate('/detail')
    await detail()
    await router.navigate(-1)
    expect((await amount()).value).toBe('2000')
    await userEvent.type(await amount(), '.50')
    await router.navigate(1)
    await detail()
    await router.navigate(-1)
    expect((await amount()).value).toBe('2000.50')
    unload()
    load()
    expect((await amount()).value).toBe('2000.50')
    expect(screen.getByRole('button', { name: 'first+next' })).toBeDefined()
  })

  it('starts with its initial value on each visit', async () => {
    await router.navigate('/detail')
    await detail()
    await router.navigate('/form')
    expect((await amount()).value).toBe('')
    await router.navigate(-2)
    await expect.poll(async () => (await amount()).value).toBe('2000')
  })

  it.each([
    ['another user signs in', () => storeToken('another')],
    ['staff signs in', () => storeStaffToken('staff')],
    ['staff signs out', () => clearStaffSession()],
  ])('the state of a screen is removed when %s', async (_, change) => {
    await router.navigate('/detail')
    await detail()
    change()
    await router.navigate(-1)
    expect((await amount()).value).toBe('')
  })

  it('is kept for the latest thirty entries', async () => {
    for (let at = 0; at < 30; at += 1) {
      await router.navigate('/detail')
      await router.navigate('/form')
      await userEvent.type(await amount(), '1')
    }
    expect(JSON.stringify(localStorage).length).toBeLessThan(10_000)
    await router.navigate(-2)
    await expect.poll(async () => (await amount()).value).toBe('1')
  })
})
