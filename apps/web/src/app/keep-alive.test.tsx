import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useLocation } from '#platform/navigation/location.ts'
import { type AppRouter, createAppRouter } from './hash-router.ts'
import { RouterProvider } from './router.tsx'

let effects: string[] = []
let renders: string[] = []

beforeEach(() => {
  effects = []
  renders = []
})

afterEach(() => {
  cleanup()
  router?.dispose()
  window.location.hash = ''
})

function Form() {
  const { pathname, search, params } = useLocation()
  renders.push(pathname + search)
  useEffect(() => {
    effects.push('form shown')
    return () => void effects.push('form hidden')
  }, [])
  return (
    <>
      <p>at {pathname + search}</p>
      <p>bank {params['bank']}</p>
      <input aria-label="卡号" />
    </>
  )
}

function Plain() {
  const { pathname } = useLocation()
  return <input aria-label={`plain ${pathname}`} />
}

const row = (path: string, keepAlive: boolean, Screen: () => React.ReactNode) => ({
  route: {
    path,
    title: path,
    access: 'everyone',
    keepAlive,
    step: undefined,
    needsValidCard: false,
  } as const,
  load: async () => ({ default: Screen }),
})

const rows = [
  row('/form/:bank', true, Form),
  row('/plain', false, Plain),
  row('/other', false, Plain),
]

let router: AppRouter | undefined

async function open(address: string) {
  window.history.replaceState(null, '', `#${address}`)
  router = createAppRouter(rows, async () => undefined)
  render(<RouterProvider router={router} />)
  await screen.findByRole('textbox')
  return router
}

const shownForm = () => screen.queryByRole('textbox', { name: '卡号' })

describe('a screen that is kept alive', () => {
  it('keeps the typed input', async () => {
    const router = await open('/form/icbc')
    await userEvent.type(screen.getByLabelText('卡号'), '6222')
    await router.navigate('/plain')
    await screen.findByLabelText('plain /plain')
    expect(shownForm()).toBeNull()

    await router.navigate(-1)
    await router.navigate('/form/icbc')
    expect(await screen.findByRole('textbox', { name: '卡号' })).toHaveProperty('value', '6222')
    expect(screen.queryByLabelText('plain /plain')).toBeNull()
  })

  it('pauses its effects while it is hidden', async () => {
    const router = await open('/form/icbc')
    await screen.findByLabelText('卡号')
    await router.navigate('/plain')
    await screen.findByLabelText('plain /plain')
    expect(effects).toEqual(['form shown', 'form hidden'])
    await router.navigate('/form/icbc')
    await screen.findByRole('textbox', { name: '卡号' })
    expect(effects).toEqual(['form shown', 'form hidden', 'form shown'])
  })

  it('keeps its own address while another screen is open', async () => {
    const router = await open('/form/icbc?from=loan')
    await screen.findByText('at /form/icbc?from=loan')
    await router.navigate('/plain?x=1')
    await screen.findByLabelText('plain /plain')
    await router.navigate('/other')
    await screen.findByLabelText('plain /other')
    expect(new Set(renders)).toEqual(new Set(['/form/icbc?from=loan']))
    expect(screen.getByText('bank icbc')).toBeDefined()
  })

  it('receives the new address when it is opened again', async () => {
    const router = await open('/form/icbc?from=loan')
    await userEvent.type(screen.getByLabelText('卡号'), '6222')
    await router.navigate('/plain')
    await router.navigate('/form/icbc?from=bankList')
    await screen.findByText('at /form/icbc?from=bankList')
    expect(screen.getByLabelText('卡号')).toHaveProperty('value', '6222')
  })

  it('is separate from other screens of the same kind', async () => {
    const router = await open('/form/icbc')
    await userEvent.type(screen.getByLabelText('卡号'), '1')
    await router.navigate('/form/abc')
    await screen.findByText('at /form/abc')
    expect(shownForm()).toHaveProperty('value', '')
  })
})

describe('any other screen', () => {
  it('[2.007] starts with empty state', async () => {
    const router = await open('/plain')
    await userEvent.type(screen.getByLabelText('plain /plain'), 'x')
    await router.navigate('/other')
    await screen.findByLabelText('plain /other')
    await router.navigate('/plain')
    expect(await screen.findByLabelText('plain /plain')).toHaveProperty('value', '')
  })
})
